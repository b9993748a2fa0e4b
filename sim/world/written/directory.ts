/** sim/world/written/directory: the numbers of the names in a description. */
import type { Venue } from '../../core/venue.ts';
import { WorldError } from '../world-error.ts';

/** The number of a name that is used at `place`. Throws `WorldError` for an unknown name. */
export type Lookup = (name: string, place: string) => number;

export type Directory = Readonly<{
  wallet: Lookup;
  market: Lookup;
  group: Lookup;
  /** A trade counted from 1, or `last`. */
  trade: (trade: number | string, place: string) => number;
}>;

/** Trades by number, and the last one. A number beyond it is left to the venue, which refuses it. */
export function tradeLookup(venue: Pick<Venue, 'tradeCount'>): Directory['trade'] {
  return (trade, place) => {
    if (trade === 'last' && venue.tradeCount > 0) return venue.tradeCount - 1;
    if (typeof trade === 'number') return trade - 1;
    throw new WorldError(`${place}: no trade "${trade}": there are ${venue.tradeCount}, counted from 1`);
  };
}

/** `names` are in order of their numbers; `kind` is for error messages. */
export function createLookup(kind: string, names: Iterable<string>): Lookup {
  const numbers = new Map([...names].map((name, number) => [name, number]));
  return (name, place) => {
    const number = numbers.get(name);
    if (number !== undefined) return number;
    const known = numbers.size === 0 ? 'there is none' : `there are ${[...numbers.keys()].join(', ')}`;
    throw new WorldError(`${place}: no ${kind} "${name}": ${known}`);
  };
}
