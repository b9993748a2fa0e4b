import { expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

test.each([
  ['an expectation', { get: '/markets', expect: {} }],
  ['places of a body', { get: '/markets', expect: { at: {} } }],
  ['headers', { get: '/markets', expect: { headers: {} } }],
  ['a shape that is not wanted', { get: '/markets', expect: { shape: false } }],
  ['a state', { expectState: {} }],
  ['events of a state', { expectState: { events: [] } }],
  ['checks', { check: [] }],
  ['clients', { together: {} }],
  ['variables', { set: {} }],
])('%s without an expectation is refused', (_, step) => {
  expect(Scenario.safeParse({ scenario: 'x', steps: [step] }).success).toBe(false);
  expect(Scenario.safeParse({ scenario: 'x', steps: [{ get: '/markets', expect: { status: 200 } }] }).success).toBe(
    true,
  );
});
