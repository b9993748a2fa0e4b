/** conformance/client/lanes tests: slow responses get more lanes, busy and throttling services do not. */
import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

/** The number of lanes after responses that took so many milliseconds. */
function lanesAfter(
  milliseconds: readonly number[],
  { fixed, throttled = false }: { fixed?: number; throttled?: boolean } = {},
): number {
  const lanes = createLanes(fixed);
  for (const one of milliseconds) lanes.observe(one, throttled);
  return lanes.count();
}

const hundred = (milliseconds: number): readonly number[] => Array.from({ length: 100 }, () => milliseconds);

it('runs eight side by side on a quick service', () => {
  expect(lanesAfter([])).toBe(8);
  expect(lanesAfter(hundred(2))).toBe(8);
  expect(lanesAfter([1, ...hundred(60)])).toBe(8);
});

it('runs more side by side on a slow network, up to a limit', () => {
  expect(lanesAfter(hundred(100))).toBe(25);
  expect(lanesAfter(hundred(150))).toBe(38);
  expect(lanesAfter(hundred(5_000))).toBe(40);
});

it('takes lanes back once responses wait for each other', () => {
  expect(lanesAfter([...hundred(100), 250, 250, 250])).toBe(22);
  expect(lanesAfter([...hundred(100), ...hundred(250)])).toBe(8);
});

it('adds none on a target that throttles, and none to a number that the user chose', () => {
  expect(lanesAfter(hundred(100), { throttled: true })).toBe(8);
  expect(lanesAfter(hundred(100), { fixed: 3 })).toBe(3);
});
