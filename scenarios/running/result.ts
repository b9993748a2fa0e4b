/** scenarios/running/result: the outcome of a scenario. */
import type { Difference } from '../../wire/pattern/matcher.ts';

/** `not-testable`: the deployment lacks something; never a pass. `error`: the scenario cannot be played. */
export type Verdict = 'pass' | 'fail' | 'not-testable' | 'error';

/** A request and its response, as reports show them, without secrets. */
export type Shown = {
  readonly request: { readonly method: string; readonly target: string; readonly as?: string; readonly body?: string };
  readonly answer?: { readonly status: number; readonly body: string };
};

/** Why a step failed. `at`: `steps[2]`, `steps[3].until.do[0]`, `common.yaml: rest[1]`. */
export type StepFailure = {
  readonly at: string;
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly exchange?: Shown;
};

/** One line of a trace, for one step. Moments in milliseconds since the scenario began. */
export type StepTraceLine = {
  readonly at: string;
  readonly verb: string;
  readonly ms: number;
  readonly exchange?: Shown;
  readonly lost?: 'request' | 'response';
  readonly failed?: true;
};

export type ScenarioResult = {
  readonly file: string;
  readonly scenario: string;
  readonly case?: string;
  readonly seed: number;
  readonly tags: readonly string[];
  readonly clauses: readonly string[];
  readonly verdict: Verdict;
  /** Of a scenario that is not testable: each missing thing and how to get it. */
  readonly missing: readonly string[];
  readonly failures: readonly StepFailure[];
  readonly steps: number;
  readonly requests: number;
};
