/** cli/explore/flags: the parsed flags of `touchstone explore`: those of `check` for target, reports and pace, and the budget of cases. */
import type { CheckFlags } from '../check/flags.ts';

export type ExploreFlags = CheckFlags & {
  readonly runs?: number;
  /** Milliseconds of all properties together. */
  readonly time?: number;
  readonly path?: string;
  readonly worldSeed: number;
};
