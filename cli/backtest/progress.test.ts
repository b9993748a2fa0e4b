import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { capturePrinted } from '../fixtures/printed.ts';
import { createLateProgress } from '../terminal/text-progress.ts';
import { replayText, runProgress } from './progress.ts';

const printed = capturePrinted();
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  [250, 1_000, 500, 'replaying: 250 of 1000 rows (25 %), 500 a second, about 2 s left'],
  [999, 1_000, 999, 'replaying: 999 of 1000 rows (99 %), 1000 a second, about 1 s left'],
  [1_000, 1_000, 500, 'replaying: 1000 of 1000 rows (100 %), 2000 a second, about 0 s left'],
  [1, 601, 1_000, 'replaying: 1 of 601 rows (0 %), 1 a second, about 10 min left'],
  [1, 7_201, 1_000, 'replaying: 1 of 7201 rows (0 %), 1 a second, about 2 h 0 min left'],
  [10, 0, 0, 'replaying: 10 of 0 rows (1000 %), 10000 a second, about 0 s left'],
])('%d of %d rows after %d ms', (rows, ofRows, elapsed, text) => {
  expect(replayText(rows, ofRows, elapsed)).toBe(text);
});

it('shows the survey before the first row is replayed', () => {
  const progress = runProgress(1_000);
  for (const [rows, surveyed] of [
    [0, 0],
    [0, 500],
    [400, 1_000],
  ] as const) {
    vi.advanceTimersByTime(11_000);
    progress.show(rows, surveyed);
  }
  progress.end();
  expect(printed.err.split('\n').slice(0, 3)).toEqual([
    'replaying 1000 rows',
    'surveying: 500 of 1000 rows (50 %)',
    expect.stringMatching(/^replaying: 400 of 1000 rows/),
  ]);
});

it('is silent about work that ends within a second', () => {
  const progress = createLateProgress(process.stderr);
  vi.advanceTimersByTime(900);
  progress.show(() => 'early');
  expect(printed.err).toBe('');
  vi.advanceTimersByTime(200);
  progress.show(() => 'late');
  progress.end();
  expect(printed.err).toBe('late\n');
});
