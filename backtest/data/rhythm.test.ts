/** backtest/data/rhythm tests: the gap time of a market follows from the pauses between its books. */
import { expect, it } from 'vitest';
import { Rhythm } from './rhythm.ts';

const SECOND = 1_000_000;

function gapAfter(pauses: readonly number[], fixed?: number): number {
  const rhythm = new Rhythm(fixed);
  let time = 0;
  rhythm.note(7, time);
  for (const pause of pauses) {
    time += pause * SECOND;
    rhythm.note(7, time);
  }
  return rhythm.gapOf(7) / SECOND;
}

const times = (count: number, pause: number): readonly number[] => Array.from({ length: count }, () => pause);

it.each<[string, readonly number[], number, number]>([
  ['too few pauses', times(19, 120), 60, 60],
  ['enough pauses', times(20, 120), 600, 675],
  ['quick books', times(30, 2), 60, 60],
  ['messages within a second, which are no pauses', times(19, 120).flatMap(() => [119.5, 0.5]), 60, 60],
  ['a quarter of long pauses', [...times(75, 20), ...times(25, 900)], 100, 113],
  ['more than a quarter of them', [...times(74, 20), ...times(26, 900)], 4_500, 5_063],
])('%s', (_, pauses, least, most) => {
  expect(gapAfter(pauses)).toBeGreaterThanOrEqual(least);
  expect(gapAfter(pauses)).toBeLessThanOrEqual(most);
  expect(gapAfter(pauses, 5 * SECOND)).toBe(5);
});
