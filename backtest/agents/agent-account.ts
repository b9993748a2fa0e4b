/** backtest/agents/agent-account: the market as one simulated trader sees it, and its orders, which always buy. */
import { PRICE_ONE } from '../../base/units.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { OrderType } from '../../spec/venue/command.ts';
import { fillBuy } from '../buy-ticket.ts';
import { PRICE_TICK } from './plan.ts';

export type QuoteSide = 'bid' | 'ask';

export class AgentAccount {
  readonly wallet: number;
  readonly #engine: Venue;
  readonly #market: number;
  /** The salt of its last order; they grow, so that they are new without a search. */
  salt = 0;

  constructor(engine: Venue, market: number, wallet: number) {
    this.#engine = engine;
    this.#market = market;
    this.wallet = wallet;
  }

  /** 1e-4 dollars of the first outcome; 0 without a bid. */
  get bestBid(): number {
    return this.#engine.bids(this.#market, 0)[0]?.price ?? 0;
  }

  /** A dollar without an ask. */
  get bestAsk(): number {
    return this.#engine.asks(this.#market, 0)[0]?.price ?? PRICE_ONE;
  }

  /** Shares of the first outcome less those of the second, micro. Pairs of both are merged into dollars. */
  position(): number {
    const engine = this.#engine;
    const market = this.#market;
    const { wallet } = this;
    const [first, second] = [engine.tokens(wallet, market, 0).free, engine.tokens(wallet, market, 1).free];
    const size = Math.min(first, second);
    if (size > 0) engine.step({ kind: 'merge', wallet, market, size }, engine.now);
    return first - second;
  }

  /** Rests an order, unless it would trade. Returns its number, negative when it is refused. */
  quote(side: QuoteSide, price: number, size: number): number {
    return this.#place('GTC', true, side, price, size);
  }

  /** Trades what can be traded at the price or better; the rest is cancelled. */
  take(side: QuoteSide, price: number, size: number): void {
    this.#place('FAK', false, side, price, size);
  }

  /** Buys when the ask is below an estimate (dollars) by the margin or more, sells when the bid is as far above it. */
  takeMispriced(estimate: number, margin: number, size: number, limit: number): void {
    const [highest, lowest] = [stepBelow(estimate - margin), stepAbove(estimate + margin)];
    const position = this.position() / 1e6;
    if (this.bestAsk <= highest && position < limit) this.take('bid', highest, size);
    else if (this.bestBid >= lowest && this.bestBid > 0 && position > -limit) this.take('ask', lowest, size);
  }

  cancel(order: number): void {
    this.#engine.desk.cancel(this.wallet, order, this.#engine.now);
  }

  /** Shares that an order still wants, micro; 0 when it has ended. */
  remaining(order: number): number {
    return order < 0 ? 0 : this.#engine.remaining(order);
  }

  #place(type: OrderType, postOnly: boolean, side: QuoteSide, price: number, size: number): number {
    if (price < PRICE_TICK || price > PRICE_ONE - PRICE_TICK) return -1;
    const { desk, now } = this.#engine;
    const { ticket } = desk;
    this.salt += 1;
    fillBuy(ticket, this.wallet, this.#market, side === 'ask', price, size, this.salt);
    ticket.type = type;
    ticket.postOnly = postOnly;
    return desk.place(now);
  }
}

/** The highest price step that is not above a price in dollars, 1e-4 dollars. */
export function stepBelow(dollars: number): number {
  return Math.floor(Math.round(dollars * PRICE_ONE) / PRICE_TICK) * PRICE_TICK;
}

/** The lowest price step that is not below a price in dollars. */
export function stepAbove(dollars: number): number {
  return Math.ceil(Math.round(dollars * PRICE_ONE) / PRICE_TICK) * PRICE_TICK;
}
