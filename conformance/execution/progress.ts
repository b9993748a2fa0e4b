/** conformance/execution/progress: the progress events of a run. */
import type { CheckRun } from './context.ts';

export type Progress =
  | { readonly kind: 'phase'; readonly phase: 'preflight' | 'discovery' | 'checks' }
  | {
      readonly kind: 'check';
      readonly id: string;
      /** How it ended; the verdict is final only when all evidence is in. */
      readonly ending: CheckRun['ending']['kind'];
      readonly findings: number;
      readonly done: number;
      readonly total: number;
      /** Requests sent by the run so far. */
      readonly requests: number;
      readonly milliseconds: number;
    };
