/**
 * sim/core/oracle/facts: what is true after a number of events, worked out from the events alone. The auditor judges the
 * next event against these facts; it never sees the engine.
 */
import type { MarketTerms, OutcomeIndex } from '../command.ts';
import type { Event, MakerLeg, TradeEvent } from '../event.ts';

type Accepted = Extract<Event, { kind: 'order-accepted' }>;

/** One execution of an order, from its own side. */
export type Fill = {
  readonly price: number;
  readonly size: number;
  readonly cash: number;
  readonly fee: number;
  readonly asTaker: boolean;
};

export type OrderFacts = {
  readonly accepted: Accepted;
  readonly fills: Fill[];
  open: boolean;
  /** Event after which the order stood in the book; undefined while it waits out a delay. */
  restedAt: number | undefined;
};

type MarketFacts = {
  readonly terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
};

type TradeFacts = { readonly at: number; status: string };

export type Facts = {
  /** Events so far, and the moment of the last one. */
  events: number;
  at: number;
  readonly orders: Map<number, OrderFacts>;
  readonly markets: MarketFacts[];
  /** Cash of each wallet, micro dollars. */
  readonly cash: bigint[];
  /** Tokens by `wallet/market/outcome`, micro shares. */
  readonly tokens: Map<string, bigint>;
  readonly trades: TradeFacts[];
  /** Last heartbeat of each key that is in a session. */
  readonly beats: Map<number, number>;
  /** The key whose orders are being cancelled because its heartbeat was lost. */
  lostKey: number | undefined;
};

/** Says what is wrong with the event, given the facts before it. */
export type LogInvariant = (facts: Facts, event: Event) => string | undefined;

export function newFacts(): Facts {
  return {
    events: 0,
    at: 0,
    orders: new Map(),
    markets: [],
    cash: [],
    tokens: new Map(),
    trades: [],
    beats: new Map(),
    lostKey: undefined,
  };
}

export function tokensOf(facts: Facts, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return facts.tokens.get(`${wallet}/${market}/${outcome}`) ?? 0n;
}

/** Shares of an order that have traded. */
export function matchedOf(order: OrderFacts): bigint {
  return order.fills.reduce((total, fill) => total + BigInt(fill.size), 0n);
}

export function leftOf(order: OrderFacts): bigint {
  return BigInt(order.accepted.size) - matchedOf(order);
}

/** An order's limit in first-outcome terms, and whether it bids there. */
export function bookView({ accepted }: OrderFacts): { readonly price: number; readonly isBid: boolean } {
  const { outcome, side, price } = accepted;
  return { price: outcome === 0 ? price : 10_000 - price, isBid: (outcome === 0) === (side === 'BUY') };
}

/** Takes the event in. */
export function learn(facts: Facts, event: Event): void {
  facts.at = event.at;
  learnSession(facts, event);
  learnMoney(facts, event);
  learnOrders(facts, event);
  facts.events += 1;
}

function learnSession(facts: Facts, event: Event): void {
  if (event.kind === 'heartbeat-kept') facts.beats.set(event.key, event.at);
  if (event.kind === 'heartbeat-lost') facts.beats.delete(event.key);
  if (event.kind === 'heartbeat-lost') facts.lostKey = event.key;
  else if (event.kind !== 'order-closed') facts.lostKey = undefined;
  if (event.kind === 'market-listed') {
    facts.markets[event.market] = { terms: event.terms, state: 'open', payout: undefined };
  }
  const market = 'market' in event ? facts.markets[event.market] : undefined;
  if (market !== undefined && event.kind === 'market-state') market.state = event.state;
  if (market !== undefined && event.kind === 'market-resolved') {
    market.state = 'resolved';
    market.payout = event.payout;
  }
}

function learnMoney(facts: Facts, event: Event): void {
  if (event.kind === 'wallet-opened') facts.cash[event.wallet] = 0n;
  if (event.kind === 'deposited') addCash(facts, event.wallet, event.amount);
  if (event.kind === 'split' || event.kind === 'merged') {
    const sets = event.kind === 'split' ? event.size : -event.size;
    addCash(facts, event.wallet, -sets);
    addTokens(facts, event.wallet, event.market, 0, sets);
    addTokens(facts, event.wallet, event.market, 1, sets);
  }
  if (event.kind === 'redeemed') {
    addCash(facts, event.wallet, event.paid[0] + event.paid[1]);
    addTokens(facts, event.wallet, event.market, 0, -event.sizes[0]);
    addTokens(facts, event.wallet, event.market, 1, -event.sizes[1]);
  }
}

function learnOrders(facts: Facts, event: Event): void {
  if (event.kind === 'order-accepted') {
    const restedAt = event.delayedUntil === undefined ? facts.events : undefined;
    facts.orders.set(event.order, { accepted: event, fills: [], open: true, restedAt });
  }
  if (event.kind === 'order-released') {
    const order = facts.orders.get(event.order);
    if (order !== undefined) order.restedAt = facts.events;
  }
  if (event.kind === 'order-closed') {
    const order = facts.orders.get(event.order);
    if (order !== undefined) order.open = false;
  }
  if (event.kind === 'trade-status') {
    const trade = facts.trades[event.trade];
    if (trade !== undefined) trade.status = event.status;
  }
  if (event.kind === 'trade') {
    facts.trades[event.trade] = { at: event.at, status: 'MATCHED' };
    for (const leg of event.makers) learnLeg(facts, event, leg);
  }
}

/** One leg of a trade: a fill of the maker and a fill of the taker. */
function learnLeg(facts: Facts, trade: TradeEvent, leg: MakerLeg): void {
  const maker = facts.orders.get(leg.order);
  const taker = facts.orders.get(trade.takerOrder);
  const { price, size, cash, fee, takerPrice, takerCash, takerFee } = leg;
  maker?.fills.push({ price, size, cash, fee, asTaker: false });
  taker?.fills.push({ price: takerPrice, size, cash: takerCash, fee: takerFee, asTaker: true });
  settle(facts, leg.wallet, trade.market, leg.outcome, leg.side === 'BUY', size, cash, fee);
  settle(facts, trade.takerWallet, trade.market, trade.outcome, trade.side === 'BUY', size, takerCash, takerFee);
}

function settle(
  facts: Facts,
  wallet: number,
  market: number,
  outcome: OutcomeIndex,
  buys: boolean,
  size: number,
  cash: number,
  fee: number,
): void {
  addCash(facts, wallet, (buys ? -cash : cash) - fee);
  addTokens(facts, wallet, market, outcome, buys ? size : -size);
}

function addCash(facts: Facts, wallet: number, amount: number): void {
  facts.cash[wallet] = (facts.cash[wallet] ?? 0n) + BigInt(amount);
}

function addTokens(facts: Facts, wallet: number, market: number, outcome: OutcomeIndex, size: number): void {
  facts.tokens.set(`${wallet}/${market}/${outcome}`, tokensOf(facts, wallet, market, outcome) + BigInt(size));
}
