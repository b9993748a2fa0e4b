/** conformance/checks/same-value tests: the sentence about the first difference, and its cost for a body that nests deep. */
import { expect, it } from 'vitest';
import { differenceText } from './same-value.ts';

it.each([
  [[{ a: 1 }], [{ a: '1' }], ', whose /0/a is 1, not "1"'],
  [{ a: { b: [1, 2] } }, { a: { b: [1] } }, ', whose /a/b/1 is 2, not nothing'],
  [{ a: null }, {}, ', whose /a is null, not nothing'],
  [{ at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T00:00:00.000Z' }, ''],
  [1, 2, ''],
])('of %j and %j', (expected, actual, text) => {
  expect(differenceText(expected, actual)).toBe(text);
});

it('is found in one walk, however deep it lies', () => {
  const nested = (leaf: string): unknown =>
    Array.from({ length: 900 }).reduce<unknown>((inner) => ({ text: 'x'.repeat(1_000), inner }), leaf);
  const start = process.cpuUsage();
  expect(differenceText(nested('a'), nested('b'))).toMatch(/inner is "a", not "b"$/);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});
