/** conformance/execution/schedule tests: the changes that a check makes decide when it runs, not the suite. */
import { expect, it } from 'vitest';
import type { Check } from '../check.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { allChecks } from '../suite.ts';
import { planOf, sectionOf } from './schedule.ts';

const plan = planOf(allChecks().toReversed());
const stagesWith = (wanted: boolean): readonly Check[] =>
  plan.flatMap(({ checks, isSideBySide }) => (isSideBySide === wanted ? checks : []));
const [sideBySide, alone] = [stagesWith(true), stagesWith(false)];

it('runs what changes nothing side by side, and everything else alone, section by section', () => {
  expect([...new Set(sideBySide.map(sectionOf))]).toEqual(['reads', 'unauthorized']);
  expect(sideBySide.filter(({ safety, capability }) => safety !== 'read' && capability !== 'read')).toEqual([]);
  const reads = alone.filter(({ safety, capability }) => safety === 'read' && ['read', 'wallet'].includes(capability));
  expect(reads).toEqual([]);
  expect([...new Set(alone.map(sectionOf))]).toEqual(['orders', 'fills', 'sessions', 'switches', 'limits']);
  expect(sideBySide.length + alone.length).toBe(allChecks().length);
});

it('lets orders rest and expire before the first fill, and ends sessions when no order needs one', () => {
  const at = (id: CheckId): number => alone.findIndex((check) => check.id === id);
  const firstFill = alone.findIndex(({ safety }) => safety === 'write-irreversible');
  const orders = alone.flatMap(({ safety, capability }, index) =>
    capability === 'trading' && safety.startsWith('write-') ? [index] : [],
  );
  for (const id of ['place-order.fresh-rest', 'place-order.gtd'] as const) {
    expect(at(id), id).toBeGreaterThanOrEqual(0);
    expect(at(id), id).toBeLessThan(firstFill);
  }
  for (const id of ['heartbeat-v1.fresh-lapse', 'heartbeat-expiry.own-key'] as const) {
    expect(at(id), id).toBeGreaterThan(Math.max(...orders));
  }
});
