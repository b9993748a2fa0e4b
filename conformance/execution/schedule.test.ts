/** conformance/execution/schedule tests: what a check changes decides when it runs, wherever it stands in the suite. */
import { expect, it } from 'vitest';
import { allChecks } from '../suite.ts';
import { planOf, sectionOf } from './schedule.ts';

const { sideBySide, alone } = planOf(allChecks().toReversed());

it('runs reads side by side, and everything else alone, section by section', () => {
  expect([...new Set(sideBySide.map(sectionOf))]).toEqual(['reads']);
  expect([...new Set(alone.map(sectionOf))]).toEqual(['orders', 'fills', 'sessions', 'switches', 'limits']);
  expect(sideBySide.length + alone.length).toBe(allChecks().length);
});

it('places resting orders in markets that never traded, and ends sessions when no order needs one', () => {
  const at = (id: string): number => alone.findIndex((check) => check.id === id);
  const [rest, fill, lapse] = [
    at('place-order.fresh-rest'),
    at('place-order.fok-filled'),
    at('heartbeat-v1.fresh-lapse'),
  ];
  const orders = alone.flatMap(({ safety, capability }, index) =>
    capability === 'trading' && safety.startsWith('write-') ? [index] : [],
  );
  expect(rest).toBeGreaterThanOrEqual(0);
  expect(alone.slice(0, rest).map(({ safety }) => safety)).not.toContain('write-irreversible');
  expect(fill).toBeGreaterThan(rest);
  expect(lapse).toBeGreaterThan(Math.max(...orders));
});
