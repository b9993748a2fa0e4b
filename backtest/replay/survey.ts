/**
 * backtest/replay/survey: facts of a recording that the venue needs before the run: its gaps, and the markets with trades. A strategy
 * learns of a gap when it has ended.
 */
import { KIND } from '../data/event.ts';
import type { ReplaySource } from './source.ts';

/** The recording has nothing of the market between two moments, Unix microseconds. */
type Gap = { readonly market: number; readonly start: number; readonly end: number };

export type Survey = {
  /** In the order in which they begin. */
  readonly gaps: readonly Gap[];
  /** By market: 1 when it has trades, recorded or inferred. */
  readonly hasTrades: Uint8Array;
};

/** Reads the recording once, unless its coverage says that there is nothing to find. */
export function surveyOf(recording: ReplaySource, onRows: (rows: number) => void = () => undefined): Survey {
  const { kinds } = recording.coverage;
  const gaps: Gap[] = [];
  const hasTrades = new Uint8Array(recording.markets.length);
  if ((kinds['gap'] ?? 0) + (kinds['trade'] ?? 0) === 0) return { gaps, hasTrades };
  let read = 0;
  for (const { rows, kind, market, venueTime, size } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) {
      if (kind[at] === KIND.trade) hasTrades[market[at] as number] = 1;
      if (kind[at] !== KIND.gap) continue;
      const end = venueTime[at] as number;
      gaps.push({ market: market[at] as number, start: end - (size[at] as number), end });
    }
    read += rows;
    onRows(read);
  }
  gaps.sort((one, other) => one.start - other.start || one.market - other.market);
  return { gaps, hasTrades };
}
