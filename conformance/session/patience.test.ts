/** conformance/session/patience tests: the first wait is long, later ones follow what was seen, and reports are rounded. */
import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

it('waits thirty seconds for the first change, or as long as the user says', () => {
  expect(createPatience().limit(['positions'])).toBe(30_000);
  expect(createPatience(5_000).limit(['positions'])).toBe(5_000);
  expect(createPatience(0).limit(['positions'])).toBe(0);
});

it('waits longer once a change was slow, and never shorter because one was quick', () => {
  const patience = createPatience();
  patience.shown(['positions'], 20_000);
  patience.shown(['positions'], 0);
  expect(patience.limit(['positions'])).toBe(62_000);
  expect(patience.limit(['activity'])).toBe(30_000);
  expect(patience.limit(['activity', 'positions'])).toBe(62_000);
});

it('waits briefly for a view that twice did not change, until it changes', () => {
  const patience = createPatience();
  patience.missed(['positions']);
  expect(patience.limit(['positions'])).toBe(30_000);
  patience.missed(['positions']);
  expect(patience.limit(['positions'])).toBe(2_000);
  patience.shown(['positions'], 500);
  expect(patience.limit(['positions'])).toBe(30_000);
});

it('lets a view settle after an order for as long as it lagged, and not at all where it never did', () => {
  const patience = createPatience();
  expect(patience.untilSettled(['positions'], 1_000, true)).toBe(0);
  patience.ordered(1_000);
  expect(patience.untilSettled(['positions'], 1_500, false)).toBe(0);
  expect(patience.untilSettled(['positions'], 1_500, true)).toBe(29_500);
  patience.shown(['positions'], 4_000);
  expect(patience.untilSettled(['positions'], 1_500, false)).toBe(9_500);
  expect(patience.untilSettled(['positions'], 20_000, false)).toBe(0);
});

it('reports slow views alone, rounded up', () => {
  const patience = createPatience();
  patience.shown(['positions'], 14_250);
  patience.shown(['books'], 1_900);
  patience.shown(['activity'], 4_000_000);
  expect(patience.facts()).toEqual([
    ['change-shown.activity', 'within 4200 seconds'],
    ['change-shown.positions', 'within 20 seconds'],
  ]);
});
