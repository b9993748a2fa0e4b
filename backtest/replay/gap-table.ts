/**
 * backtest/replay/gap-table: when the recording has nothing of a market. The venue needs to know at the beginning of a gap that nothing can
 * fill; a strategy does not learn of it before the gap has ended.
 */
import { KIND } from '../data/event.ts';
import type { Recording } from '../data/recording.ts';

/** Unix microseconds, in order of `start`. */
export type Gap = { readonly market: number; readonly start: number; readonly end: number };

/** All gaps of the recording in the order in which they begin. */
export function gapsOf(recording: Recording): readonly Gap[] {
  if ((recording.coverage.kinds['gap'] ?? 0) === 0) return [];
  const gaps: Gap[] = [];
  for (const { rows, kind, market, venueTime, size } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) {
      if (kind[at] !== KIND.gap) continue;
      const end = venueTime[at] as number;
      gaps.push({ market: market[at] as number, start: end - (size[at] as number), end });
    }
  }
  return gaps.sort((one, other) => one.start - other.start || one.market - other.market);
}
