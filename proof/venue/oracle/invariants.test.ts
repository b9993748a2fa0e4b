/** proof/venue/oracle/invariants.test: each invariant of the log passes true histories and finds a tampered one. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { createNaive } from '../../../model/create-naive.ts';
import type { Event } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type SelfTradeMode, type VenueRules } from '../../../spec/venue/rules.ts';
import { audit } from './auditor.ts';
import {
  closedFor,
  drop,
  dropFirst,
  endOf,
  groupHistory,
  insertBefore,
  legOf,
  nth,
  orderHistory,
  selfTradeHistory,
} from './histories.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { runGenes } from './runs.ts';
import { ONE } from './stage.ts';

type HistoryName = 'orders' | 'group' | SelfTradeMode;

function historyOf(name: HistoryName): readonly Event[] {
  if (name === 'orders') return orderHistory().log;
  return (name === 'group' ? groupHistory() : selfTradeHistory(name)).log;
}

function rulesOf(history: HistoryName): VenueRules {
  const selfTrade = SELF_TRADE_MODES.find((mode) => mode === history) ?? DOCUMENT_RULES.selfTrade;
  return { ...DOCUMENT_RULES, selfTrade };
}

type Tampering = readonly [history: HistoryName, tamper: (log: Event[]) => unknown];

/** Adds to a number of a copied event or leg. */
function add<Field extends string>(target: { [Name in Field]: number }, field: Field, by: number): void {
  target[field] += by;
}

const TAMPER: Readonly<Record<LogInvariantName, Tampering>> = {
  beatsKept: ['orders', (log) => drop(log, (event) => event.kind === 'heartbeat-lost')],
  bookUncrossed: [
    'orders',
    (log) => {
      const { trade, takerOrder } = nth(log, 'trade', 6);
      drop(log, (event) => event.kind === 'trade' && event.trade === trade);
      drop(log, (event) => event.kind === 'order-closed' && [takerOrder, 16].includes(event.order));
    },
  ],
  booksBalance: ['group', (log) => add(nth(log, 'converted'), 'paid', 1)],
  closingEnds: ['orders', (log) => dropFirst(log, closedFor('market-closed'))],
  debtSettled: ['group', (log) => Object.assign(nth(log, 'market-resolved'), { payout: [ONE, 0] })],
  delayExact: ['orders', (log) => add(nth(log, 'order-released'), 'at', 1)],
  delaysEnd: [
    'orders',
    (log) => {
      drop(log, (event) => event.kind === 'order-released' || (event.kind === 'trade' && event.takerOrder === 8));
      drop(log, (event) => event.kind === 'order-closed' && event.order === 8);
    },
  ],
  endedOnce: ['orders', (log) => log.push({ ...nth(log, 'order-closed') })],
  endsForCause: ['orders', (log) => Object.assign(endOf(log, 30), { reason: 'heartbeat' })],
  everyWinnerBacked: ['group', (log) => Object.assign(nth(log, 'converted', 1), { others: [2] })],
  expiresExactly: ['orders', (log) => add(endOf(log, 6), 'at', 1)],
  expiriesKept: ['orders', (log) => drop(log, closedFor('expired'))],
  feeRight: ['orders', (log) => add(legOf(nth(log, 'trade', 4), 1), 'takerFee', 10)],
  filledEnd: ['orders', (log) => drop(log, (event) => event === endOf(log, 0))],
  funded: ['orders', (log) => Object.assign(nth(log, 'order-accepted'), { size: 5_000 * ONE })],
  heartbeatCancels: ['orders', (log) => dropFirst(log, closedFor('heartbeat'))],
  heartbeatExact: ['orders', (log) => add(nth(log, 'heartbeat-lost'), 'at', 1)],
  immediateEnds: ['orders', (log) => drop(log, closedFor('killed'))],
  limitKept: ['orders', (log) => Object.assign(nth(log, 'order-accepted', 2), { price: 5_900 })],
  makerPrice: ['orders', (log) => add(legOf(nth(log, 'trade')), 'price', 100)],
  makersRest: ['orders', (log) => Object.assign(legOf(nth(log, 'trade')), { order: nth(log, 'trade').takerOrder })],
  metInFull: ['orders', (log) => add(legOf(nth(log, 'trade')), 'size', -ONE)],
  momentKept: ['orders', (log) => add(endOf(log, 2), 'at', 1)],
  noOverfill: ['orders', (log) => add(legOf(nth(log, 'trade')), 'size', 1)],
  noSelfTrade: ['orders', (log) => Object.assign(legOf(nth(log, 'trade')), { wallet: nth(log, 'trade').takerWallet })],
  noneExpiredTrades: [
    'orders',
    (log) => Object.assign(nth(log, 'order-accepted', 1), { expiresAt: nth(log, 'trade').at }),
  ],
  numbersFollow: ['orders', (log) => Object.assign(nth(log, 'trade', 2), { trade: 99 })],
  partiesKnown: ['orders', (log) => Object.assign(nth(log, 'deposited'), { wallet: 99 })],
  partiesTrue: ['orders', (log) => add(legOf(nth(log, 'trade')), 'key', 1)],
  payoutRight: ['orders', (log) => Object.assign(nth(log, 'redeemed'), { paid: [0, 0] })],
  pricePriority: ['orders', (log) => Object.assign(nth(log, 'order-accepted', 1), { price: 5_900 })],
  remainderTrue: ['orders', (log) => add(nth(log, 'order-closed'), 'remaining', 1)],
  reserveSuffices: ['orders', (log) => add(legOf(nth(log, 'trade', 4)), 'cash', 5 * ONE)],
  reversalFails: ['group', (log) => drop(log, (event) => event.kind === 'trade-status' && event.status === 'FAILED')],
  reversalFunded: ['group', (log) => add(legOf(nth(log, 'trade-reversed')), 'size', 5_000 * ONE)],
  reversalTrue: ['group', (log) => add(nth(log, 'trade-reversed'), 'cash', 1)],
  roundedOnce: ['orders', (log) => add(legOf(nth(log, 'trade')), 'cash', 1)],
  settlementKept: ['orders', (log) => dropFirst(log, (event) => event.kind === 'trade-status')],
  settlesInTime: ['orders', (log) => add(nth(log, 'trade-status'), 'at', 1)],
  sidesFit: ['orders', (log) => Object.assign(nth(log, 'trade'), { side: 'SELL' })],
  solvent: ['orders', (log) => add(nth(log, 'split'), 'size', 2 ** 50)],
  stopsForAReason: [
    'orders',
    (log) => {
      drop(log, (event) => event.kind === 'trade' && event.takerOrder === 15);
      drop(log, (event) => event.kind === 'order-closed' && event.order === 13);
    },
  ],
  sumsExact: ['orders', (log) => Object.assign(nth(log, 'deposited'), { amount: 0.5 })],
  takerArrives: ['orders', (log) => Object.assign(nth(log, 'trade', 2), { takerOrder: 4 })],
  tickCancels: ['group', (log) => drop(log, closedFor('tick-changed'))],
  timeForward: ['orders', (log) => add(nth(log, 'order-closed'), 'at', -1_000_000)],
  timePriority: [
    'orders',
    (log) => Object.assign(nth(log, 'trade'), { makers: nth(log, 'trade').makers.toReversed() }),
  ],
  totalsAdd: ['orders', (log) => add(nth(log, 'trade'), 'cash', 1)],
  tradingOpen: [
    'orders',
    (log) => {
      const trade = nth(log, 'trade');
      insertBefore(log, trade, { kind: 'market-state', at: trade.at, market: 1, state: 'paused' });
    },
  ],
  wholeOrNothing: ['orders', (log) => add(nth(log, 'order-accepted', 23), 'size', ONE)],
};

describe('the invariants of the log', () => {
  test.each<HistoryName>(['orders', 'group', ...SELF_TRADE_MODES])('pass the history %s', (name) => {
    expect(audit(historyOf(name), rulesOf(name))).toEqual([]);
  });

  test.each(SELF_TRADE_MODES)('pass drawn runs of the mode %s', (selfTrade) => {
    const rules = { ...DOCUMENT_RULES, selfTrade };
    const random = seedrandom(`silent ${selfTrade}`);
    const { venue } = runGenes(createNaive(rules), 300, () => random.int32() >>> 1);
    expect(audit(venue.log, rules)).toEqual([]);
  });

  test.each(Object.keys(LOG_INVARIANTS) as LogInvariantName[])('%s finds a violation', (name) => {
    const [history, tamper] = TAMPER[name];
    const log = historyOf(history).map((event) => structuredClone(event));
    tamper(log);
    expect(audit(log, rulesOf(history)).map((finding) => finding.invariant)).toContain(name);
  });
});
