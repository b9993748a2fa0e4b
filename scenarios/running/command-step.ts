/** scenarios/running/command-step: a step that moves the world of the deployment. */
import type { AnyCommand } from '../../sim/commands/command-words.ts';
import { fill, type Scope } from '../expression/expression.ts';
import { COMMANDS, type CommandStep, type Step, type Verb } from '../language/step.ts';
import { Lacking, type Play, unmet } from './play.ts';

export function isCommandStep(step: Step): step is CommandStep {
  return COMMANDS.some((verb) => verb in step);
}

/** Throws `StepFailed` if the deployment refuses, `Lacking` if it takes no commands. */
export async function commandStep(play: Play, step: CommandStep, verb: Verb, scope: Scope, at: string): Promise<void> {
  const { name, when: _, ...words } = step;
  const result = await play.stage.command?.(fill(words, scope) as AnyCommand);
  if (result === undefined)
    throw new Lacking(
      'commands: a deployment whose world can be moved: offer POST /_touchstone/command (docs/control.md)',
    );
  if (result.error !== undefined) throw unmet(at, name ?? verb, `the deployment to ${verb}`, result.error);
}
