/** conformance/client/patience: the first wait is long, later ones follow observations, and reports are rounded. */
import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

it('waits thirty seconds for the first change, or as long as the user says', () => {
  expect(createPatience().limit(['positions'], 'fill')).toBe(30_000);
  expect(createPatience(5_000).limit(['positions'], 'fill')).toBe(5_000);
  expect(createPatience(0).limit(['positions'], 'fill')).toBe(0);
});

it('waits longer once a change was slow, and never shorter because one was quick', () => {
  const patience = createPatience();
  patience.shown(['positions'], 'fill', 20_000);
  patience.shown(['positions'], 'fill', 0);
  expect(patience.limit(['positions'], 'fill')).toBe(62_000);
  expect(patience.limit(['activity'], 'fill')).toBe(30_000);
  expect(patience.limit(['activity', 'positions'], 'fill')).toBe(62_000);
});

it('waits briefly for a view that twice did not change, until it changes', () => {
  const patience = createPatience();
  patience.missed(['positions'], 'fill', false);
  expect(patience.limit(['positions'], 'fill')).toBe(30_000);
  patience.missed(['positions'], 'fill', false);
  expect(patience.limit(['positions'], 'fill')).toBe(2_000);
  patience.shown(['positions'], 'fill', 500);
  expect(patience.limit(['positions'], 'fill')).toBe(30_000);
});

it('waits briefly after one wait in which nothing moved, for changes of that kind alone', () => {
  const patience = createPatience();
  patience.missed(['positions'], 'fill', true);
  expect(patience.limit(['positions'], 'fill')).toBe(2_000);
  expect(patience.limit(['positions'], 'rest')).toBe(30_000);
  expect(patience.limit(['activity'], 'fill')).toBe(30_000);
});

it('does not take for a change what held at once', () => {
  const patience = createPatience();
  patience.missed(['books'], 'fill', true);
  patience.shown(['books'], 'fill', 0);
  expect(patience.limit(['books'], 'fill')).toBe(2_000);
  patience.shown(['books'], 'fill', 500);
  expect(patience.limit(['books'], 'fill')).toBe(30_000);
});

it('waits briefly in all views if two do not show a change of a kind, and fewer do', () => {
  const patience = createPatience();
  patience.shown(['books'], 'fill', 0);
  for (const view of ['books', 'live-orders'] as const) patience.missed([view], 'fill', true);
  expect(patience.limit(['activity'], 'fill')).toBe(1_000);
  expect(patience.limit(['activity'], 'cancel')).toBe(30_000);
  patience.shown(['builder-trades', 'holders'], 'fill', 0);
  expect(patience.limit(['activity'], 'fill')).toBe(30_000);
});

it('lets views settle briefly once the full time for them was in vain', () => {
  const patience = createPatience();
  patience.ordered(0);
  patience.settledInVain(['books', 'positions']);
  expect(patience.untilSettled(['books', 'positions'], 0, true)).toBe(2_000);
  expect(patience.untilSettled(['books', 'activity'], 0, true)).toBe(30_000);
});

it('lets a view settle after an order for as long as it lagged, and not at all where it never did', () => {
  const patience = createPatience();
  expect(patience.untilSettled(['positions'], 1_000, true)).toBe(0);
  patience.ordered(1_000);
  expect(patience.untilSettled(['positions'], 1_500, false)).toBe(0);
  expect(patience.untilSettled(['positions'], 1_500, true)).toBe(29_500);
  patience.shown(['positions'], 'fill', 4_000);
  expect(patience.untilSettled(['positions'], 1_500, false)).toBe(9_500);
  expect(patience.untilSettled(['positions'], 20_000, false)).toBe(0);
});

it('reports slow views alone, rounded up', () => {
  const patience = createPatience();
  patience.shown(['positions'], 'fill', 14_250);
  patience.shown(['books'], 'fill', 1_900);
  patience.shown(['activity'], 'fill', 4_000_000);
  expect(patience.facts()).toEqual([
    ['change-shown.activity', 'within 4200 seconds'],
    ['change-shown.positions', 'within 20 seconds'],
  ]);
});
