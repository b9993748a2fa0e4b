/** proof/venue/soak/trace-recorder: applies commands and records them with names for the objects that they create. */
import type { Result } from '../../../base/result.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import { applyCommand } from './apply-command.ts';
import type { Trace, TraceStep } from './trace.ts';
import { createdName, namedStep } from './trace-names.ts';
import type { Failure, Trial } from './trial.ts';

/** A command after `wait` milliseconds; `template`: the command with the names of its hostile values, if it has any. */
export type RecordedCommand = { readonly wait: number; readonly command: Command; readonly template?: unknown };

/** Applies the command and appends it to `record`, if there is one. */
export function applyRecorded(
  trial: Trial,
  { wait, command, template }: RecordedCommand,
  record: TraceStep[] | undefined,
): Result<Reply, Refusal> {
  // Recorded first: the names are those of what exists before the command.
  record?.push(namedStep(trial.watch, wait, template ?? command, trial.now));
  const reply = applyCommand(trial, wait, command, template !== undefined);
  if (record !== undefined && reply.ok) nameLastStep(record, createdName(command, reply.value));
  return reply;
}

function nameLastStep(steps: TraceStep[], name: string | undefined): void {
  const last = steps.at(-1);
  if (name !== undefined && last !== undefined && 'give' in last) steps[steps.length - 1] = { ...last, as: name };
}

export function newTrace(
  { invariant, message }: Omit<Failure, 'step'>,
  run: Omit<Trace, 'touchstone' | 'version' | 'failure'>,
): Trace {
  return { touchstone: 'soak', version: 1, failure: { invariant, message }, ...run };
}
