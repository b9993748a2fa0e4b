/** backtest/replay/source: what a run reads: a recording, or an audit's altered view of one. */
import type { Recording } from '../data/recording.ts';

export type ReplaySource = Pick<
  Recording,
  | 'file'
  | 'checksum'
  | 'markets'
  | 'tokens'
  | 'coverage'
  | 'catalog'
  | 'defects'
  | 'index'
  | 'batch'
  | 'batches'
  | 'close'
> & {
  /** Opens the same source once more, for a second reader with arrays of its own. */
  reopen(): ReplaySource;
};
