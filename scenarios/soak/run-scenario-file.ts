/**
 * scenarios/soak/run-scenario-file: a minimal run of a soak as a scenario file, told in words at its head. `touchstone run`
 * plays it on an exchange of its own, and it fails as the run failed.
 */
import { Document } from 'yaml';
import type { Scenario } from '../language/scenario.ts';
import { storyLines } from './story.ts';
import { originOf, type Trace } from './trace.ts';

/** Longer stories are not read. */
const STORY_STEPS = 100;
/** A scenario is called something shorter than this. */
const NAME_MAX = 120;

/** The text of the file. */
export function scenarioOfRun(trace: Trace): string {
  const { failure, audit, claim, steps } = trace;
  const scenario: Pick<Scenario, 'scenario' | 'about' | 'tags' | 'steps'> = {
    scenario: `${originOf(trace)}: ${failure.invariant}`.slice(0, NAME_MAX),
    about: `${failure.message} (${claim === undefined ? `${audit} audit` : `the claim ${claim.name}`})`,
    tags: [trace.property === undefined ? 'soak' : 'property'],
    steps: [{ replay: trace }],
  };
  const file = new Document(scenario);
  // One line a command, as in the story.
  for (const index of steps.keys()) {
    const node = file.getIn(['steps', 0, 'replay', 'steps', index], true);
    if (typeof node === 'object' && node !== null) Object.assign(node, { flow: true });
  }
  file.commentBefore = story(trace);
  return file.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function story(trace: Trace): string {
  const lines =
    trace.steps.length > STORY_STEPS
      ? [`${trace.steps.length} steps => ${trace.failure.invariant}: ${trace.failure.message}`]
      : storyLines(trace);
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => ` ${line}`)
    .join('\n');
}
