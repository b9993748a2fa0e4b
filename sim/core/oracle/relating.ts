/**
 * sim/core/oracle/relating: what relations between two runs need: rewriting the commands of a run, rewriting the events
 * of the other accordingly, and saying where they differ.
 */
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import type { VenueRules } from '../rules.ts';
import { rulesFrom } from './commands.ts';
import { isSame, stateOf } from './differential.ts';
import { type Given, replayOn, runOn } from './runs.ts';
import { learnScene, newScene } from './scene.ts';

/** A drawn run and the rules it was under. */
export type Drawn = { readonly exchange: Exchange; readonly given: readonly Given[]; readonly rules: VenueRules };

/** The run that lists of integers stand for. */
export function drawn(mode: readonly number[], steps: readonly (readonly number[])[]): Drawn {
  const rules = rulesFrom(mode);
  const genes = steps.flat();
  let next = 0;
  const { exchange, given } = runOn(createExchange(rules), steps.length, () => genes[next++] ?? 0);
  finish(exchange);
  return { exchange, given, rules };
}

/** The commands of a run, rewritten, given to a new exchange under the same rules. */
export function rerun({ given, rules }: Drawn, rewrite: (each: Given) => Given | readonly Given[]): Exchange {
  return finish(replayOn(createExchange(rules), given.flatMap(rewrite)));
}

/** Does what has become due with the last command. */
export function finish(exchange: Exchange): Exchange {
  exchange.advanceTo(exchange.now);
  return exchange;
}

/** Rewrites the command and leaves the moment. */
export function rewriting(rewrite: (command: Command) => Command): (each: Given) => Given {
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
export function firstDifference(one: readonly Event[], other: readonly Event[]): unknown {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    if (!isSame(one[index], other[index])) return { index, one: one[index], other: other[index] };
  }
  return undefined;
}

/** All that can be asked of an exchange but its orders and its clock, by name. */
export function standing(exchange: Exchange): Record<string, unknown> {
  const scene = newScene();
  for (const event of exchange.log) learnScene(scene, event);
  const state = [...stateOf(exchange, scene)].filter(([what]) => what !== 'clock' && !what.startsWith('order'));
  return Object.fromEntries(state);
}
