import { expect, it } from 'vitest';
import { sweepText } from './progress.ts';

it('shows trials, their rate in this run, and an estimate', () => {
  const at = { phase: 'train', done: 30, earlier: 10, of: 100 } as const;
  expect(sweepText(at, 4_000)).toBe('training: 30 of 100 trials (30 %), 5 a second, about 14 s left');
  expect(sweepText({ ...at, done: 10 }, 4_000)).toBe('training: 10 of 100 trials (10 %)');
});
