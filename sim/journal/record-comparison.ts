/**
 * sim/journal/record-comparison: how far two runs say the same, record by record. Hashes cover events: two records can have equal
 * ones and still say that different things were done, and some have no event of their own.
 */
import type { RunIndex } from './run-index.ts';

/** A record of each run, by number; 0 for the beginning. */
export type Places = { readonly a: number; readonly b: number };

export type Matching = {
  /** The last two records that say the same. */
  readonly matched: Places;
  /** The last records of which nothing differs; those behind them do, or there are none. */
  readonly passed: Places;
  /** Whether work fell due in other steps somewhere before that. */
  readonly isRegrouped: boolean;
};

/**
 * Goes along two runs that have the first `events` events in common. Work that fell due among these may be written in other steps;
 * all other records have to be the same, one by one.
 */
export function matchRecords(a: RunIndex, b: RunIndex, events: number): Matching {
  let matched: Places = { a: 0, b: 0 };
  let [inA, inB] = [0, 0];
  let isRegrouped = false;
  for (;;) {
    const [one, other] = [a.marks[inA], b.marks[inB]];
    if (one !== undefined && one.digest === other?.digest) {
      inA += 1;
      inB += 1;
      matched = { a: inA, b: inB };
    } else if (isDueWork(a, inA + 1, events)) {
      inA += 1;
      isRegrouped = true;
    } else if (isDueWork(b, inB + 1, events)) {
      inB += 1;
      isRegrouped = true;
    } else return { matched, passed: { a: inA, b: inB }, isRegrouped };
  }
}

/** Whether record `n` tells of nothing but events that both runs have. */
function isDueWork(run: RunIndex, n: number, events: number): boolean {
  const [before = 0, after = 0] = [run.events[n - 1], run.events[n]];
  return run.marks[n - 1]?.isDueWork === true && after > before && after <= events;
}
