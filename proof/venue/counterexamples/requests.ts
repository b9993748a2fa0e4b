/** proof/venue/counterexamples/requests: properties over requests; the last failing steps become a scenario. */

import { omitUndefined } from '../../../base/record.ts';
import { Scenario } from '../../../scenarios/language/scenario.ts';
import type { Step } from '../../../scenarios/language/step.ts';
import { type Loaded, readScenario } from '../../../scenarios/reading/read-scenario.ts';
import { scenarioText } from '../../../scenarios/recording/yaml-text.ts';
import { failureText } from '../../../scenarios/running/failure-text.ts';
import type { ScenarioResult } from '../../../scenarios/running/result.ts';
import { runScenario } from '../../../scenarios/running/run-scenario.ts';
import type { Stage } from '../../../scenarios/stage.ts';
import { type InProcessOptions, inProcessStage } from '../../../scenarios/stages/in-process.ts';
import {
  type CounterexampleSettings,
  counterexamplePath,
  savedMessage,
  withCounterexample,
  writeCounterexample,
} from './counterexample-file.ts';

/** Rejects if the steps fail, with the expected and the actual value. */
export type HoldsSteps = (steps: readonly Step[]) => Promise<void>;

type RequestSettings = CounterexampleSettings & {
  /** Wraps the service; the saved file does not contain it. */
  readonly wrap?: InProcessOptions['wrap'];
};

type Counterexample = { readonly steps: readonly Step[]; readonly result: ScenarioResult };

const TITLE_MAX = 120;
const ONCE = { name: undefined, vars: {} };

/** Rejects with the error of `check`; if steps failed, a new error names the file, with the first one as its cause. */
export async function assertRequests(
  settings: RequestSettings,
  check: (holds: HoldsSteps) => Promise<void>,
): Promise<void> {
  const stage = inProcessStage(settings.wrap === undefined ? {} : { wrap: settings.wrap });
  const head = headOf(settings);
  let last: Counterexample | undefined;
  try {
    await check(async (steps) => {
      const result = await playOn(stage, loadedOf(head, steps));
      if (result.verdict === 'pass') return;
      last = { steps, result };
      throw new Error(failureText(result));
    });
  } catch (error) {
    throw last === undefined ? error : withCounterexample(error, await save(last, stage, settings));
  } finally {
    await stage.close();
  }
}

async function save({ steps, result }: Counterexample, stage: Stage, settings: RequestSettings): Promise<string> {
  const file = counterexamplePath(settings, 'yaml');
  const text = scenarioText({
    comments: [`${settings.property}: the counterexample of a property`],
    head: headOf(settings),
    steps,
    schema: undefined,
  });
  const trouble = writeCounterexample(file, text, settings);
  if (trouble !== undefined) return trouble;
  const kept = savedMessage(file, 'run');
  const loaded = readScenario(file);
  if (!loaded.ok) return `${kept}; but it cannot be read: ${loaded.refusal[0]?.message}`;
  const again = await playOn(stage, loaded.value);
  if (failureKey(again) === failureKey(result)) return kept;
  return `${kept}; but the replay does not fail in the same way: ${again.verdict}`;
}

function playOn(stage: Stage, loaded: Loaded): Promise<ScenarioResult> {
  return runScenario(loaded, ONCE, stage, { seed: 0 });
}

function failureKey({ verdict, failures }: ScenarioResult) {
  return JSON.stringify([verdict, failures.map(({ at, differences }) => [at, differences])]);
}

function headOf({ property, seed }: RequestSettings): Pick<Scenario, 'scenario' | 'tags' | 'seed'> {
  return { scenario: property.slice(0, TITLE_MAX), tags: ['property'], seed };
}

function loadedOf(head: ReturnType<typeof headOf>, steps: readonly Step[]): Loaded {
  const scenario = { ...Scenario.parse({ ...head, steps: [{ check: 'true' }] }), steps: [...steps] };
  return { file: 'property', name: scenario.scenario, scenario, macros: {}, cases: [ONCE] };
}

/** The request of a property. `target`: path and query of the request line. */
export type PlainRequest = Readonly<{
  method: string;
  target: string;
  headers?: Readonly<Record<string, string>>;
  /** The body; bytes need not be UTF-8. */
  body?: string | Uint8Array;
  /** Name of the wallet that signs. */
  as?: string | undefined;
}>;

type SendStep = Extract<Step, { send: string }>;

/** The step, without expectations. Text that looks like an expression is sent literally. */
export function sendStep({ method, target, headers, body, as }: PlainRequest): SendStep {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [literal(name), literal(value)] as const);
  return omitUndefined({
    send: literal(method),
    path: literal(path),
    query: mark === -1 ? undefined : literal(target.slice(mark + 1)),
    headers: entries.length === 0 ? undefined : Object.fromEntries(entries),
    text: typeof body === 'string' ? literal(body) : undefined,
    bytes: body instanceof Uint8Array ? Buffer.from(body).toString('base64') : undefined,
    as,
  });
}

function literal(text: string) {
  return text.replaceAll('${', () => '$${');
}
