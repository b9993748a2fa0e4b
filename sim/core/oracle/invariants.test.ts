/** Each invariant is silent on true histories and speaks on one that was tampered with against it. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Event, MakerLeg, TradeEvent } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import { audit, LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { runDrawn } from './runs.ts';
import { ONE, order, stage } from './stage.ts';
import { STATE_INVARIANTS, type StateInvariantName } from './state-invariants.ts';

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type Of<Kind extends Event['kind']> = Writable<Extract<Event, { kind: Kind }>>;

/** A history with a bit of everything: orders 0 to 11, a delay, an expiry, a lost heartbeat, a resolution. */
function history(): Exchange {
  const { exchange, must, wait } = stage({ fee: { rate: 50_000, exponent: 1, takerOnly: true }, delayMs: 1_000 });
  const plain = { market: 1 } as const;
  must(order(0, 'SELL', 0, 60, 5, plain));
  must(order(1, 'SELL', 0, 60, 5, plain));
  must(order(2, 'BUY', 0, 61, 7, plain));
  must(order(0, 'BUY', 0, 50, 4, { ...plain, type: 'GTD', expiresAt: exchange.now + 70_000 }));
  must(order(0, 'SELL', 0, 55, 3));
  must(order(1, 'BUY', 0, 56, 2));
  wait(1_000);
  must({ kind: 'heartbeat', key: 3 });
  must(order(3, 'BUY', 1, 10, 3));
  must(order(3, 'BUY', 1, 11, 3));
  must(order(2, 'SELL', 0, 95, 1));
  wait(80_000);
  must(order(3, 'BUY', 0, 45, 9, plain));
  must(order(2, 'BUY', 0, 44, 9, plain));
  must(order(1, 'SELL', 0, 44, 10, { ...plain, type: 'FAK' }));
  wait(10_000);
  must(order(1, 'SELL', 0, 44.5, 0.5, { ...plain, price: 4500 }));
  must({
    kind: 'cancel',
    wallet: 1,
    order: exchange.log.filter((event) => event.kind === 'order-accepted').length - 1,
  });
  must({ kind: 'resolve-market', market: 1, payout: [ONE, 0] });
  must({ kind: 'redeem', wallet: 0, market: 1 });
  must({ kind: 'close-market', market: 0 });
  return exchange;
}

function nth<Kind extends Event['kind']>(log: Event[], kind: Kind, at = 0): Of<Kind> {
  const found = log.filter((event) => event.kind === kind)[at];
  if (found === undefined) throw new Error(`the history has no ${kind} number ${at}`);
  return found as Of<Kind>;
}

function legOf(trade: TradeEvent): Writable<MakerLeg> {
  const leg = trade.makers[0];
  if (leg === undefined) throw new Error('a trade without legs');
  return leg;
}

function drop(log: Event[], doomed: (event: Event) => boolean): void {
  log.splice(log.findIndex(doomed), 1);
}

function closedFor(reason: string): (event: Event) => boolean {
  return (event) => event.kind === 'order-closed' && event.reason === reason;
}

/** How to break each invariant in the history. */
const TAMPER: Readonly<Record<LogInvariantName, (log: Event[]) => void>> = {
  closingEnds: (log) => drop(log, closedFor('market-closed')),
  delayExact: (log) => {
    nth(log, 'order-released').at += 1;
  },
  endedOnce: (log) => {
    log.push({ ...nth(log, 'order-closed') });
  },
  expiresExactly: (log) => {
    const expired = log.find(closedFor('expired'));
    if (expired !== undefined) (expired as Of<'order-closed'>).at += 1;
  },
  feeRight: (log) => {
    legOf(nth(log, 'trade', 1)).takerFee += 10;
  },
  funded: (log) => {
    nth(log, 'order-accepted').size *= 1_000;
  },
  heartbeatCancels: (log) => drop(log, closedFor('heartbeat')),
  heartbeatExact: (log) => {
    nth(log, 'heartbeat-lost').at += 1;
  },
  immediateEnds: (log) => {
    nth(log, 'order-accepted').type = 'FAK';
  },
  limitKept: (log) => {
    nth(log, 'order-accepted', 2).price = 5_900;
  },
  makerPrice: (log) => {
    legOf(nth(log, 'trade')).price += 100;
  },
  neverTwice: (log) => {
    nth(log, 'order-accepted', 3).salt = nth(log, 'order-accepted').salt;
  },
  noOverfill: (log) => {
    legOf(nth(log, 'trade')).size += 1;
  },
  noSelfTrade: (log) => {
    legOf(nth(log, 'trade')).wallet = nth(log, 'trade').takerWallet;
  },
  partiesTrue: (log) => {
    legOf(nth(log, 'trade')).key += 1;
  },
  payoutRight: (log) => {
    nth(log, 'redeemed').paid = [0, 0];
  },
  pricePriority: (log) => {
    nth(log, 'order-accepted', 1).price = 5_900;
  },
  remainderTrue: (log) => {
    nth(log, 'order-closed').remaining += 1;
  },
  rolesKept: (log) => {
    nth(log, 'order-accepted', 2).postOnly = true;
  },
  roundedOnce: (log) => {
    legOf(nth(log, 'trade')).cash += 1;
  },
  settlesInTime: (log) => {
    nth(log, 'trade-status').at += 1;
  },
  sidesFit: (log) => {
    nth(log, 'trade').side = 'SELL';
  },
  solvent: (log) => {
    nth(log, 'split').size *= 1_000;
  },
  stopsForAReason: (log) => {
    const cancelled = log.find(closedFor('cancelled'));
    if (cancelled !== undefined) (cancelled as Of<'order-closed'>).reason = 'self-trade';
  },
  termsKept: (log) => {
    nth(log, 'order-accepted').price += 1;
  },
  timeForward: (log) => {
    nth(log, 'order-closed').at -= 1_000_000;
  },
  timePriority: (log) => {
    const [first, second] = [nth(log, 'order-accepted', 0), nth(log, 'order-accepted', 1)];
    log[log.indexOf(first)] = second;
    log[log.lastIndexOf(second)] = first;
  },
  totalsAdd: (log) => {
    nth(log, 'trade').cash += 1;
  },
  tradingOpen: (log) => {
    log.splice(log.indexOf(nth(log, 'trade')), 0, { kind: 'market-state', at: 0, market: 1, state: 'paused' });
  },
  wholeOrNothing: (log) => {
    Object.assign(nth(log, 'order-accepted', 2), { type: 'FOK', size: 8 * ONE });
  },
};

describe('the invariants of the log', () => {
  test('are silent on the history and on drawn runs', () => {
    expect(audit(history().log).findings).toEqual([]);
    const random = seedrandom('silent');
    expect(audit(runDrawn(600, () => random.int32() >>> 1).exchange.log).findings).toEqual([]);
  });

  test.each(Object.keys(LOG_INVARIANTS) as LogInvariantName[])('%s speaks when it is broken', (name) => {
    const log = structuredClone([...history().log]);
    TAMPER[name](log);
    expect(audit(log).findings.map((finding) => finding.invariant)).toContain(name);
  });
});

/** How an exchange that breaks each invariant would answer. */
const LIE: Readonly<Record<StateInvariantName, (exchange: Exchange) => Partial<Exchange>>> = {
  balancesFold: (exchange) => ({
    tokens: (wallet, market, outcome) => {
      const { free, reserved } = exchange.tokens(wallet, market, outcome);
      return { free: free + 1, reserved };
    },
  }),
  conservation: (exchange) => ({ treasury: () => ({ ...exchange.treasury(), fees: exchange.treasury().fees + 1 }) }),
  levelsTrue: (exchange) => ({ bids: (market, outcome) => exchange.bids(market, outcome).toSpliced(0, 1) }),
  noNegative: (exchange) => ({ treasury: () => ({ ...exchange.treasury(), residual: -1 }) }),
  nothingOverdue: (exchange) => ({ nextDue: () => exchange.now }),
  ordersFold: (exchange) => ({
    order: (index) => {
      const view = exchange.order(index);
      return view === undefined ? undefined : { ...view, matched: view.matched + 1 };
    },
  }),
  payoutsBacked: (exchange) => ({ supply: (market) => ({ ...exchange.supply(market), collateral: 0 }) }),
  reservesExact: (exchange) => ({
    cash: (wallet) => {
      const { free, reserved } = exchange.cash(wallet);
      return { free: free - 1, reserved: reserved + 1 };
    },
  }),
  setsBacked: (exchange) => ({ supply: (market) => ({ ...exchange.supply(market), collateral: 1 }) }),
  uncrossed: (exchange) => ({ asks: (market, outcome) => exchange.bids(market, outcome) }),
};

describe('the invariants of the state', () => {
  test('are silent after every command of a drawn run', () => {
    const random = seedrandom('state');
    runDrawn(
      150,
      () => random.int32() >>> 1,
      (exchange) => {
        const { facts } = audit(exchange.log);
        for (const [name, judge] of Object.entries(STATE_INVARIANTS))
          expect([name, judge(exchange, facts)]).toEqual([name, undefined]);
      },
    );
  });

  test.each(Object.keys(STATE_INVARIANTS) as StateInvariantName[])('%s speaks when it is broken', (name) => {
    const { exchange, must } = stage();
    must(order(0, 'BUY', 0, 40, 5));
    must(order(1, 'SELL', 0, 60, 5));
    must(order(2, 'BUY', 1, 40, 2));
    must({ kind: 'resolve-market', market: 1, payout: [ONE / 2, ONE / 2] });
    const { facts } = audit(exchange.log);
    expect(STATE_INVARIANTS[name](exchange, facts)).toBeUndefined();
    expect(STATE_INVARIANTS[name]({ ...exchange, ...LIE[name](exchange) }, facts)).toEqual(expect.any(String));
  });
});
