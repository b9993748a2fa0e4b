/** scenarios/running/run-scenario: plays one case of a scenario on a stage, and returns the result. */

import { createRng } from '../../base/rng.ts';
import { messageOf } from '../../base/system-code.ts';
import { fill } from '../expression/expression.ts';
import { ExpressionError } from '../expression/values.ts';
import type { Loaded } from '../reading/read-scenario.ts';
import type { OpenStage, Stage } from '../stage.ts';
import { missingNames, needsOf, REMEDIES } from './needs.ts';
import { Lacking, type Play, ScenarioError, StepFailed, scopeOf, type Variables } from './play.ts';
import type { ScenarioResult, StepFailure, StepTraceLine, Verdict } from './result.ts';
import { playSteps } from './steps.ts';

export type RunOptions = {
  /** The seed of everything drawn, unless the scenario has its own. */
  readonly seed: number;
  readonly onStepTrace?: (line: StepTraceLine) => void;
  readonly signal?: AbortSignal;
};

const NOTHING_EXPECTED =
  'nothing was expected: no step with expect, check or expectState ran (conditions, empty lists and loops skip steps)';

type Case = Loaded['cases'][number];

/** Never throws: every error is in the result. */
export async function runScenario(
  loaded: Loaded,
  one: Case,
  stage: Stage,
  options: RunOptions,
): Promise<ScenarioResult> {
  const { scenario, macros, file } = loaded;
  const seed = scenario.seed ?? options.seed;
  const result = (verdict: Verdict, more: Partial<ScenarioResult> = {}): ScenarioResult => ({
    file,
    scenario: scenario.scenario,
    ...(one.name !== undefined && { case: one.name }),
    seed,
    tags: scenario.tags,
    clauses: scenario.clauses,
    verdict,
    missing: [],
    failures: [],
    steps: 0,
    requests: 0,
    ...more,
  });
  const lacking = [...needsOf(scenario, macros)].filter((need) => !stage.capabilities.has(need));
  if (lacking.length > 0)
    return result('not-testable', { missing: lacking.map((need) => `${need}: ${REMEDIES[need]}`) });
  const opening = stage.open({ ...scenario, macros }, seed);
  const opened = await opening.catch((error: unknown) => ({ broken: brokenBy(error) }));
  if ('broken' in opened) return result('error', { failures: [opened.broken] });
  if ('missing' in opened) return result('not-testable', { missing: opened.missing });
  try {
    const unnamed = missingNames(scenario, macros, opened);
    if (unnamed.length > 0) return result('not-testable', { missing: unnamed });
    const { play, failures, missing } = await playAll(loaded, one, opened, seed, options);
    const { steps, requests } = play;
    const [first] = failures;
    if (missing.length > 0) return result('not-testable', { missing, steps, requests });
    // A failure in the last steps may follow from an earlier failure.
    const verdict = first === undefined ? 'pass' : first.at === '' ? 'error' : 'fail';
    return result(verdict, { failures, steps, requests });
  } finally {
    await opened.close();
  }
}

async function playAll(
  { scenario, macros }: Loaded,
  one: Case,
  opened: OpenStage,
  seed: number,
  options: RunOptions,
): Promise<{ readonly play: Play; readonly failures: readonly StepFailure[]; readonly missing: readonly string[] }> {
  const startedAt = await opened.now();
  const play: Play = {
    stage: opened,
    macros,
    rng: createRng(`scenario/${seed}/${scenario.scenario}/${one.name ?? ''}`),
    saltRng: createRng(`salts/${seed}/${scenario.scenario}/${one.name ?? ''}/${opened.run}`),
    always: scenario.always,
    startedAt,
    clock: startedAt,
    onStepTrace: options.onStepTrace,
    signal: options.signal,
    steps: 0,
    turns: 0,
    requests: 0,
    judged: 0,
    isEnding: false,
    shown: undefined,
  };
  const failures: StepFailure[] = [];
  const missing: string[] = [];
  const variables = variablesOf(opened, startedAt, seed);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof StepFailed) failures.push(error.failure);
      else if (!(error instanceof Lacking)) failures.push(brokenBy(error));
      // After a failure, a missing capability changes nothing.
      else if (failures.length === 0) missing.push(error.message);
    }
  };
  await attempt(async () => {
    for (const [name, value] of Object.entries({ ...scenario.vars, ...one.vars }))
      variables[name] = fill(value, scopeOf(variables));
    variables['case'] = one.vars;
    for await (const _ of playSteps(play, scenario.steps, variables, 'steps'));
  });
  if (failures.length + missing.length === 0 && play.judged === 0)
    failures.push(brokenBy(new ScenarioError(NOTHING_EXPECTED)));
  play.isEnding = true;
  await attempt(async () => {
    for await (const _ of playSteps(play, scenario.finally, variables, 'finally'));
  });
  return { play, failures, missing };
}

function variablesOf(opened: OpenStage, now: number, seed: number): Variables {
  const wallets = Object.fromEntries(
    Object.entries(opened.wallets).map(([name, { address, apiKey }]) => [name, { address, apiKey }]),
  );
  const variables: Variables = Object.create(null) as Variables;
  return Object.assign(variables, {
    wallets,
    markets: opened.markets,
    found: opened.found,
    now,
    seed,
    case: {},
    last: null,
  });
}

/** An error without a step is not a failure of the deployment: the scenario, or the program itself, is wrong. */
function brokenBy(error: unknown): StepFailure {
  const isAuthors = error instanceof ScenarioError || error instanceof ExpressionError || error instanceof RangeError;
  const message = messageOf(error);
  return { at: '', title: isAuthors ? message : `internal error: ${message}`, differences: [] };
}
