import { afterAll, expect, it, vi } from 'vitest';
import { against, clockedInParts, race, ratesOf, undisturbedInMillions } from './race.ts';

const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterAll(() => progress.mockRestore());

it('sums up the best round of each part for an undisturbed run', () => {
  const rates = ratesOf(6_000, [
    [1, 9, 2],
    [4, 3, 2],
  ]);
  expect(rates.byRound.map(Math.round)).toEqual([500_000, 666_667]);
  expect(rates.undisturbed).toBe(1_000_000);
  expect(undisturbedInMillions(rates)).toBe('1.00 M/s');
});

it('gives each part its share of the work, and the last one the remainder', () => {
  const given: (readonly [number, number])[] = [];
  const times = clockedInParts(25, 10, (from, to) => given.push([from, to]))();
  expect(given).toEqual([
    [0, 10],
    [10, 20],
    [20, 25],
  ]);
  expect(times).toHaveLength(3);
});

it('runs all contestants in each round, ignores warm-ups, and returns results in their order', () => {
  const order: string[] = [];
  const contestant = (name: string, ms: readonly number[]) => {
    let round = 0;
    const ready = () => {
      order.push(name);
      const time = ms[round++] ?? Number.NaN;
      return () => [time];
    };
    return { name, operations: 1, ready };
  };
  const [slow, quick] = race([contestant('slow', [9, 4, 2]), contestant('quick', [9, 1, 1])], 2, 1);
  expect(order).toEqual(['slow', 'quick', 'slow', 'quick', 'slow', 'quick']);
  expect([slow.byRound, quick.byRound]).toEqual([
    [250, 500],
    [1_000, 1_000],
  ]);
  expect(against(slow, quick)).toBe('0.50 x (0.25 to 0.50)');
});
