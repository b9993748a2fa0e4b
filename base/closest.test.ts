import { describe, expect, it } from 'vitest';
import { closest, likely } from './closest.ts';

it('closest: fewest letters changed first, ties as listed', () => {
  expect(closest('limt', ['offset', 'limit', 'lim'], 2)).toEqual(['limit', 'lim']);
  expect(closest('x', ['b', 'a'], 2)).toEqual(['b', 'a']);
});

describe('likely', () => {
  it.each([
    ['sead', ['world', 'seed'], ['seed']],
    ['LIMIT', ['limit'], ['limit']],
    // One begins with the other.
    ['4.8/limit', ['4.8/limit.max', '4.9/x'], ['4.8/limit.max']],
    ['expects', ['expect'], ['expect']],
    // Nothing is near: a suggestion would only mislead.
    ['zzz', ['seed', 'world'], []],
    ['x', ['b', 'a', 'xylophone'], []],
    ['anything', [], []],
  ])('%s among %j: %j', (wanted, known, near) => {
    expect(likely(wanted, known)).toEqual(near);
  });

  it('returns the requested number, and takes no longer for a name of a million letters', () => {
    expect(likely('limi', ['limit', 'lime', 'offset'], 3)).toEqual(['limit', 'lime']);
    expect(likely('l'.repeat(1_000_000), ['limit'])).toEqual([]);
  });
});
