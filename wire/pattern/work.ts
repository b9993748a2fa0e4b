/**
 * wire/pattern/work: how much a comparison or an expression may do. What a deployment answers is hostile: without a
 * measure a deep or a wide answer would cost the run its stack or its afternoon.
 */

/** Levels of lists and objects that are looked into. */
export const DEPTH_MAX = 1_000;

/** Steps that are left: about one for each value that is looked at. */
export type Work = { left: number };

/** Thrown where the work is used up, or values nest too deeply; its message says which. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

export function spend(work: Work, steps: number): void {
  work.left -= steps;
  if (work.left < 0) throw new TooMuchWork('too much to look at');
}

export function checkDepth(depth: number): void {
  if (depth > DEPTH_MAX) throw new TooMuchWork(`more than ${DEPTH_MAX} levels deep`);
}
