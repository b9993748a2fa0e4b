/** conformance/scenarios/scenario-play: plays the cases of a scenario as a check; failures are findings. */
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { ScenarioError } from '../../scenarios/running/play.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { shownAs } from '../../wire/pattern/excerpt.ts';
import type { CheckContext, JudgedId } from '../check.ts';
import { createLine, type Line } from './line.ts';
import type { RunStage } from './run-stage.ts';

export type PlayOptions = {
  readonly seed: number;
  /** The clause that failures count against. */
  readonly blamed: JudgedId;
};

/** True if all cases passed; else it records findings. Throws as checks do, and if the scenario is unplayable. */
export async function playCases(
  loaded: Loaded,
  context: CheckContext,
  stage: RunStage,
  { seed, blamed }: PlayOptions,
): Promise<boolean> {
  let isShown = true;
  for (const one of loaded.cases) {
    const line = createLine(context);
    const result = await stage.play(loaded, one, line, seed);
    if (result.verdict === 'pass') continue;
    isShown = false;
    const stopped = line.stopped();
    if (stopped !== undefined) throw stopped;
    if (result.verdict === 'error') throw new ScenarioError(result.failures.map(({ title }) => title).join('; '));
    if (result.verdict === 'not-testable') reportMissing(result, context);
    reportFailures(result, line, context, blamed);
  }
  return isShown;
}

/** `clock: a service clock that can be moved: offer ...` has the name of the missing part, and the remedy. */
function reportMissing({ missing }: ScenarioResult, context: CheckContext): never {
  const names = missing.map((text) => text.split(':')[0] ?? text);
  return context.notTestable(`the scenario needs ${names.join(', ')}`, missing.join('; '));
}

function reportFailures(result: ScenarioResult, line: Line, context: CheckContext, blamed: JudgedId): void {
  for (const { at, differences, exchange } of result.failures) {
    const place = result.case === undefined ? at : `${at}, case ${result.case}`;
    for (const { pointer, expected, actual } of differences) {
      const fault = { pointer, expected: `${expected} (${place})`, actual: shownAs(actual) };
      context.judgeBy(blamed, line.exchangeOf(exchange), fault, 'the scenario states it');
    }
  }
}
