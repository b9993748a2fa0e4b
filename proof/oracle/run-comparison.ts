/**
 * proof/oracle/run-comparison: what relations between two runs need: rewriting the commands of a run, rewriting the events
 * of the other accordingly, and saying where they differ.
 */
import type { Command } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { rulesFrom } from './commands.ts';
import { isSame, stateOf } from './differential.ts';
import { createNaive } from './port.ts';
import { newRegistry, register } from './registry.ts';
import { applyAll, runGenes, type TimedCommand } from './runs.ts';

/** The commands of a run and the rules it is under. */
type Drawn = { readonly given: readonly TimedCommand[]; readonly rules: VenueRules };

/** The run that lists of integers stand for. It is drawn on the naive venue: whatever the engine does, the commands mean something. */
export function runOfGenes(mode: readonly number[], steps: readonly (readonly number[])[]): Drawn {
  const rules = rulesFrom(mode);
  const genes = steps.flat();
  let next = 0;
  const { given } = runGenes(createNaive(rules), steps.length, () => genes[next++] ?? 0);
  return { given, rules };
}

/** The commands of a run, rewritten, given to a new venue under the same rules. */
export function rerun(
  { given, make }: { readonly given: readonly TimedCommand[]; make(): Venue },
  rewrite: (each: TimedCommand) => TimedCommand | readonly TimedCommand[] = (each) => each,
): Venue {
  return finish(applyAll(make(), given.flatMap(rewrite)));
}

/** Does what has become due with the last command. */
export function finish(venue: Venue): Venue {
  venue.advanceTo(venue.now);
  return venue;
}

/** Rewrites the command and leaves the moment. */
export function onCommand(rewrite: (command: Command) => Command): (each: TimedCommand) => TimedCommand {
  return ({ command, now }) => ({ command: rewrite(command), now });
}

/** What becomes of the numbers in the fields of these names, wherever they stand. */
export type Change = Readonly<Record<string, (value: number) => number>>;

/** The same change for fields of several names. */
export function each(names: string, change: (value: number) => number): Change {
  return Object.fromEntries(names.split(' ').map((name) => [name, change]));
}

/** The command or event with the change made in it and in its parts. */
export function changed<Value extends object>(value: Value, change: Change): Value {
  const renew = (name: string, old: unknown): unknown => {
    if (Array.isArray(old)) return old.map((part) => renew(name, part));
    if (typeof old === 'object' && old !== null) return changed(old, change);
    return typeof old === 'number' ? (change[name]?.(old) ?? old) : old;
  };
  return Object.fromEntries(Object.entries(value).map(([name, old]) => [name, renew(name, old)])) as Value;
}

/** The first event that differs in two logs, as both tell it. */
export function logsDiffer(log: readonly Event[], expected: readonly Event[]): string | undefined {
  for (let index = 0; index < Math.max(log.length, expected.length); index += 1) {
    const difference = mismatch(`event ${index}`, log[index], expected[index]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** In words where two values are not the same in all their parts. */
export function mismatch(what: string, one: unknown, other: unknown): string | undefined {
  return isSame(one, other) ? undefined : `${what}: ${shown(one)}, not ${shown(other)}`;
}

const SHOWN_LENGTH = 300;

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_LENGTH);
}

/** What two venues, of which one should have become what the other is, tell otherwise: their logs, hashes, or all else. */
export function venuesDiffer(one: Venue, other: Venue): string | undefined {
  return (
    logsDiffer(one.log, other.log) ??
    mismatch('the hash', one.hash(), other.hash()) ??
    statesDiffer(publicState(one), publicState(other))
  );
}

/** The first thing that can be asked of a venue but its orders and its clock, and that is answered otherwise. */
export function statesDiffer(one: PublicState, other: PublicState): string | undefined {
  for (const what of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const difference = mismatch(what, one[what], other[what]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

type PublicState = Readonly<Record<string, unknown>>;

/** All that can be asked of a venue but its orders and its clock, by name. */
export function publicState(venue: Venue): PublicState {
  const registry = newRegistry();
  for (const event of venue.log) register(registry, event);
  const state = [...stateOf(venue, registry)].filter(([what]) => what !== 'clock' && !what.startsWith('order'));
  return Object.fromEntries(state);
}
