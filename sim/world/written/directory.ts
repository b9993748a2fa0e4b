/** sim/world/written/directory: names of a description as the numbers of the venue. */
import { WorldError } from '../world-error.ts';

/** The number behind a name. `place` is where the name was used. Throws `WorldError` for a name that nothing has. */
export type Lookup = (name: string, place: string) => number;

/** Names that the description gives its wallets, markets and groups. */
export type Directory = { readonly wallet: Lookup; readonly market: Lookup; readonly group: Lookup };

/** Names in order of their numbers; `kind` is what an error calls them. */
export function createLookup(kind: string, names: Iterable<string>): Lookup {
  const numbers = new Map([...names].map((name, number) => [name, number]));
  return (name, place) => {
    const number = numbers.get(name);
    if (number !== undefined) return number;
    const known = numbers.size === 0 ? 'there is none' : `there are ${[...numbers.keys()].join(', ')}`;
    throw new WorldError(`${place}: no ${kind} "${name}": ${known}`);
  };
}
