/** proof/venue/soak/stream.test: streams depend on the seed and the name only. */
import { describe, expect, it } from 'vitest';
import { below, between, draw, pick } from '../../../model/draws.ts';
import { streamOf } from './options.ts';

const firstOf = (seed: number, name: string): number[] => {
  const stream = streamOf(seed, name);
  return Array.from({ length: 20 }, () => draw(stream));
};

describe('streams', () => {
  it('are the same for the same seed and name', () => {
    expect(firstOf(7, 'commands')).toEqual(firstOf(7, 'commands'));
    expect(firstOf(7, 'commands').slice(0, 3)).toEqual([145351020, 609972911, 1144538304]);
  });

  it('differ for another seed or name', () => {
    expect(firstOf(8, 'commands')).not.toEqual(firstOf(7, 'commands'));
    expect(firstOf(7, 'faults')).not.toEqual(firstOf(7, 'commands'));
  });

  it('draw every value of a range and nothing else', () => {
    const stream = streamOf(1, 'range');
    const seen = (next: () => number): number[] => [...new Set(Array.from({ length: 400 }, next))].sort();
    expect(seen(() => below(stream, 5))).toEqual([0, 1, 2, 3, 4]);
    expect(seen(() => between(stream, 3, 6))).toEqual([3, 4, 5, 6]);
    expect(seen(() => pick(stream, [1, 1, 2]))).toEqual([1, 2]);
  });
});
