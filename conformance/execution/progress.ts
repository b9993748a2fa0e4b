/** conformance/execution/progress: the progress events of a run. */
import type { CheckRun } from './context.ts';
import type { Section } from './schedule.ts';

/** The first deviation of a clause, as far as one check has seen. */
export type Deviated = {
  readonly check: string;
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
};

export type Progress =
  | { readonly kind: 'phase'; readonly phase: 'preflight' | 'discovery' | 'checks' | 'clean-up' }
  | { readonly kind: 'start'; readonly id: string; readonly section: Section; readonly total: number }
  /** A request was sent, which makes it so many. Those sent again count once. */
  | { readonly kind: 'sent'; readonly requests: number }
  /** The run waits for room in the request limits. */
  | { readonly kind: 'throttled'; readonly milliseconds: number }
  | {
      readonly kind: 'check';
      readonly id: string;
      /** How it ended; the verdict is final only when all evidence is in. */
      readonly ending: CheckRun['ending']['kind'];
      readonly findings: number;
      /** Deviations of the check, and of passive checks in responses to it. */
      readonly deviated: readonly Deviated[];
      readonly done: number;
      readonly total: number;
      readonly milliseconds: number;
    };
