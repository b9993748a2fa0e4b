/** proof/venue/oracle/auditor.test: the auditor remembers only what is open, and survives logs that make no sense. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type SelfTradeMode } from '../../../spec/venue/rules.ts';
import { drawsOf } from '../mutants/oracle.ts';
import { lengthOf } from './agenda.ts';
import { endArrival, isPartOf } from './arrival-facts.ts';
import { createAuditor } from './auditor.ts';
import { nextDeadline } from './deadlines.ts';
import { applyEvent, beginEvent, findSubject } from './fact-updates.ts';
import { Facts } from './facts.ts';
import { runGenes } from './runs.ts';
import { applyLeg } from './trade-updates.ts';

function drawnRun(selfTrade: SelfTradeMode, length: number): Venue {
  return runGenes(createVenue({ ...DOCUMENT_RULES, selfTrade }), length, drawsOf(`learning ${selfTrade}`)).venue;
}

/** Closes all markets and settles all trades. */
function windUp(venue: Venue): void {
  for (let market = 0; venue.market(market) !== undefined; market += 1) {
    venue.step({ kind: 'close-market', market }, venue.now);
  }
  // A held settlement goes on when it is retried.
  for (let trade = 0; trade < venue.tradeCount; trade += 1) {
    venue.step({ kind: 'disturb-settlement', trade, outcome: 'retry' }, venue.now);
  }
  venue.advanceTo(venue.now + 1_000_000);
}

function factsOf(venue: Venue, selfTrade: SelfTradeMode): Facts {
  const facts = new Facts({ ...DOCUMENT_RULES, selfTrade });
  for (const event of venue.log) {
    if (!isPartOf(facts, event)) endArrival(facts);
    findSubject(facts, event);
    if (event.kind === 'trade') {
      for (const leg of event.makers) {
        const [maker, taker] = [facts.orders.get(leg.order), facts.present.order];
        if (maker === undefined || taker === undefined) throw new Error('both parties are open');
        applyLeg(facts, event, leg, maker, taker);
      }
    }
    beginEvent(facts, event.kind, event.at);
    applyEvent(facts, event);
  }
  return facts;
}

describe('the facts of a run', () => {
  test.each(SELF_TRADE_MODES)('drop ended orders and settled trades, %s', (selfTrade) => {
    const venue = drawnRun(selfTrade, 300);
    windUp(venue);
    const facts = factsOf(venue, selfTrade);
    expect(facts.accepted).toBeGreaterThan(60);
    expect(facts.traded).toBeGreaterThan(10);
    expect([facts.orders.size, facts.trades.size, facts.beats.size]).toEqual([0, 0, 0]);
    expect([nextDeadline(facts), lengthOf(facts.agenda)]).toEqual([undefined, 0]);
    for (const { bids, asks } of facts.markets) expect([...bids.levels, ...asks.levels]).toEqual([]);
    for (const { held, holdings } of facts.wallets) {
      expect([held, ...[...holdings.values()].flatMap(({ offered }) => offered)].every((each) => each === 0)).toBe(
        true,
      );
    }
  });
});

describe('an auditor', () => {
  test('keeps the first thousand findings', () => {
    const auditor = createAuditor();
    for (let at = 0; at < 3_000; at += 1) auditor.add({ kind: 'heartbeat-lost', at: -at, key: at });
    expect(auditor.findings.length).toBe(1_000);
  });

  test('survives gaps in numbers, and still judges the state', () => {
    const venue = drawnRun('cancel-newest', 50);
    for (const kind of ['market-listed', 'wallet-opened'] as const) {
      const auditor = createAuditor();
      const doomed = venue.log.find((event) => event.kind === kind);
      for (const event of venue.log) if (event !== doomed) auditor.add(event);
      auditor.judgeWhole(venue);
      const names = auditor.findings.map(({ invariant }) => invariant);
      expect(names).toEqual(expect.arrayContaining(['numbersFollow', 'partiesKnown', 'treasuryFold']));
    }
  });

  test('survives a shuffled log', () => {
    const auditor = createAuditor();
    const { log } = drawnRun('decrement', 200);
    const random = seedrandom('shuffled');
    const shuffled = log.map((event) => ({ event, key: random.quick() })).sort((one, other) => one.key - other.key);
    for (const { event } of shuffled) auditor.add(event);
    auditor.end();
    expect(auditor.findings.length).toBeGreaterThan(100);
  });
});
