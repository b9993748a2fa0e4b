/** sim/core/rules tests: rules that no venue can keep make no venue. */
import { expect, test } from 'vitest';
import { DOCUMENT_RULES, type VenueRules } from './rules.ts';
import { createVenue, type Venue } from './venue.ts';

test.each<[string, Record<string, unknown>, RegExp]>([
  ['of an unknown mode', { selfTrade: 'skip' }, /^rules\.selfTrade is one of cancel-newest, .*, got skip$/],
  ['without a wait', { heartbeatMs: undefined }, /^rules\.heartbeatMs is whole milliseconds from 0 .*, got undefined$/],
  ['with a negative wait', { minedAfterMs: -1 }, /^rules\.minedAfterMs .*, got -1$/],
  ['with half a millisecond', { confirmedAfterMs: 0.5 }, /^rules\.confirmedAfterMs .*, got 0\.5$/],
  ['with one that is none', { heartbeatMS: 1 }, /^there is no rules\.heartbeatMS; all: selfTrade, heartbeatMs, /],
  ['that no clock can count', { minimumLifeMs: Number.MAX_SAFE_INTEGER }, /^rules\.minimumLifeMs /],
])('rules %s make no venue', (_, rules, message) => {
  const make = (): Venue => createVenue({ ...DOCUMENT_RULES, ...rules } as VenueRules);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

test('rules that are inherited are rules, and stay those that were judged', () => {
  const same = createVenue(Object.create(DOCUMENT_RULES) as VenueRules).snapshot();
  expect(Buffer.compare(same, createVenue(DOCUMENT_RULES).snapshot())).toBe(0);
  const rules: { -readonly [Name in keyof VenueRules]: VenueRules[Name] } = { ...DOCUMENT_RULES };
  const venue = createVenue(rules);
  rules.heartbeatMs = 5;
  venue.step({ kind: 'heartbeat', key: 1 }, 1);
  expect(venue.nextDue()).toBe(1 + DOCUMENT_RULES.heartbeatMs);
});

test('a mode that is a symbol is named, too', () => {
  const selfTrade = Symbol('skip');
  expect(() => createVenue({ ...DOCUMENT_RULES, selfTrade } as unknown as VenueRules)).toThrow(/got Symbol\(skip\)$/);
});
