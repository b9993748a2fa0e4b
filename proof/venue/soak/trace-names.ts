/** proof/venue/soak/trace-names: `$w0` wallet, `$m0` market, `$g0` group, `$o0` order, `$t0` trade with taker `$o0`. */
import type { Result } from '../../../base/result.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import { applyCommand } from './apply-command.ts';
import { isHostile, unmasked } from './hostile.ts';
import type { Step } from './swarm.ts';
import type { Trace, TraceStep } from './trace.ts';
import type { Failure, Trial } from './trial.ts';
import type { Watch } from './watch-state.ts';

/** The number of a name that the run has not created. */
const UNKNOWN = 2 ** 40;

type GivenStep = Extract<TraceStep, { give: unknown }>;

/** A command, or the template of a hostile one, as a step; `now` is the moment before the wait. */
export function namedStep(watch: Watch, wait: number, template: unknown, now: number): GivenStep {
  const moment = now + wait;
  const give =
    typeof template === 'object' && template !== null
      ? Object.fromEntries(
          Object.entries(template).map(([field, value]) => [field, nameOf(watch, field, value, moment)]),
        )
      : template;
  // The fields of commands are values that a step can hold.
  return { ...(wait !== 0 && { wait }), give: give as GivenStep['give'] };
}

function nameOf(watch: Watch, field: string, value: unknown, moment: number): unknown {
  if (field === 'markets' && Array.isArray(value)) return value.map((each) => nameOf(watch, 'market', each, moment));
  if (typeof value !== 'number' || value < 0) return value;
  switch (field) {
    case 'wallet':
      return value < watch.wallets ? `$w${value}` : value;
    case 'market':
      return value < watch.markets.length ? `$m${value}` : value;
    case 'group':
      return value < watch.unresolved.length ? `$g${value}` : value;
    case 'order':
      return value < watch.orders.length ? `$o${value}` : value;
    case 'trade':
      return watch.trades[value] === undefined ? value : `$t${watch.trades[value].taker}`;
    case 'expiresAt':
      return `now${value < moment ? '' : '+'}${value - moment}`;
    default:
      return value;
  }
}

export function createdName(command: Command, reply: Reply): string | undefined {
  if (reply.kind === 'placed') return `$o${reply.order}`;
  if (reply.kind !== 'created') return undefined;
  return `$${command.kind === 'open-wallet' ? 'w' : command.kind === 'list-market' ? 'm' : 'g'}${reply.index}`;
}

export type Names = Map<string, number>;

/** The command of a recorded step in this run. */
export function resolveCommand(names: Names, watch: Watch, step: GivenStep, moment: number): Command {
  const { give } = step;
  if (typeof give !== 'object' || give === null) return unmasked(give);
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(give).map(([field, value]) => [field, resolveValue(names, watch, value, moment)]),
  );
  return isHostile(fields) ? unmasked(fields) : (fields as unknown as Command);
}

function resolveValue(names: Names, watch: Watch, value: unknown, moment: number): unknown {
  if (Array.isArray(value)) {
    const values = value.map((each) => resolveValue(names, watch, each, moment));
    return value.some(isName) ? inOrder(values) : values;
  }
  if (typeof value !== 'string') return value;
  const later = /^now([+-]?\d+)$/.exec(value)?.[1];
  if (later !== undefined) return moment + Number(later);
  if (value.startsWith('$t')) return watch.orders[names.get(`$o${value.slice(2)}`) ?? -1]?.trade ?? UNKNOWN;
  return value.startsWith('$') ? (names.get(value) ?? UNKNOWN) : value;
}

function isName(value: unknown) {
  return typeof value === 'string' && value.startsWith('$');
}

/** Named markets must be ascending, also in this run. */
function inOrder(values: readonly unknown[]): readonly unknown[] {
  if (!values.every((value) => typeof value === 'number')) return values;
  return [...values].sort((one, other) => one - other);
}

/** Applies the command and appends it to `record`, if there is one. */
export function applyRecorded(
  trial: Trial,
  { wait, command, template }: Step,
  record: TraceStep[] | undefined,
): Result<Reply, Refusal> {
  // Recorded first: the names are those of what exists before the command.
  record?.push(namedStep(trial.watch, wait, template ?? command, trial.now));
  const reply = applyCommand(trial, wait, command, template !== undefined);
  if (record !== undefined && reply.ok) nameLastStep(record, createdName(command, reply.value));
  return reply;
}

function nameLastStep(steps: TraceStep[], name: string | undefined) {
  const last = steps.at(-1);
  if (name !== undefined && last !== undefined && 'give' in last) steps[steps.length - 1] = { ...last, as: name };
}

export function newTrace(
  { invariant, message }: Omit<Failure, 'step'>,
  run: Omit<Trace, 'touchstone' | 'version' | 'failure'>,
): Trace {
  return { touchstone: 'soak', version: 1, failure: { invariant, message }, ...run };
}
