import { expect, it } from 'vitest';
import { processorMs } from '../../spec/fixtures/processor-time.ts';
import { TooMuchWork } from './matcher.ts';
import { matchesRegex, regexFault } from './regex.ts';

it.each([
  '^0x[0-9a-f]{64}$',
  '^\\d+(\\.\\d+)?$',
  '^(BUY|SELL)$',
  'not enough balance.*allowance',
  '^\\d{4}-\\d\\d-\\d\\dT[^Z]+Z$',
  '^(?<id>[a-z]+)-(?:\\d+)$',
  '[*+(]+',
  '(?:ab)+',
  'a{2,5}',
  '\\(a+\\)',
])('taken: %s', (source) => {
  expect(regexFault(source)).toBeUndefined();
});

it.each([
  '(a+)+$',
  '(a*)*',
  '(a|a)*$',
  '([a-z]+\\.?)*x',
  '(?:(?:a?){20}){20}',
  'a?'.repeat(100),
  '(?:a|a)'.repeat(40),
  '.*.*.*.*.*.*.*x',
  '(a)\\1',
  '(?=(a+))+\\k<x>',
  '(a{0,30}){10,}',
])('refused: %s', (source) => {
  expect(regexFault(source)).toMatch(/may never end/);
});

it('long texts are tried only where the ways to match are few', () => {
  const text = `${'a'.repeat(19_999)}b`;
  expect(matchesRegex('^a+b$', text, { left: 1e9 })).toBe(true);
  expect(matchesRegex('^a*a*a*$', text, { left: 1e9 })).toEqual({ fault: expect.stringContaining('too many ways') });
  expect(matchesRegex('^a*a*a*$', 'aab', { left: 1e9 })).toBe(false);
  expect(matchesRegex('a', 'a'.repeat(20_001), { left: 1e9 })).toEqual({ fault: expect.stringContaining('20000') });
});

it('long texts cost work, such that many of them are refused', () => {
  const work = { left: 500_000 };
  expect(matchesRegex('a*c', 'b'.repeat(19_000), work)).toBe(false);
  expect(() => matchesRegex('a*c', 'b'.repeat(19_000), work)).toThrow(TooMuchWork);
});

it('the worst text for the worst expression that is taken ends soon', () => {
  const cost = processorMs(() => expect(matchesRegex('a*c', `${'a'.repeat(19_000)}b`, { left: 1e9 })).toBe(false));
  expect(cost).toBeLessThan(5_000);
});
