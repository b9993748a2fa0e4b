/** sim/world/written/directory: the numbers of the names in a description. */
import { WorldError } from '../world-error.ts';

/** The number of a name that is used at `place`. Throws `WorldError` for an unknown name. */
export type Lookup = (name: string, place: string) => number;

export type Directory = {
  readonly wallet: Lookup;
  readonly market: Lookup;
  /** The number of a trade that is counted from 1 or has this wire id. */
  readonly trade: (trade: number | string, place: string) => number;
};

export type HistoryDirectory = Directory & { readonly group: Lookup };

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
