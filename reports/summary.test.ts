/** reports/summary tests: how often a drawn case fails, in words. */
import { expect, it } from 'vitest';
import type { Finding } from '../conformance/report.ts';
import { counterexampleText } from './summary.ts';

it.each([
  [{ repeated: 3 }, 'deterministic (3 of 3)'],
  [{ repeated: 1 }, 'flaky (1 of 3)'],
  [{ repeated: 2, repeatedInTurn: 0 }, 'only under concurrency (2 of 3)'],
  [{ repeated: 3, repeatedInTurn: 1 }, 'deterministic (3 of 3)'],
  [{ repeated: 0, repeatedInTurn: 0 }, 'flaky (0 of 3)'],
])('a case with %j is %s', (counts, words) => {
  const counterexample = { seed: 7, path: '1:0', runs: 2, shrinks: 1, repetitions: 3, sizes: [9, 4], ...counts };
  expect(counterexampleText({ counterexample } as unknown as Finding)).toContain(words);
});
