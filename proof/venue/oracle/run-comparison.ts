/** proof/venue/oracle/run-comparison: rewrites the commands of a run, and finds the first difference of two runs. */
import { rulesFrom } from '../../../model/commands.ts';
import { createNaive } from '../../../model/create-naive.ts';
import { Registry, register } from '../../../model/registry.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { isSame, stateOf } from './differential.ts';
import { firstOf } from './invariant.ts';
import { applyAll, runGenes, type TimedCommand } from './runs.ts';

type Drawn = { readonly given: readonly TimedCommand[]; readonly rules: VenueRules };

/** The run of these lists of integers, drawn on the naive venue so that no fault of the engine changes it. */
export function runOfGenes(mode: readonly number[], steps: readonly (readonly number[])[]): Drawn {
  const rules = rulesFrom(mode);
  const genes = steps.flat();
  let next = 0;
  const { given } = runGenes(createNaive(rules), steps.length, () => genes[next++] ?? 0);
  return { given, rules };
}

/** Runs the rewritten commands on a new venue under the same rules. */
export function rerun(
  { given, make }: { readonly given: readonly TimedCommand[]; make(): Venue },
  rewrite: (each: TimedCommand) => TimedCommand | readonly TimedCommand[] = (each) => each,
): Venue {
  return finish(applyAll(make(), given.flatMap(rewrite)));
}

/** Does the work that the last command made due. */
export function finish(venue: Venue): Venue {
  venue.advanceTo(venue.now);
  return venue;
}

export function onCommand(rewrite: (command: Command) => Command): (each: TimedCommand) => TimedCommand {
  return ({ command, now }) => ({ command: rewrite(command), now });
}

/** Changes to numbers, by the names of their fields, at any depth. */
export type Change = Readonly<Record<string, (value: number) => number>>;

export function each(names: string, change: (value: number) => number): Change {
  return Object.fromEntries(names.split(' ').map((name) => [name, change]));
}

export function changed<Value extends object>(value: Value, change: Change): Value {
  const renew = (name: string, old: unknown): unknown => {
    if (Array.isArray(old)) return old.map((part) => renew(name, part));
    if (typeof old === 'object' && old !== null) return changed(old, change);
    return typeof old === 'number' ? (change[name]?.(old) ?? old) : old;
  };
  return Object.fromEntries(Object.entries(value).map(([name, old]) => [name, renew(name, old)])) as Value;
}

export function logsDiffer(log: readonly Event[], expected: readonly Event[]): string | undefined {
  const longer = log.length > expected.length ? log : expected;
  return firstOf(longer.keys(), (index) => mismatch(`event ${index}`, log[index], expected[index]));
}

export function mismatch(what: string, one: unknown, other: unknown): string | undefined {
  return isSame(one, other) ? undefined : `${what}: ${shown(one)}, not ${shown(other)}`;
}

const SHOWN_LENGTH = 300;

function shown(value: unknown) {
  return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_LENGTH);
}

export function marketsIn(venue: Venue): readonly number[] {
  return venue.log.filter(({ kind }) => kind === 'market-listed').map((_, market) => market);
}

export function venuesDiffer(one: Venue, other: Venue): string | undefined {
  return (
    logsDiffer(one.log, other.log) ??
    mismatch('the hash', one.hash(), other.hash()) ??
    statesDiffer(publicState(one), publicState(other))
  );
}

export function statesDiffer(one: PublicState, other: PublicState): string | undefined {
  return firstOf(Object.keys({ ...one, ...other }), (what) => mismatch(what, one[what], other[what]));
}

type PublicState = Readonly<Record<string, unknown>>;

/** The public state of a venue without its orders and its clock, by name. */
export function publicState(venue: Venue): PublicState {
  const registry = new Registry();
  for (const event of venue.log) register(registry, event);
  const state = [...stateOf(venue, registry)].filter(([what]) => what !== 'clock' && !what.startsWith('order'));
  return Object.fromEntries(state);
}
