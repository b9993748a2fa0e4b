/** proof/soak/writing: commands that are given and written down as they are, with the names of what they create. */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Result } from '../../spec/result.ts';
import { give } from './giving.ts';
import { createdName, writtenStep } from './naming.ts';
import type { Trace, TraceStep } from './trace.ts';
import type { Failure, Trial } from './trial.ts';

/** A command after `wait` milliseconds; `template`: the command with the names of hostile values, where it has any. */
export type Given = { readonly wait: number; readonly command: Command; readonly template?: unknown };

/** Gives the command; `record`, where there is one, gets it as a step. */
export function giveWritten(
  trial: Trial,
  { wait, command, template }: Given,
  record: TraceStep[] | undefined,
): Result<Reply, Refusal> {
  // Written before it is given: names are those of what there was until then.
  record?.push(writtenStep(trial.watch, wait, template ?? command, trial.now));
  const reply = give(trial, wait, command, template !== undefined);
  if (record !== undefined && reply.ok) nameLast(record, createdName(command, reply.value));
  return reply;
}

/** Says of the step written last what it created. */
function nameLast(steps: TraceStep[], name: string | undefined): void {
  const last = steps.at(-1);
  if (name !== undefined && last !== undefined && 'give' in last) steps[steps.length - 1] = { ...last, as: name };
}

/** A whole run as it is written down. */
export function writtenRun(
  { invariant, message }: Omit<Failure, 'step'>,
  run: Omit<Trace, 'touchstone' | 'version' | 'failure'>,
): Trace {
  return { touchstone: 'soak', version: 1, failure: { invariant, message }, ...run };
}
