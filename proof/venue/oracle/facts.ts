/** proof/venue/oracle/facts: the state by events alone; finished orders and settled trades are dropped. */
import { PRICE_ONE } from '../../../base/units.ts';
import type { MarketTerms, OrderType, OutcomeIndex, Side } from '../../../spec/venue/command.ts';
import type { CloseReason, Event, TradeEvent, TradeStatus } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, type VenueRules } from '../../../spec/venue/rules.ts';
import { type Deadline, newAgenda } from './agenda.ts';
import type { Digits } from './exact.ts';
import { Numbered } from './numbered.ts';

/** Tokens of one wallet in one market by outcome, and how many of them open sales offer. */
export type Holding = {
  readonly wallet: WalletFacts;
  readonly market: MarketFacts;
  readonly tokens: [number, number];
  readonly offered: [number, number];
  touched: number;
};

export type WalletFacts = {
  readonly number: number;
  cash: number;
  /** Reservations of its open buys. */
  held: number;
  /** By market, and the holding used last. */
  readonly holdings: Map<number, Holding>;
  latest: Holding | undefined;
  touched: number;
};

export type GroupFacts = { readonly number: number; readonly members: readonly MarketFacts[]; debt: number };

export type MarketFacts = {
  readonly number: number;
  readonly terms: MarketTerms;
  tick: number;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  group: GroupFacts | undefined;
  /** First-outcome price of the last leg. */
  lastPrice: number | undefined;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Tokens in existence by outcome, second-outcome tokens of the group, dollars behind the tokens. */
  readonly supply: [number, number];
  vault: number;
  collateral: number;
  touched: number;
};

export type OrderFacts = {
  readonly number: number;
  readonly wallet: WalletFacts;
  readonly key: number;
  readonly market: MarketFacts;
  readonly holding: Holding;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: number;
  /** In first-outcome terms, and whether it bids there. */
  readonly bookPrice: number;
  readonly isBid: boolean;
  readonly expiresAt: number | undefined;
  readonly delayedUntil: number | undefined;
  /** Total size, without what self-trade prevention removed. */
  size: number;
  matched: number;
  stage: 'delayed' | 'arriving' | 'resting' | 'ended';
  end: CloseReason | undefined;
  /** Ten-thousandths of a micro dollar that rounding has taken so far. */
  rounding: number;
  /** Exact fee over all charged fills, undefined before the first; and what was charged. */
  fee: Digits | undefined;
  charged: number;
  /** Its reservation: dollars of a buy, shares of a sale. */
  need: number;
  level: Level | undefined;
  touched: number;
};

export type Level = {
  readonly price: number;
  /** Orders by arrival; an order whose `level` is another has left. */
  queue: OrderFacts[];
  /** All orders before this place have left. */
  head: number;
  orders: number;
  size: number;
};

export type BookSide = {
  readonly isBid: boolean;
  /** Worst first. */
  readonly levels: Level[];
  orders: number;
};

type TradeFacts = {
  readonly event: TradeEvent;
  status: TradeStatus;
  /** The next status by the clock, and its moment. */
  due: 'MINED' | 'CONFIRMED';
  dueAt: number;
};

/** One order that arrives at the book, from its acceptance or release to its last consequence. */
type Arrival = {
  order: OrderFacts | undefined;
  traded: boolean;
  /** Resting orders that have to end, in the order in which they were crossed; the first `ended` of them have. */
  readonly crossed: OrderFacts[];
  ended: number;
  /** The first maker in price and time, without own orders that the rules skip. */
  next: OrderFacts | undefined;
  own: OrderFacts | undefined;
  /** Shares of the arriving order that own orders will take off, before any event reports it. */
  owed: number;
};

/** Orders that one event closes: they must end next, in this order, for this reason. */
type ForcedCloses = { reason: CloseReason | undefined; readonly orders: OrderFacts[]; ended: number };

/** The subject of the current event, computed once for all invariants. */
type Present = {
  /** Its moment; undefined between two commands. */
  at: number | undefined;
  /** The order that is accepted, released, reduced or closed, or the taker of the trade. */
  order: OrderFacts | undefined;
  /** The first order that a newly accepted order crosses, and the reservation that it needs. */
  crossed: OrderFacts | undefined;
  need: number;
  overdue: Deadline | undefined;
  /** Dollars and fees due from the parties of the leg. */
  makerCash: number;
  makerFee: number;
  takerCash: number;
  takerFee: number;
};

type Touched = {
  /** False until the first judgement of the state. */
  isTracked: boolean;
  /** Counts judgements; an object with this number is already in the lists. */
  round: number;
  readonly wallets: WalletFacts[];
  readonly holdings: Holding[];
  readonly markets: MarketFacts[];
  readonly orders: OrderFacts[];
};

export class Facts {
  readonly rules: VenueRules;
  /** Events so far, and the moment of the last one. */
  events = 0;
  at = 0;
  readonly wallets: WalletFacts[] = [];
  readonly markets: MarketFacts[] = [];
  readonly groups: GroupFacts[] = [];
  /** Open orders by number; numbers given so far. */
  readonly orders = new Numbered<OrderFacts>();
  accepted = 0;
  /** Trades that are not settled by number; numbers given so far. */
  readonly trades = new Numbered<TradeFacts>();
  traded = 0;
  /** Deadline of the heartbeat session of each key. */
  readonly beats = new Map<number, number>();
  readonly agenda = newAgenda();
  readonly arrival: Arrival = {
    order: undefined,
    traded: false,
    crossed: [],
    ended: 0,
    next: undefined,
    own: undefined,
    owed: 0,
  };
  readonly forcedCloses: ForcedCloses = { reason: undefined, orders: [], ended: 0 };
  readonly present: Present = {
    at: undefined,
    order: undefined,
    crossed: undefined,
    need: 0,
    overdue: undefined,
    makerCash: 0,
    makerFee: 0,
    takerCash: 0,
    takerFee: 0,
  };
  /** The trade that has just been reversed and must fail next. */
  reversed: number | undefined;
  reversals = 0;
  /** Sums over all wallets, markets, groups and legs. `backing` is collateral less debt, exact if they are. */
  readonly accounts = { deposits: 0, cash: 0, fees: 0, residual: 0, collateral: 0, debt: 0, backing: 0 };
  /** The group in which the event converted tokens or resolved a member. */
  changedGroup: GroupFacts | undefined;
  /** A sum has left the exact integers. */
  inexact = false;
  /** Cash has moved since the accounts were judged. */
  moneyMoved = false;
  readonly touched: Touched = { isTracked: false, round: 1, wallets: [], holdings: [], markets: [], orders: [] };

  constructor(rules: VenueRules = DOCUMENT_RULES) {
    this.rules = rules;
  }
}

/** Appends the next object. An object with another number is ignored; the invariant of numbers reports it. */
export function enter<Thing>(things: Thing[], number: number, thing: Thing): void {
  if (number === things.length) things.push(thing);
}

export function newMarket(number: number, terms: MarketTerms): MarketFacts {
  return {
    number,
    terms,
    tick: terms.tick,
    state: 'open',
    payout: undefined,
    group: undefined,
    lastPrice: undefined,
    bids: newSide(true),
    asks: newSide(false),
    supply: [0, 0],
    vault: 0,
    collateral: 0,
    touched: 0,
  };
}

function newSide(isBid: boolean): BookSide {
  return { isBid, levels: [], orders: 0 };
}

export function newWallet(number: number): WalletFacts {
  return { number, cash: 0, held: 0, holdings: new Map(), latest: undefined, touched: 0 };
}

type Accepted = Extract<Event, { kind: 'order-accepted' }>;

/** The accepted order, if its wallet and market exist. */
export function newOrder(facts: Facts, event: Accepted): OrderFacts | undefined {
  const wallet = facts.wallets[event.wallet];
  const market = facts.markets[event.market];
  if (wallet === undefined || market === undefined) return undefined;
  const { outcome, side, price } = event;
  return {
    number: event.order,
    wallet,
    key: event.key,
    market,
    holding: holdingOf(wallet, market),
    outcome,
    side,
    type: event.type,
    price,
    bookPrice: outcome === 0 ? price : PRICE_ONE - price,
    isBid: (outcome === 0) === (side === 'BUY'),
    expiresAt: event.expiresAt,
    delayedUntil: event.delayedUntil,
    size: event.size,
    matched: 0,
    stage: event.delayedUntil === undefined ? 'arriving' : 'delayed',
    end: undefined,
    rounding: 0,
    fee: undefined,
    charged: 0,
    need: 0,
    level: undefined,
    touched: 0,
  };
}

export function holdingOf(wallet: WalletFacts, market: MarketFacts): Holding {
  const { latest } = wallet;
  if (latest?.market === market) return latest;
  const known = wallet.holdings.get(market.number);
  const holding: Holding = known ?? { wallet, market, tokens: [0, 0], offered: [0, 0], touched: 0 };
  if (known === undefined) wallet.holdings.set(market.number, holding);
  wallet.latest = holding;
  return holding;
}

/** Tokens that no open sale offers. */
export function freeTokens(wallet: WalletFacts, market: number, outcome: OutcomeIndex): number {
  const holding = wallet.holdings.get(market);
  return holding === undefined ? 0 : holding.tokens[outcome] - holding.offered[outcome];
}

export function leftOf(order: OrderFacts): number {
  return order.size - order.matched;
}

export function isImmediate(order: OrderFacts): boolean {
  return order.type === 'FOK' || order.type === 'FAK';
}

export function ownSide(order: OrderFacts): BookSide {
  return order.isBid ? order.market.bids : order.market.asks;
}

export function oppositeSide(order: OrderFacts): BookSide {
  return order.isBid ? order.market.asks : order.market.bids;
}

/** Whether the limit of an order reaches this first-outcome price on the other side. */
export function reaches(order: Pick<OrderFacts, 'isBid' | 'bookPrice'>, price: number): boolean {
  return order.isBid ? order.bookPrice >= price : order.bookPrice <= price;
}

/** Notes a changed object once for the next judgement of the state. */
export function touch<Thing extends { touched: number }>(facts: Facts, list: Thing[], thing: Thing): void {
  if (!facts.touched.isTracked || thing.touched === facts.touched.round) return;
  thing.touched = facts.touched.round;
  list.push(thing);
}
