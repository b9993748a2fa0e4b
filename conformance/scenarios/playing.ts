/** conformance/scenarios/playing: plays the cases of a scenario as a check, and says in the words of checks what came of them. */

import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { ScenarioError } from '../../scenarios/running/play.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import type { CheckContext } from '../check.ts';
import { shownAs } from '../checks/judging.ts';
import { createLine, type Line } from './line.ts';
import type { RunStage } from './run-stage.ts';

export type PlayOptions = {
  readonly seed: number;
  /** The clause that failures are put down to. */
  readonly blamed: string;
};

/**
 * True where all cases passed; otherwise the findings are told. Throws as checks do: where something is missing, where the target is
 * lost, where the scenario cannot be played as it is written.
 */
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
    if (result.verdict === 'not-testable') tellMissing(result, context);
    tellFailures(result, line, context, blamed);
  }
  return isShown;
}

/** `clock: a service clock that can be moved: offer ...` is the name of what is missing, and how to get it. */
function tellMissing({ missing }: ScenarioResult, context: CheckContext): never {
  const names = missing.map((text) => text.split(':')[0] ?? text);
  return context.notTestable(`the scenario needs ${names.join(', ')}`, missing.join('; '));
}

function tellFailures(result: ScenarioResult, line: Line, context: CheckContext, blamed: string): void {
  for (const { at, differences, exchange } of result.failures) {
    const place = result.case === undefined ? at : `${at}, case ${result.case}`;
    for (const { pointer, expected, actual } of differences) {
      const deviation = { pointer, expected: `${expected} (${place})`, actual: shownAs(actual) };
      context.expect(blamed, false, line.exchangeOf(exchange), deviation);
    }
  }
}
