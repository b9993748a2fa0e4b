/** cli/replay-progress tests: rows, rate and the time that is left, in a line that a person can read. */
import { expect, it } from 'vitest';
import { replayText } from './replay-progress.ts';

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
