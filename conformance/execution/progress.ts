/** conformance/execution/progress: the progress events of a run. */
import type { CheckRun } from './context.ts';
import type { Section } from './schedule.ts';
import type { ViewWait } from './view-poll.ts';

/** The first deviation of a clause, as far as one check has seen. */
export type Deviated = Readonly<{
  check: string;
  clause: string;
  expected: string;
  actual: string;
}>;

export type Progress =
  | { readonly kind: 'phase'; readonly phase: 'preflight' | 'discovery' | 'checks' | 'clean-up' }
  | Readonly<{ kind: 'start'; id: string; section: Section; total: number }>
  /** A request was sent, which makes it so many. Those sent again count once. */
  | { readonly kind: 'sent'; readonly requests: number }
  /** A check, or the run before its checks, waits for room in the request limits. */
  | { readonly kind: 'throttled'; readonly milliseconds: number; readonly check?: string }
  /** A check waits for views that may be late, at most so long. */
  | ({ readonly kind: 'late'; readonly check: string } & ViewWait)
  | Readonly<{
      kind: 'check';
      id: string;
      /** How it ended; the verdict is final only when all evidence is in. */
      ending: CheckRun['ending']['kind'];
      findings: number;
      /** Deviations of the check, and of passive checks in responses to it. */
      deviated: readonly Deviated[];
      done: number;
      total: number;
      /** On requests and on views, without the time in which it waited for room in the request limits. */
      milliseconds: number;
      throttledMs: number;
    }>;
