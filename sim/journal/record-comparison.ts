/**
 * sim/journal/record-comparison: the equal beginning of two runs, record by record. Hashes cover only events, so two records with
 * equal hashes can have different actions, and some records have no event.
 */
import type { RunIndex } from './run-index.ts';

/** A record of each run, by number; 0 for the beginning. */
export type Places = { readonly a: number; readonly b: number };

export type CommonRecords = {
  /** The last two records that are equal. */
  readonly matched: Places;
  /** The last records before a difference, or before the end of a run. Due work may follow the last equal records. */
  readonly passed: Places;
  /** Whether work fell due in different steps before that. */
  readonly isRegrouped: boolean;
};

/**
 * Compares the records of two runs whose first `events` events are the same. Due work among these may be recorded in different
 * steps; all other records have to be equal.
 */
export function commonRecords(a: RunIndex, b: RunIndex, events: number): CommonRecords {
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

/** Whether record `n` has only due work, with events that both runs have. */
function isDueWork(run: RunIndex, n: number, events: number): boolean {
  const [before = 0, after = 0] = [run.events[n - 1], run.events[n]];
  return run.marks[n - 1]?.isDueWork === true && after > before && after <= events;
}
