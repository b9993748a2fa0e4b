/** conformance/saving/player: reads the text of a scenario and plays it on a deployment. */
import { type Result, refuse } from '../../base/result.ts';
import { filesUnder } from '../../scenarios/reading/files.ts';
import { type Loaded, scenarioOf } from '../../scenarios/reading/read-scenario.ts';
import { parseSource } from '../../scenarios/reading/source.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import type { Stage } from '../../scenarios/stage.ts';

/** Plays a scenario of one case. Never throws because of the deployment. */
export type Player = (loaded: Loaded) => Promise<ScenarioResult>;

export function createPlayer(stage: Stage): Player {
  return (loaded) => runScenario(loaded, { name: undefined, vars: {} }, stage, { seed: 1 });
}

/** The scenario that `touchstone run` reads in the text, or the first fault of the text. */
export function readText(text: string): Result<Loaded, string> {
  const source = parseSource(text, 'saved.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  return loaded.ok ? loaded : refuse(loaded.refusal[0]?.message ?? 'it cannot be read');
}
