/** proof/venue/oracle/tampered-logs.test: every change of one number, and missing or repeated events, are found. */
import { describe, expect, test } from 'vitest';
import { createNaive } from '../../../model/create-naive.ts';
import type { Event, MakerLeg } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type VenueRules } from '../../../spec/venue/rules.ts';
import { drawsOf } from '../mutants/oracle.ts';
import { audit } from './auditor.ts';
import { runGenes } from './runs.ts';

const TRADES = 10;

function logOf(rules: VenueRules): readonly Event[] {
  const { venue } = runGenes(createNaive(rules), 200, drawsOf(`tampering ${rules.selfTrade}`));
  venue.advanceTo(venue.now + 1_000_000);
  // A later event shows what is missing at the end.
  venue.step({ kind: 'open-wallet' }, venue.now + 1);
  return venue.log;
}

function isFound(log: readonly Event[], rules: VenueRules): boolean {
  return audit(log, rules).length > 0;
}

/** Copies of the object with one number one larger or one smaller. */
function* oneOff<Thing extends object>(thing: Thing): Generator<readonly [field: string, changed: Thing]> {
  for (const [field, value] of Object.entries(thing)) {
    if (typeof value !== 'number') continue;
    yield [`${field} + 1`, { ...thing, [field]: value + 1 }];
    yield [`${field} - 1`, { ...thing, [field]: value - 1 }];
  }
}

/** All copies of a trade with a number that is off by one, in the trade or in a leg. */
function* wrongTrades(
  event: Extract<Event, { kind: 'trade' | 'trade-reversed' }>,
): Generator<readonly [string, Event]> {
  yield* oneOff(event);
  for (const [at, leg] of event.makers.entries()) {
    for (const [field, changed] of oneOff(leg)) {
      const makers: readonly MakerLeg[] = event.makers.with(at, changed);
      yield [`leg ${at} ${field}`, { ...event, makers }];
    }
  }
}

/** Whether the event follows from others, so that a log without it, or with it twice, is wrong. */
function isOwed(event: Event): boolean {
  switch (event.kind) {
    case 'trade':
    case 'trade-reversed':
    case 'order-released':
    case 'heartbeat-lost':
      return true;
    case 'order-closed':
      return event.reason !== 'cancelled' && event.reason !== 'self-trade';
    case 'trade-status':
      return event.status !== 'RETRYING';
    default:
      return false;
  }
}

describe.each(SELF_TRADE_MODES)('a log of the mode %s', (selfTrade) => {
  const rules = { ...DOCUMENT_RULES, selfTrade };
  const log = logOf(rules);
  const places = [...log.keys()];

  test('passes unchanged', () => {
    expect(audit(log, rules)).toEqual([]);
  });

  test('fails with any number of a trade off by one', () => {
    const trades = places.filter((at) => /^trade(?:-reversed)?$/.test(log[at]?.kind ?? ''));
    const unfound: string[] = [];
    for (const at of trades.slice(-TRADES)) {
      const event = log[at];
      if (event?.kind !== 'trade' && event?.kind !== 'trade-reversed') continue;
      for (const [change, changed] of wrongTrades(event)) {
        if (!isFound(log.with(at, changed), rules)) unfound.push(`event ${at}: ${change}`);
      }
    }
    expect(trades.length).toBeGreaterThan(TRADES);
    expect(unfound).toEqual([]);
  });

  test('fails without any event that must follow, and with any such event twice', () => {
    const owed = places.filter((at) => {
      const event = log[at];
      return event !== undefined && isOwed(event);
    });
    expect(owed.length).toBeGreaterThan(50);
    expect(owed.filter((at) => !isFound(log.toSpliced(at, 1), rules))).toEqual([]);
    expect(owed.filter((at) => !isFound(log.toSpliced(at, 0, ...log.slice(at, at + 1)), rules))).toEqual([]);
  });
});
