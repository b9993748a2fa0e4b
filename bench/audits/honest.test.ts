import { expect, it } from 'vitest';
import { failuresOn, honest } from './honest.ts';

it.each([0, 1, 2, 8])('honest strategies pass every audit of capture %i', async (capture) => {
  expect(await failuresOn(capture, 4)).toEqual([]);
});

it('a strategy that remembers an earlier run fails', async () => {
  let runs = 0;
  const remembers = (seed: number) => {
    runs += 1;
    return honest(seed + runs);
  };
  expect((await failuresOn(1, 1, remembers)).join()).toMatch(/strategy 0: future-cut: /);
});
