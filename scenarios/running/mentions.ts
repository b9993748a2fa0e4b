/** scenarios/running/mentions: all steps and expressions of a scenario and of the macros that it calls. */
import { expressionsIn } from '../expression/expression.ts';
import type { Macro, Scenario } from '../language/scenario.ts';
import type { Step } from '../language/step.ts';
import { stepsInside } from './blocks.ts';

export type Macros = Readonly<Record<string, Macro>>;

export function allSteps(scenario: Scenario, macros: Macros): readonly Step[] {
  const lists = [scenario.steps, scenario.finally, ...Object.values(macros).map((macro) => macro.steps)];
  return lists.flatMap(withInner);
}

function withInner(list: readonly Step[]): readonly Step[] {
  return list.flatMap((step) => [step, ...stepsInside(step).flatMap(withInner)]);
}

/** All expressions: those in texts, and those written without braces. A macro that is never called does not count. */
export function allExpressions(scenario: Scenario, macros: Macros): readonly string[] {
  const plain = allSteps(scenario, macros).flatMap((step) => [
    ...(step.when === undefined ? [] : [step.when]),
    ...('check' in step ? [step.check].flat() : []),
  ]);
  const { macros: _, ...own } = scenario;
  return [...expressionsIn([own, macros]), ...scenario.always, ...plain];
}
