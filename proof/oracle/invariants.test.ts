/** Each invariant of the log is silent on true histories and speaks on one that was tampered with against it. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../sim/core/event.ts';
import { DOCUMENT_RULES, type SelfTradeMode, type VenueRules } from '../../sim/core/rules.ts';
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
import { createNaive } from './port.ts';
import { runGenes } from './runs.ts';
import { ONE } from './stage.ts';

const MODES: readonly SelfTradeMode[] = ['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'];
const HISTORIES = {
  orders: () => orderHistory().log,
  group: () => groupHistory().log,
  'cancel-newest': () => selfTradeHistory('cancel-newest').log,
  'cancel-oldest': () => selfTradeHistory('cancel-oldest').log,
  'cancel-both': () => selfTradeHistory('cancel-both').log,
  decrement: () => selfTradeHistory('decrement').log,
} as const;
type HistoryName = keyof typeof HISTORIES;

function rulesOf(history: HistoryName): VenueRules {
  const selfTrade = MODES.find((mode) => mode === history) ?? DOCUMENT_RULES.selfTrade;
  return { ...DOCUMENT_RULES, selfTrade };
}

type Tampering = readonly [history: HistoryName, tamper: (log: Event[]) => void];

/** How to break each invariant. */
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
  booksBalance: [
    'group',
    (log) => {
      nth(log, 'converted').paid += 1;
    },
  ],
  closingEnds: ['orders', (log) => dropFirst(log, closedFor('market-closed'))],
  debtSettled: [
    'group',
    (log) => {
      nth(log, 'market-resolved').payout = [ONE, 0];
    },
  ],
  delayExact: [
    'orders',
    (log) => {
      nth(log, 'order-released').at += 1;
    },
  ],
  delaysEnd: [
    'orders',
    (log) => {
      drop(log, (event) => event.kind === 'order-released' || (event.kind === 'trade' && event.takerOrder === 8));
      drop(log, (event) => event.kind === 'order-closed' && event.order === 8);
    },
  ],
  endedOnce: [
    'orders',
    (log) => {
      log.push({ ...nth(log, 'order-closed') });
    },
  ],
  endsForCause: [
    'orders',
    (log) => {
      endOf(log, 30).reason = 'heartbeat';
    },
  ],
  everyWinnerBacked: [
    'group',
    (log) => {
      nth(log, 'converted', 1).others = [2];
    },
  ],
  expiresExactly: [
    'orders',
    (log) => {
      endOf(log, 6).at += 1;
    },
  ],
  expiriesKept: ['orders', (log) => drop(log, closedFor('expired'))],
  feeRight: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade', 4), 1).takerFee += 10;
    },
  ],
  filledEnd: [
    'orders',
    (log) => {
      const end = endOf(log, 0);
      drop(log, (event) => event === end);
    },
  ],
  funded: [
    'orders',
    (log) => {
      nth(log, 'order-accepted').size *= 1_000;
    },
  ],
  heartbeatCancels: ['orders', (log) => dropFirst(log, closedFor('heartbeat'))],
  heartbeatExact: [
    'orders',
    (log) => {
      nth(log, 'heartbeat-lost').at += 1;
    },
  ],
  immediateEnds: ['orders', (log) => drop(log, closedFor('killed'))],
  limitKept: [
    'orders',
    (log) => {
      nth(log, 'order-accepted', 2).price = 5_900;
    },
  ],
  makerPrice: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).price += 100;
    },
  ],
  makersRest: [
    'orders',
    (log) => {
      const trade = nth(log, 'trade');
      legOf(trade).order = trade.takerOrder;
    },
  ],
  metInFull: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).size -= ONE;
    },
  ],
  momentKept: [
    'orders',
    (log) => {
      endOf(log, 2).at += 1;
    },
  ],
  noOverfill: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).size += 1;
    },
  ],
  noSelfTrade: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).wallet = nth(log, 'trade').takerWallet;
    },
  ],
  noneExpiredTrades: [
    'orders',
    (log) => {
      nth(log, 'order-accepted', 1).expiresAt = nth(log, 'trade').at;
    },
  ],
  numbersFollow: [
    'orders',
    (log) => {
      nth(log, 'trade', 2).trade = 99;
    },
  ],
  partiesKnown: [
    'orders',
    (log) => {
      nth(log, 'deposited').wallet = 99;
    },
  ],
  partiesTrue: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).key += 1;
    },
  ],
  payoutRight: [
    'orders',
    (log) => {
      nth(log, 'redeemed').paid = [0, 0];
    },
  ],
  pricePriority: [
    'orders',
    (log) => {
      nth(log, 'order-accepted', 1).price = 5_900;
    },
  ],
  remainderTrue: [
    'orders',
    (log) => {
      nth(log, 'order-closed').remaining += 1;
    },
  ],
  reserveSuffices: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade', 4)).cash *= 2;
    },
  ],
  reversalFails: ['group', (log) => drop(log, (event) => event.kind === 'trade-status' && event.status === 'FAILED')],
  reversalFunded: [
    'group',
    (log) => {
      legOf(nth(log, 'trade-reversed')).size *= 1_000;
    },
  ],
  reversalTrue: [
    'group',
    (log) => {
      nth(log, 'trade-reversed').cash += 1;
    },
  ],
  roundedOnce: [
    'orders',
    (log) => {
      legOf(nth(log, 'trade')).cash += 1;
    },
  ],
  settlementKept: ['orders', (log) => dropFirst(log, (event) => event.kind === 'trade-status')],
  settlesInTime: [
    'orders',
    (log) => {
      nth(log, 'trade-status').at += 1;
    },
  ],
  sidesFit: [
    'orders',
    (log) => {
      nth(log, 'trade').side = 'SELL';
    },
  ],
  solvent: [
    'orders',
    (log) => {
      nth(log, 'split').size *= 1_000_000;
    },
  ],
  stopsForAReason: [
    'orders',
    (log) => {
      drop(log, (event) => event.kind === 'trade' && event.takerOrder === 15);
      drop(log, (event) => event.kind === 'order-closed' && event.order === 13);
    },
  ],
  sumsExact: [
    'orders',
    (log) => {
      nth(log, 'deposited').amount = 0.5;
    },
  ],
  takerArrives: [
    'orders',
    (log) => {
      nth(log, 'trade', 2).takerOrder = 4;
    },
  ],
  tickCancels: ['group', (log) => drop(log, closedFor('tick-changed'))],
  timeForward: [
    'orders',
    (log) => {
      nth(log, 'order-closed').at -= 1_000_000;
    },
  ],
  timePriority: [
    'orders',
    (log) => {
      const trade = nth(log, 'trade');
      trade.makers = trade.makers.toReversed();
    },
  ],
  totalsAdd: [
    'orders',
    (log) => {
      nth(log, 'trade').cash += 1;
    },
  ],
  tradingOpen: [
    'orders',
    (log) => {
      const trade = nth(log, 'trade');
      insertBefore(log, trade, { kind: 'market-state', at: trade.at, market: 1, state: 'paused' });
    },
  ],
  wholeOrNothing: [
    'orders',
    (log) => {
      nth(log, 'order-accepted', 23).size += ONE;
    },
  ],
};

describe('the invariants of the log', () => {
  test.each(Object.keys(HISTORIES) as HistoryName[])('are silent on the history %s', (name) => {
    expect(audit(HISTORIES[name](), rulesOf(name))).toEqual([]);
  });

  test.each(MODES)('are silent on drawn runs of the mode %s', (selfTrade) => {
    const rules = { ...DOCUMENT_RULES, selfTrade };
    const random = seedrandom(`silent ${selfTrade}`);
    const { venue } = runGenes(createNaive(rules), 300, () => random.int32() >>> 1);
    expect(audit(venue.log, rules)).toEqual([]);
  });

  test.each(Object.keys(LOG_INVARIANTS) as LogInvariantName[])('%s speaks when it is broken', (name) => {
    const [history, tamper] = TAMPER[name];
    const log = HISTORIES[history]().map((event) => structuredClone(event));
    tamper(log);
    expect(audit(log, rulesOf(history)).map((finding) => finding.invariant)).toContain(name);
  });
});
