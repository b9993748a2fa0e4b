/** backtest/replay/source: what a run reads: a recording, an audit's altered view of one, or simulated markets. */
import type { Simulation } from '../agents/simulation.ts';
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
  /** Opens the same source once more, for a second reader with separate arrays. */
  reopen(): ReplaySource;
  /** Of markets that are simulated: what a venue needs for that. They have no rows. */
  readonly simulation?: Simulation;
};
