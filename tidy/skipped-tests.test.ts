import { expect, it } from 'vitest';
import { skippedLine } from './skipped-tests.ts';

it.each([
  [[], undefined],
  [['reads a capture'], '1 test was skipped'],
  [
    [
      'in Chromium (skipped without one: apt-get install chromium)',
      'zsh reads, skipped because zsh is not installed',
      'x',
    ],
    '3 tests were skipped; install for 2 of them: chromium, zsh',
  ],
  [
    ['a, because redis-server is not installed: apt-get install redis-server', 'b python3 is not installed'],
    '2 tests were skipped; install for 2 of them: python3, redis-server',
  ],
])('of %j', (reasons, line) => {
  expect(skippedLine(reasons)).toBe(line);
});
