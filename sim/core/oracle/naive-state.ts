/** sim/core/oracle/naive-state: everything the naive exchange remembers, in lists. */
import type { MarketTerms, OutcomeIndex, Refusal } from '../command.ts';
import type { Event } from '../event.ts';
import type { NaiveOrder } from './naive-money.ts';

type NaiveMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  collateral: bigint;
};

/** Something that will happen by itself: an expiry, a release, a lost heartbeat, a settlement. */
export type Appointment = {
  at: number;
  what: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  /** Order, key or trade. */
  id: number;
  stamp: number;
};

export type Naive = {
  now: number;
  readonly log: Event[];
  readonly markets: NaiveMarket[];
  readonly orders: NaiveOrder[];
  readonly cashByWallet: bigint[];
  /** By `wallet/market/outcome`. */
  readonly holdings: Map<string, bigint>;
  readonly salts: string[];
  /** Stamp of the appointment that ends each key's session. */
  readonly beats: Map<number, number>;
  readonly appointments: Appointment[];
  fees: bigint;
  residual: bigint;
  trades: number;
  /** Counts whatever needs an order in time. */
  stamps: number;
};

/** An exchange without markets and wallets. */
export function newNaive(): Naive {
  return {
    now: 0,
    log: [],
    markets: [],
    orders: [],
    cashByWallet: [],
    holdings: new Map(),
    salts: [],
    beats: new Map(),
    appointments: [],
    fees: 0n,
    residual: 0n,
    trades: 0,
    stamps: 0,
  };
}

/** A market that is known to exist. */
export function marketAt(naive: Naive, index: number): NaiveMarket {
  const market = naive.markets[index];
  if (market === undefined) throw new Error(`naive exchange: no market ${index}`);
  return market;
}

/** Tokens a wallet owns, reserved ones included. */
export function tokensOf(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return naive.holdings.get(`${wallet}/${market}/${outcome}`) ?? 0n;
}

/** Changes cash; negative takes. */
export function pay(naive: Naive, wallet: number, amount: bigint): void {
  naive.cashByWallet[wallet] = (naive.cashByWallet[wallet] ?? 0n) + amount;
}

/** Changes tokens; negative takes. */
export function give(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex, size: bigint): void {
  naive.holdings.set(`${wallet}/${market}/${outcome}`, tokensOf(naive, wallet, market, outcome) + size);
}

/** Adds to the log. */
export function tell(naive: Naive, event: Event): void {
  naive.log.push(event);
}

/** Makes an appointment and answers its stamp. */
export function appoint(naive: Naive, at: number, what: Appointment['what'], id: number): number {
  const stamp = naive.stamps++;
  naive.appointments.push({ at, what, id, stamp });
  return stamp;
}

/** Whether the order can still trade. */
export function isOpen(order: NaiveOrder | undefined): boolean {
  return order?.state === 'live' || order?.state === 'delayed';
}

/** The price of a resting order as someone sees it who trades the token of `outcome`. */
export function priceFor(order: NaiveOrder, outcome: OutcomeIndex): bigint {
  return order.outcome === outcome ? order.price : 10_000n - order.price;
}

/** The refusal of a market that is not open. */
export function notAccepting(state: 'paused' | 'closed' | 'resolved'): Refusal {
  return { kind: 'market-not-accepting', state };
}
