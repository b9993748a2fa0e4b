/** base/rng: seedrandom streams forked by name, so that a new consumer never shifts the draws of another. */
import seedrandom from 'seedrandom';
import { invariant } from './result.ts';

export type Rng = {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** An integer from 0 up to, not including, `below`. */
  int(below: number): number;
  /** An integer between two bounds, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items, in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** An independent stream: the same for the same name, after any draws from this one. */
  fork(name: string): Rng;
};

export function createRng(seed: string): Rng {
  const source = seedrandom(seed);
  const int = (below: number) => Math.floor(source() * below);
  const rng: Rng = {
    next: () => source(),
    int,
    between: (min, max) => min + int(max - min + 1),
    chance: (probability) => source() < probability,
    pick: (items) => {
      invariant(items.length > 0, 'pick needs something to pick from');
      return items[int(items.length)] as (typeof items)[number];
    },
    sample: (items, count) => {
      const left = [...items];
      const chosen: (typeof items)[number][] = [];
      while (chosen.length < count && left.length > 0) chosen.push(...left.splice(int(left.length), 1));
      return chosen;
    },
    hex: (digits) => {
      const bytes = Buffer.alloc(4 * Math.ceil(digits / 8));
      for (let at = 0; at < bytes.length; at += 4) bytes.writeInt32BE(source.int32(), at);
      return bytes.toString('hex').slice(0, digits);
    },
    fork: (name) => createRng(`${seed}/${name}`),
  };
  return rng;
}
