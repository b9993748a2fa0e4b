/** sim/core/rules tests: rules that no venue can keep make no exchange. */
import { expect, test } from 'vitest';
import { createExchange, type Exchange } from './exchange.ts';
import { DOCUMENT_RULES, type VenueRules } from './rules.ts';

test.each<[string, Record<string, unknown>, RegExp]>([
  ['of an unknown mode', { selfTrade: 'skip' }, /^rules\.selfTrade is one of cancel-newest, .*, got skip$/],
  ['without a wait', { heartbeatMs: undefined }, /^rules\.heartbeatMs is whole milliseconds from 0 .*, got undefined$/],
  ['with a negative wait', { minedAfterMs: -1 }, /^rules\.minedAfterMs .*, got -1$/],
  ['with half a millisecond', { confirmedAfterMs: 0.5 }, /^rules\.confirmedAfterMs .*, got 0\.5$/],
  ['with one that is none', { heartbeatMS: 1 }, /^there is no rules\.heartbeatMS; all: selfTrade, heartbeatMs, /],
  ['that no clock can count', { minimumLifeMs: Number.MAX_SAFE_INTEGER }, /^rules\.minimumLifeMs /],
])('rules %s make no exchange', (_, rules, message) => {
  const make = (): Exchange => createExchange({ ...DOCUMENT_RULES, ...rules } as VenueRules);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});
