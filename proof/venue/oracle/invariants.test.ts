/** proof/venue/oracle/invariants.test: each invariant of the log passes true logs and finds a tampered one. */
import { describe, expect, test } from 'vitest';
import { createNaive } from '../../../model/create-naive.ts';
import type { Event } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type SelfTradeMode, type VenueRules } from '../../../spec/venue/rules.ts';
import { drawsOf } from '../mutants/oracle.ts';
import { audit } from './auditor.ts';
import {
  closedFor,
  drop,
  dropFirst,
  endOf,
  groupLog,
  insertBefore,
  legOf,
  nth,
  orderLog,
  selfTradeLog,
} from './example-logs.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { runGenes } from './runs.ts';
import { ONE } from './stage.ts';

type LogName = 'orders' | 'group' | SelfTradeMode;

function logOf(name: LogName): readonly Event[] {
  if (name === 'orders') return orderLog().log;
  return (name === 'group' ? groupLog() : selfTradeLog(name)).log;
}

function rulesOf(example: LogName): VenueRules {
  const selfTrade = SELF_TRADE_MODES.find((mode) => mode === example) ?? DOCUMENT_RULES.selfTrade;
  return { ...DOCUMENT_RULES, selfTrade };
}

const OF_GROUPS: ReadonlySet<LogInvariantName> = new Set([
  'booksBalance',
  'debtSettled',
  'everyWinnerBacked',
  'reversalFails',
  'reversalFunded',
  'reversalTrue',
  'tickCancels',
]);

/** Adds to a number of a copied event or leg. */
function add<Field extends string>(target: { [Name in Field]: number }, field: Field, by: number): void {
  target[field] += by;
}

const TAMPER: Readonly<Record<LogInvariantName, (log: Event[]) => unknown>> = {
  beatsKept: (log) => drop(log, (event) => event.kind === 'heartbeat-lost'),
  bookUncrossed: (log) => {
    const { trade, takerOrder } = nth(log, 'trade', 6);
    drop(log, (event) => event.kind === 'trade' && event.trade === trade);
    drop(log, (event) => event.kind === 'order-closed' && [takerOrder, 16].includes(event.order));
  },
  booksBalance: (log) => add(nth(log, 'converted'), 'paid', 1),
  closingEnds: (log) => dropFirst(log, closedFor('market-closed')),
  debtSettled: (log) => Object.assign(nth(log, 'market-resolved'), { payout: [ONE, 0] }),
  delayExact: (log) => add(nth(log, 'order-released'), 'at', 1),
  delaysEnd: (log) => {
    drop(log, (event) => event.kind === 'order-released' || (event.kind === 'trade' && event.takerOrder === 8));
    drop(log, (event) => event.kind === 'order-closed' && event.order === 8);
  },
  endedOnce: (log) => log.push({ ...nth(log, 'order-closed') }),
  endsForCause: (log) => Object.assign(endOf(log, 30), { reason: 'heartbeat' }),
  everyWinnerBacked: (log) => Object.assign(nth(log, 'converted', 1), { others: [2] }),
  expiresExactly: (log) => add(endOf(log, 6), 'at', 1),
  expiriesKept: (log) => drop(log, closedFor('expired')),
  feeRight: (log) => add(legOf(nth(log, 'trade', 4), 1), 'takerFee', 10),
  filledEnd: (log) => drop(log, (event) => event === endOf(log, 0)),
  funded: (log) => Object.assign(nth(log, 'order-accepted'), { size: 5_000 * ONE }),
  heartbeatCancels: (log) => dropFirst(log, closedFor('heartbeat')),
  heartbeatExact: (log) => add(nth(log, 'heartbeat-lost'), 'at', 1),
  immediateEnds: (log) => drop(log, closedFor('killed')),
  limitKept: (log) => Object.assign(nth(log, 'order-accepted', 2), { price: 5_900 }),
  makerPrice: (log) => add(legOf(nth(log, 'trade')), 'price', 100),
  makersRest: (log) => Object.assign(legOf(nth(log, 'trade')), { order: nth(log, 'trade').takerOrder }),
  metInFull: (log) => add(legOf(nth(log, 'trade')), 'size', -ONE),
  momentKept: (log) => add(endOf(log, 2), 'at', 1),
  noOverfill: (log) => add(legOf(nth(log, 'trade')), 'size', 1),
  noSelfTrade: (log) => Object.assign(legOf(nth(log, 'trade')), { wallet: nth(log, 'trade').takerWallet }),
  noneExpiredTrades: (log) => Object.assign(nth(log, 'order-accepted', 1), { expiresAt: nth(log, 'trade').at }),
  numbersFollow: (log) => Object.assign(nth(log, 'trade', 2), { trade: 99 }),
  partiesKnown: (log) => Object.assign(nth(log, 'deposited'), { wallet: 99 }),
  partiesTrue: (log) => add(legOf(nth(log, 'trade')), 'key', 1),
  payoutRight: (log) => Object.assign(nth(log, 'redeemed'), { paid: [0, 0] }),
  pricePriority: (log) => Object.assign(nth(log, 'order-accepted', 1), { price: 5_900 }),
  remainderTrue: (log) => add(nth(log, 'order-closed'), 'remaining', 1),
  reserveSuffices: (log) => add(legOf(nth(log, 'trade', 4)), 'cash', 5 * ONE),
  reversalFails: (log) => drop(log, (event) => event.kind === 'trade-status' && event.status === 'FAILED'),
  reversalFunded: (log) => add(legOf(nth(log, 'trade-reversed')), 'size', 5_000 * ONE),
  reversalTrue: (log) => add(nth(log, 'trade-reversed'), 'cash', 1),
  roundedOnce: (log) => add(legOf(nth(log, 'trade')), 'cash', 1),
  settlementKept: (log) => dropFirst(log, (event) => event.kind === 'trade-status'),
  settlesInTime: (log) => add(nth(log, 'trade-status'), 'at', 1),
  sidesFit: (log) => Object.assign(nth(log, 'trade'), { side: 'SELL' }),
  solvent: (log) => add(nth(log, 'split'), 'size', 2 ** 50),
  stopsForAReason: (log) => {
    drop(log, (event) => event.kind === 'trade' && event.takerOrder === 15);
    drop(log, (event) => event.kind === 'order-closed' && event.order === 13);
  },
  sumsExact: (log) => Object.assign(nth(log, 'deposited'), { amount: 0.5 }),
  takerArrives: (log) => Object.assign(nth(log, 'trade', 2), { takerOrder: 4 }),
  tickCancels: (log) => drop(log, closedFor('tick-changed')),
  timeForward: (log) => add(nth(log, 'order-closed'), 'at', -1_000_000),
  timePriority: (log) => Object.assign(nth(log, 'trade'), { makers: nth(log, 'trade').makers.toReversed() }),
  totalsAdd: (log) => add(nth(log, 'trade'), 'cash', 1),
  tradingOpen: (log) => {
    const trade = nth(log, 'trade');
    insertBefore(log, trade, { kind: 'market-state', at: trade.at, market: 1, state: 'paused' });
  },
  wholeOrNothing: (log) => add(nth(log, 'order-accepted', 23), 'size', ONE),
};

describe('the invariants of the log', () => {
  test.each<LogName>(['orders', 'group', ...SELF_TRADE_MODES])('pass the log %s', (name) => {
    expect(audit(logOf(name), rulesOf(name))).toEqual([]);
  });

  test.each(SELF_TRADE_MODES)('pass drawn runs of the mode %s', (selfTrade) => {
    const rules = { ...DOCUMENT_RULES, selfTrade };
    const { venue } = runGenes(createNaive(rules), 300, drawsOf(`silent ${selfTrade}`));
    expect(audit(venue.log, rules)).toEqual([]);
  });

  test.each(Object.keys(LOG_INVARIANTS) as LogInvariantName[])('%s finds a violation', (name) => {
    const example = OF_GROUPS.has(name) ? 'group' : 'orders';
    const log = logOf(example).map((event) => structuredClone(event));
    TAMPER[name](log);
    expect(audit(log, rulesOf(example)).map((finding) => finding.invariant)).toContain(name);
  });
});
