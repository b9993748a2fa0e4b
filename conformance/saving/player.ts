/** conformance/saving/player: plays the text of a scenario on a deployment, and keeps the responses. */
import { filesUnder } from '../../scenarios/reading/files.ts';
import { type Loaded, scenarioOf } from '../../scenarios/reading/read-scenario.ts';
import { parseSource } from '../../scenarios/reading/source.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import type { Stage } from '../../scenarios/stage.ts';
import { type Result, refuse } from '../../spec/result.ts';
import type { Response } from '../../wire/message.ts';

export type Played = {
  readonly result: ScenarioResult;
  /** The responses in the order of the requests; undefined for a request without a response. */
  readonly responses: readonly (Response | undefined)[];
};

/** Plays a scenario of one case. Never throws because of the deployment. */
export type Player = (loaded: Loaded) => Promise<Played>;

/** A player on this stage. */
export function createPlayer(stage: Stage): Player {
  return async (loaded) => {
    const responses: (Response | undefined)[] = [];
    const once = { name: undefined, vars: {} };
    const result = await runScenario(loaded, once, withResponses(stage, responses), { seed: 1 });
    return { result, responses };
  };
}

/** The scenario that `touchstone run` reads in the text, or the first fault of the text. */
export function readText(text: string): Result<Loaded, string> {
  const source = parseSource(text, 'saved.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  return loaded.ok ? loaded : refuse(loaded.refusal[0]?.message ?? 'it cannot be read');
}

/** The stage, with its responses appended to `responses`. */
function withResponses(stage: Stage, responses: (Response | undefined)[]): Stage {
  return {
    ...stage,
    async open(scenario, seed) {
      const scene = await stage.open(scenario, seed);
      if ('missing' in scene) return scene;
      return {
        ...scene,
        async send(request) {
          const outcome = await scene.send(request);
          responses.push(outcome.kind === 'response' ? outcome.response : undefined);
          return outcome;
        },
      };
    },
  };
}
