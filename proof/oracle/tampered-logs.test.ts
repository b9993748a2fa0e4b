/** A true log that is changed in one place is found out, wherever the change is no history of its own. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Event, MakerLeg } from '../../sim/core/event.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type VenueRules } from '../../sim/core/rules.ts';
import { audit } from './auditor.ts';
import { createNaive } from './port.ts';
import { runGenes } from './runs.ts';

/** Trades of a run that are tampered with. */
const TRADES = 10;

function logOf(rules: VenueRules): readonly Event[] {
  const random = seedrandom(`tampering ${rules.selfTrade}`);
  const { venue } = runGenes(createNaive(rules), 200, () => random.int32() >>> 1);
  venue.advanceTo(venue.now + 1_000_000);
  // One moment later something else happens: what is missing at the end shows.
  venue.step({ kind: 'open-wallet' }, venue.now + 1);
  return venue.log;
}

function isFound(log: readonly Event[], rules: VenueRules): boolean {
  return audit(log, rules).length > 0;
}

/** The same thing with a number one more or one less, for each of its numbers. */
function* oneOff<Thing extends object>(thing: Thing): Generator<readonly [field: string, changed: Thing]> {
  for (const [field, value] of Object.entries(thing)) {
    if (typeof value !== 'number') continue;
    yield [`${field} + 1`, { ...thing, [field]: value + 1 }];
    yield [`${field} - 1`, { ...thing, [field]: value - 1 }];
  }
}

/** All ways in which a number of a trade or of one of its legs can be one off. */
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

/** Whether the event follows from others, so that without it, or with it twice, the log is wrong. The rules of self-trade prevention are the naive venue's. */
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

  test('is true as it is', () => {
    expect(audit(log, rules)).toEqual([]);
  });

  test('bears no trade in which any number is one off', () => {
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

  test('misses nothing that was owed, and has nothing owed twice', () => {
    const owed = places.filter((at) => {
      const event = log[at];
      return event !== undefined && isOwed(event);
    });
    expect(owed.length).toBeGreaterThan(50);
    expect(owed.filter((at) => !isFound(log.toSpliced(at, 1), rules))).toEqual([]);
    expect(owed.filter((at) => !isFound(log.toSpliced(at, 0, ...log.slice(at, at + 1)), rules))).toEqual([]);
  });
});
