/** wire/pattern/work: the bound on the work of a comparison or expression, since responses may be hostile. */

/** The deepest level of lists and objects. */
export const DEPTH_MAX = 1_000;

/** Steps that are left: about one for each visited value. */
export type Work = { left: number };

/** Thrown if the work is used up, or values nest too deeply, as its message states. */
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
