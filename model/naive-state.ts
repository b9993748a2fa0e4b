/** model/naive-state: the state of the naive venue in lists; reservations, levels and supply follow. */
import type { MarketTerms, OutcomeIndex, Refusal } from '../spec/venue/command.ts';
import type { Event, Trade, TradeStatus } from '../spec/venue/event.ts';
import type { VenueRules } from '../spec/venue/rules.ts';
import type { NaiveOrder } from './naive-money.ts';

export type NaiveMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  collateral: bigint;
  /** First-outcome price of the last trade. */
  lastPrice: number | undefined;
  group: number | undefined;
  /** Second-outcome tokens that conversions took from wallets; the group owns them. */
  vault: bigint;
  /** Resting orders as orders for the first outcome, by priority. */
  readonly bids: NaiveOrder[];
  readonly asks: NaiveOrder[];
  readonly delayed: NaiveOrder[];
};

type NaiveGroup = { readonly markets: readonly number[]; debt: bigint };
type NaiveTrade = { readonly trade: Trade; status: TradeStatus };

/** Work by the clock: an expiry, a release, a lost heartbeat, a settlement. */
export type Timer = {
  readonly at: number;
  readonly kind: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  /** Order, key or trade. */
  readonly id: number;
  readonly stamp: number;
};

export type Naive = {
  readonly rules: VenueRules;
  now: number;
  readonly log: Event[];
  readonly markets: NaiveMarket[];
  readonly groups: NaiveGroup[];
  readonly orders: NaiveOrder[];
  readonly trades: NaiveTrade[];
  readonly cashByWallet: bigint[];
  /** By `wallet/market/outcome`. */
  readonly holdings: Map<string, bigint>;
  readonly salts: Set<string>;
  /** Stamp of the timer that ends the session of each key. */
  readonly beats: Map<number, number>;
  timers: Timer[];
  deposits: bigint;
  fees: bigint;
  residual: bigint;
  /** Counts timers, to order them in time. */
  stamps: number;
};

export function newNaive(rules: VenueRules): Naive {
  return {
    rules,
    now: 0,
    log: [],
    markets: [],
    groups: [],
    orders: [],
    trades: [],
    cashByWallet: [],
    holdings: new Map(),
    salts: new Set(),
    beats: new Map(),
    timers: [],
    deposits: 0n,
    fees: 0n,
    residual: 0n,
    stamps: 0,
  };
}

export function marketAt(naive: Naive, index: number): NaiveMarket {
  const market = naive.markets[index];
  if (market === undefined) throw new Error(`naive venue: no market ${index}`);
  return market;
}

/** Tokens of a wallet, reserved ones included. */
export function tokensOf(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return naive.holdings.get(`${wallet}/${market}/${outcome}`) ?? 0n;
}

/** Tokens in existence: those of the wallets and of the group's vault. */
export function supplyOf(naive: Naive, market: number, outcome: OutcomeIndex): bigint {
  let supply = outcome === 1 ? marketAt(naive, market).vault : 0n;
  for (let wallet = 0; wallet < naive.cashByWallet.length; wallet += 1)
    supply += tokensOf(naive, wallet, market, outcome);
  return supply;
}

export function addCash(naive: Naive, wallet: number, amount: bigint): void {
  naive.cashByWallet[wallet] = (naive.cashByWallet[wallet] ?? 0n) + amount;
}

export function addTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex, size: bigint): void {
  naive.holdings.set(`${wallet}/${market}/${outcome}`, tokensOf(naive, wallet, market, outcome) + size);
}

export function record(naive: Naive, event: Event): void {
  naive.log.push(event);
}

export function setTimer(naive: Naive, at: number, kind: Timer['kind'], id: number): number {
  const stamp = naive.stamps++;
  naive.timers.push({ at, kind, id, stamp });
  return stamp;
}

export function isOpen(order: NaiveOrder | undefined): boolean {
  return order?.state === 'live' || order?.state === 'delayed';
}

export function priceFor(order: NaiveOrder, outcome: OutcomeIndex): number {
  return order.outcome === outcome ? order.price : 10_000 - order.price;
}

export function notAccepting(state: 'paused' | 'closed' | 'resolved'): Refusal {
  return { kind: 'market-not-accepting', state };
}
