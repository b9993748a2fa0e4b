/** backtest/injected/background: the wallets of recorded history: the maker (its book) and the taker (its trades). */
import { ORDER_REFUSALS, REFUSED } from '../../sim/core/ticket.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { fillBuy } from '../buy-ticket.ts';

/** Wallets by number. The strategy is the first one. */
export const STRATEGY = 0;
const MAKER = 1;
const TAKER = 2;

/** Their dollars, micro: more than all recorded orders need, and together less than an engine can hold. */
export const MAKER_CASH = 6_000_000_000_000_000;
export const TAKER_CASH = 2_000_000_000_000_000;

export type Background = {
  /** Salts of orders, which grow: they are new without a search. */
  salt: number;
  /** Orders that the engine refused, by reason. */
  readonly refused: Record<string, number>;
};

/** Rests an order. Returns its number, -1 if it crossed the maker's own orders, or -2 if it was refused and counted. */
export function placeMaker(
  engine: Venue,
  background: Background,
  market: number,
  isAsk: boolean,
  price: number,
  size: number,
): number {
  const { ticket } = engine.desk;
  ticket.type = 'GTC';
  const order = place(engine, background, MAKER, market, isAsk, price, size);
  if (order === REFUSED['self-trade']) return -1;
  if (order < 0) noteRefusal(background, order);
  return order < 0 ? -2 : order;
}

/** Trades what can be traded at the price or better. Returns the shares that traded, micro. */
export function takeLiquidity(
  engine: Venue,
  background: Background,
  market: number,
  isAsk: boolean,
  price: number,
  size: number,
): number {
  const { ticket } = engine.desk;
  ticket.type = 'FAK';
  const order = place(engine, background, TAKER, market, isAsk, price, size);
  if (order >= 0) return ticket.traded;
  if (order !== REFUSED['fak-no-match']) noteRefusal(background, order);
  return 0;
}

export function cancelMaker(engine: Venue, order: number): void {
  engine.desk.cancel(MAKER, order, engine.now);
}

function place(
  engine: Venue,
  background: Background,
  wallet: number,
  market: number,
  isAsk: boolean,
  price: number,
  size: number,
): number {
  const { desk } = engine;
  const { ticket } = desk;
  fillBuy(ticket, wallet, market, isAsk, price, size, background.salt);
  ticket.postOnly = false;
  background.salt += 1;
  return desk.place(engine.now);
}

function noteRefusal({ refused }: Background, code: number) {
  const kind = ORDER_REFUSALS[-1 - code] ?? 'malformed';
  refused[kind] = (refused[kind] ?? 0) + 1;
}
