/** backtest/agents/fundamental tests: the hidden probability is calibrated, a martingale, and certain at the end. */
import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.ts';
import { drawError, drawNormal, drawSize, drawWait } from './draws.ts';
import { Fundamental, secondsOf } from './fundamental.ts';

const PLAN = { hours: 0.02, news: { perHour: 100, share: 0.5 } };
const SECONDS = secondsOf(PLAN.hours);
const drawn = (seed: number, changesAt?: number): Fundamental =>
  new Fundamental(PLAN, createRng(`test ${seed}`), changesAt);

/** Mean and standard error. */
function estimateOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}

describe('the hidden probability', () => {
  const paths = Array.from({ length: 2_000 }, (_, seed) => drawn(seed));

  it('ends at the outcome', () => {
    const ends = paths.map((path) => [path.at(SECONDS), path.winner]);
    expect(new Set(ends.map((end) => end.join()))).toEqual(new Set(['1,0', '0,1']));
    expect(paths[0]?.at(SECONDS + 100)).toBe(paths[0]?.at(SECONDS));
    expect(paths[0]?.at(-5)).toBe(paths[0]?.at(0));
  });

  it.each([0, 1 / 3, 0.9])('is calibrated after %f of the time, at every probability', (part) => {
    const second = Math.floor(SECONDS * part);
    for (const [low, high] of [
      [0, 0.3],
      [0.3, 0.7],
      [0.7, 1],
    ] as const) {
      const errors = paths
        .filter((path) => path.at(second) >= low && path.at(second) < high)
        .map((path) => Number(path.winner === 0) - path.at(second));
      expect(errors.length).toBeGreaterThan(100);
      const { mean, error } = estimateOf(errors);
      expect(Math.abs(mean)).toBeLessThan(4 * error);
    }
  });

  it('does not drift, and moves', () => {
    const moves = paths.map((path) => path.at(40) - path.at(20));
    const { mean, error } = estimateOf(moves);
    expect(Math.abs(mean)).toBeLessThan(4 * error);
    expect(error).toBeGreaterThan(0.001);
  });

  it('has the same past with another future', () => {
    const pairs = paths.slice(0, 50).map((path, seed) => [path, drawn(seed, 30)] as const);
    for (const [path, other] of pairs)
      for (let second = 0; second < 30; second += 1) expect(other.at(second)).toBe(path.at(second));
    expect(pairs.filter(([path, other]) => path.at(35) !== other.at(35)).length).toBeGreaterThan(45);
    expect(pairs.filter(([path, other]) => path.winner !== other.winner).length).toBeGreaterThan(5);
  });
});

describe('draws', () => {
  const chance = createRng('draws');
  const many = (draw: () => number): readonly number[] => Array.from({ length: 20_000 }, draw);

  it.each([
    ['normal draws', () => drawNormal(chance), 0, 1],
    ['errors', () => drawError(chance), 0, 1],
    ['waits of 2 seconds', () => drawWait(chance, 2) / 2_000, 1, 1],
    ['sizes of 30 shares', () => drawSize(chance, 30) / 30e6, 1, 0.95],
  ] as const)('%s have their mean and spread', (_, draw, mean, spread) => {
    const values = many(draw);
    const found = estimateOf(values);
    expect(Math.abs(found.mean - mean)).toBeLessThan(0.04);
    expect(Math.abs(found.error * Math.sqrt(values.length) - spread)).toBeLessThan(0.05);
  });

  it('take the same count of numbers for any numbers', () => {
    const [one, other] = [createRng('count'), createRng('count')];
    for (let time = 0; time < 100; time += 1) {
      drawError(one);
      drawWait(one, 3);
      drawSize(one, 30);
      for (let number = 0; number < 6; number += 1) other.next();
    }
    expect(one.next()).toBe(other.next());
  });
});
