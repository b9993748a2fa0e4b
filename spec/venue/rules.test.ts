import { expect, test } from 'vitest';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { DOCUMENT_RULES, type VenueRules } from './rules.ts';

test.each<[string, Record<string, unknown>, RegExp]>([
  ['of an unknown mode', { selfTrade: 'skip' }, /^rules\.selfTrade must be one of cancel-newest, .*, got skip$/],
  [
    'without a wait',
    { heartbeatMs: undefined },
    /^rules\.heartbeatMs must be whole milliseconds from 0 .*, got undefined$/,
  ],
  ['with a negative wait', { minedAfterMs: -1 }, /^rules\.minedAfterMs .*, got -1$/],
  ['with half a millisecond', { confirmedAfterMs: 0.5 }, /^rules\.confirmedAfterMs .*, got 0\.5$/],
  [
    'with an unknown field',
    { heartbeatMS: 1 },
    /^unknown field rules\.heartbeatMS; the fields are selfTrade, heartbeatMs, /,
  ],
  ['that no clock can count', { minimumLifeMs: Number.MAX_SAFE_INTEGER }, /^rules\.minimumLifeMs /],
])('rules %s are rejected', (_, rules, message) => {
  const make = (): Venue => createVenue({ ...DOCUMENT_RULES, ...rules } as VenueRules);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

test('inherited rules are valid, and later changes have no effect', () => {
  const same = createVenue(Object.create(DOCUMENT_RULES) as VenueRules).snapshot();
  expect(Buffer.compare(same, createVenue(DOCUMENT_RULES).snapshot())).toBe(0);
  const rules: { -readonly [Name in keyof VenueRules]: VenueRules[Name] } = { ...DOCUMENT_RULES };
  const venue = createVenue(rules);
  rules.heartbeatMs = 5;
  venue.step({ kind: 'heartbeat', key: 1 }, 1);
  expect(venue.nextDue()).toBe(1 + DOCUMENT_RULES.heartbeatMs);
});

test('names a mode that is a symbol', () => {
  const selfTrade = Symbol('skip');
  expect(() => createVenue({ ...DOCUMENT_RULES, selfTrade } as unknown as VenueRules)).toThrow(/got Symbol\(skip\)$/);
});
