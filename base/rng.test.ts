import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from './rng.ts';

const draws = (rng: Rng): number[] => Array.from({ length: 20 }, () => rng.int(1_000));

describe('createRng', () => {
  it('draws the same for the same seed, and differently for another', () => {
    expect(draws(createRng('7'))).toEqual(draws(createRng('7')));
    expect(draws(createRng('7'))).not.toEqual(draws(createRng('8')));
  });

  it('has a pinned stream: a change changes every world', () => {
    expect(draws(createRng('7')).slice(0, 5)).toEqual([279, 34, 851, 374, 4]);
  });

  it('forks by name, independently of draws from the parent or a sibling', () => {
    const fresh = createRng('7');
    const used = createRng('7');
    draws(used);
    draws(used.fork('makers'));
    expect(draws(used.fork('takers'))).toEqual(draws(fresh.fork('takers')));
    expect(draws(fresh.fork('makers'))).not.toEqual(draws(fresh.fork('takers')));
  });

  it('includes both bounds of between and samples without repetition', () => {
    const rng = createRng('7');
    const seen = new Set(Array.from({ length: 200 }, () => rng.between(-1, 1)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1]);
    expect(rng.sample([1, 2, 3, 4], 4).sort()).toEqual([1, 2, 3, 4]);
    expect(rng.sample([1, 2], 5)).toHaveLength(2);
  });

  it('writes hexadecimal digits of the requested length', () => {
    const rng = createRng('7');
    for (const digits of [1, 8, 30, 40, 64]) expect(rng.hex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`));
  });
});
