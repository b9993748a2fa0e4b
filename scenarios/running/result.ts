/** scenarios/running/result: the outcome of a scenario. */
import type { Difference } from '../../wire/pattern/matcher.ts';

/** `not-testable`: the deployment lacks something; never a pass. `error`: the scenario cannot be played. */
export type Verdict = 'pass' | 'fail' | 'not-testable' | 'error';

/** A request and its response, as reports show them, without secrets. */
export type Shown = {
  readonly request: Readonly<{ method: string; target: string; as?: string; body?: string }>;
  readonly answer?: { readonly status: number; readonly body: string };
};

/** Why a step failed. `at`: `steps[2]`, `steps[3].until.do[0]`, `common.yaml: rest[1]`. */
export type StepFailure = Readonly<{
  at: string;
  title: string;
  differences: readonly Difference[];
  exchange?: Shown;
}>;

/** One line of a trace, for one step. Moments in milliseconds since the scenario began. */
export type StepTraceLine = Readonly<{
  at: string;
  verb: string;
  ms: number;
  exchange?: Shown;
  lost?: 'request' | 'response';
  failed?: true;
}>;

export type ScenarioResult = Readonly<{
  file: string;
  scenario: string;
  case?: string;
  seed: number;
  tags: readonly string[];
  clauses: readonly string[];
  verdict: Verdict;
  /** Of a scenario that is not testable: each missing thing and how to get it. */
  missing: readonly string[];
  failures: readonly StepFailure[];
  steps: number;
  requests: number;
}>;
