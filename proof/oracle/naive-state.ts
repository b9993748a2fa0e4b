/**
 * proof/oracle/naive-state: everything the naive venue remembers, in lists. What can be worked out from the lists
 * (reserves, levels, supply) is not remembered.
 */
import type { MarketTerms, OutcomeIndex, Refusal } from '../../sim/core/command.ts';
import type { Event, Trade, TradeStatus } from '../../sim/core/event.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
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
  /** Resting orders by what they mean for the first outcome, the first to trade first. */
  readonly bids: NaiveOrder[];
  readonly asks: NaiveOrder[];
  /** Orders that wait for the moment at which they meet the book. */
  readonly delayed: NaiveOrder[];
};

type NaiveGroup = { readonly markets: readonly number[]; debt: bigint };
type NaiveTrade = { readonly trade: Trade; status: TradeStatus };

/** Something that will happen by itself: an expiry, a release, a lost heartbeat, a settlement. */
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
  /** Stamp of the appointment that ends each key's session. */
  readonly beats: Map<number, number>;
  timers: Timer[];
  deposits: bigint;
  fees: bigint;
  residual: bigint;
  /** Counts whatever needs an order in time. */
  stamps: number;
};

/** A venue without markets and wallets. */
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

/** A market that is known to exist. */
export function marketAt(naive: Naive, index: number): NaiveMarket {
  const market = naive.markets[index];
  if (market === undefined) throw new Error(`naive venue: no market ${index}`);
  return market;
}

/** Tokens a wallet owns, reserved ones included. */
export function tokensOf(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return naive.holdings.get(`${wallet}/${market}/${outcome}`) ?? 0n;
}

/** Tokens in existence: what the wallets own and what the group's vault keeps. */
export function supplyOf(naive: Naive, market: number, outcome: OutcomeIndex): bigint {
  let supply = outcome === 1 ? marketAt(naive, market).vault : 0n;
  for (let wallet = 0; wallet < naive.cashByWallet.length; wallet += 1)
    supply += tokensOf(naive, wallet, market, outcome);
  return supply;
}

/** Changes cash; negative takes. */
export function addCash(naive: Naive, wallet: number, amount: bigint): void {
  naive.cashByWallet[wallet] = (naive.cashByWallet[wallet] ?? 0n) + amount;
}

/** Changes tokens; negative takes. */
export function addTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex, size: bigint): void {
  naive.holdings.set(`${wallet}/${market}/${outcome}`, tokensOf(naive, wallet, market, outcome) + size);
}

/** Adds to the log. */
export function record(naive: Naive, event: Event): void {
  naive.log.push(event);
}

/** Makes an appointment and answers its stamp. */
export function setTimer(naive: Naive, at: number, kind: Timer['kind'], id: number): number {
  const stamp = naive.stamps++;
  naive.timers.push({ at, kind, id, stamp });
  return stamp;
}

/** Whether the order can still trade. */
export function isOpen(order: NaiveOrder | undefined): boolean {
  return order?.state === 'live' || order?.state === 'delayed';
}

/** The price of a resting order as someone sees it who trades the token of `outcome`. */
export function priceFor(order: NaiveOrder, outcome: OutcomeIndex): number {
  return order.outcome === outcome ? order.price : 10_000 - order.price;
}

/** The refusal of a market that is not open. */
export function notAccepting(state: 'paused' | 'closed' | 'resolved'): Refusal {
  return { kind: 'market-not-accepting', state };
}
