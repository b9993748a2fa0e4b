/** proof/venue/soak/options.test: seeds differ in kind: features left out, features heavy, several faults. */
import { describe, expect, it } from 'vitest';
import { below, between, draw, pick } from '../../../model/draws.ts';
import { DRAWN_KINDS } from '../../../model/habits.ts';
import { drawOptions, FAULTS, type SoakOptions, streamOf } from './options.ts';

const many = Array.from({ length: 400 }, (_, seed) => drawOptions(seed));
const weightOf = ({ weightsUpTo }: SoakOptions, kind: number): number =>
  (weightsUpTo[kind] ?? 0) - (weightsUpTo[kind - 1] ?? 0);

describe('the options of a seed', () => {
  it('follow from the seed alone', () => {
    expect(drawOptions(17)).toEqual(drawOptions(17));
    expect(drawOptions(18)).not.toEqual(drawOptions(17));
  });

  it.each(DRAWN_KINDS.map((kind, index) => [kind, index] as const))(
    'leave %s out of some runs and make it heavy in others',
    (kind, index) => {
      const weights = new Set(many.map((options) => weightOf(options, index)));
      expect(weights.size).toBe(kind === 'place' ? 1 : 3);
      expect(weights.has(0)).toBe(kind !== 'place');
    },
  );

  it.each(FAULTS)('have the fault %s in about a quarter of the runs', (fault) => {
    const share = many.filter(({ faults }) => faults.includes(fault)).length / many.length;
    expect(share).toBeGreaterThan(0.17);
    expect(share).toBeLessThan(0.33);
  });

  it('have every mode of self-trade prevention, every habit of prices and of sizes', () => {
    const values = (of: (options: SoakOptions) => string): number => new Set(many.map(of)).size;
    expect(values(({ rules }) => rules.selfTrade)).toBe(4);
    expect(values(({ prices }) => prices)).toBe(4);
    expect(values(({ sizes }) => sizes)).toBe(4);
  });
});

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
