/**
 * conformance/saving/player: plays a story on a deployment: how it ended, and what the deployment answered on the way.
 */
import { Scenario } from '../../scenarios/language/scenario.ts';
import { STEPS, type Step, VERBS } from '../../scenarios/language/step.ts';
import { filesUnder } from '../../scenarios/reading/files.ts';
import { type Loaded, scenarioOf } from '../../scenarios/reading/read-scenario.ts';
import { parseSource } from '../../scenarios/reading/source.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import type { Stage } from '../../scenarios/stage.ts';
import { type Result, refuse } from '../../spec/result.ts';
import type { Response } from '../../wire/message.ts';

export type Played = {
  readonly result: ScenarioResult;
  /** The answers in the order of the requests; undefined where none came. */
  readonly answers: readonly (Response | undefined)[];
};

/** Plays a scenario of one case. Never throws because of the deployment. */
export type Player = (loaded: Loaded) => Promise<Played>;

/** A player on this stage. */
export function createPlayer(stage: Stage): Player {
  return async (loaded) => {
    const answers: (Response | undefined)[] = [];
    const result = await runScenario(loaded, ONCE, listening(stage, answers), { seed: 1 });
    return { result, answers };
  };
}

const ONCE = { name: undefined, vars: {} };
const FILE = 'saved.yaml';

/** Steps as a scenario, without a file and unread: of those that the recorder makes nothing else is wrong. */
export function loadedOf(head: Words, steps: readonly Words[]): Loaded {
  const scenario: Scenario = { ...Scenario.parse({ ...head, steps: [{ check: 'true' }] }), steps: steps.map(stepOf) };
  return { file: FILE, name: scenario.scenario, scenario, macros: {}, cases: [ONCE] };
}

/** The scenario as whoever runs the file will read it; refused with the first fault. */
export function readText(text: string): Result<Loaded, string> {
  const source = parseSource(text, FILE);
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  return loaded.ok ? loaded : refuse(loaded.refusal[0]?.message ?? 'it cannot be read');
}

/** Each verb has a schema of its own: to look for it among all of them takes many times as long. */
function stepOf(words: Words): Step {
  const verb = VERBS.find((name) => name in words);
  if (verb === undefined) throw new Error('invariant broken: a step has a verb');
  return STEPS[verb].parse(words) as Step;
}

/** The stage, with what it answers taken down. */
function listening(stage: Stage, answers: (Response | undefined)[]): Stage {
  return {
    ...stage,
    async open(scenario, seed) {
      const scene = await stage.open(scenario, seed);
      if ('missing' in scene) return scene;
      return {
        ...scene,
        async send(request) {
          const outcome = await scene.send(request);
          answers.push(outcome.kind === 'response' ? outcome.response : undefined);
          return outcome;
        },
      };
    },
  };
}
