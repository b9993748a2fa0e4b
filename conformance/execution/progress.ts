/** conformance/execution/progress: the progress events of a run. */
import type { CheckRun } from './context.ts';
import type { Section } from './schedule.ts';
import type { ViewWait } from './view-poll.ts';

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
  /** A check, or the run before its checks, waits for room in the request limits. */
  | { readonly kind: 'throttled'; readonly milliseconds: number; readonly check?: string }
  /** A check waits for views that may be late, at most so long. */
  | ({ readonly kind: 'late'; readonly check: string } & ViewWait)
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
      /** On requests and on views, without the time in which it waited for room in the request limits. */
      readonly milliseconds: number;
      readonly throttledMs: number;
    };
