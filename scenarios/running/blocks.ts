/** scenarios/running/blocks: the steps inside a step. */
import { type Step, VERBS, type Verb } from '../language/step.ts';

export function verbOf(step: Step): Verb {
  const verb = VERBS.find((name) => name in step);
  if (verb === undefined) throw new Error('invariant broken: a step has a verb');
  return verb;
}

export function stepsInside(step: Step): readonly (readonly Step[])[] {
  if ('until' in step) return [step.until.do];
  if ('repeat' in step) return [step.repeat.do];
  if ('each' in step) return [step.each.do];
  if ('together' in step) return Object.values(step.together);
  return [];
}
