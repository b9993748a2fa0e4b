/** backtest/injected/background: the wallets of recorded history: the maker (its book) and the taker (its trades). */
import { ORDER_REFUSALS, REFUSED } from '../../sim/core/ticket.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { fillBuy } from '../buy-ticket.ts';

/** Wallets by number. The strategy is the first one. */
export const STRATEGY = 0;
type Role = Readonly<{ wallet: number; type: 'GTC' | 'FAK'; usual: keyof typeof REFUSED }>;

/** They rest orders and take liquidity. The usual refusal of an order is not counted. */
export const MAKER: Role = { wallet: 1, type: 'GTC', usual: 'self-trade' };
export const TAKER: Role = { wallet: 2, type: 'FAK', usual: 'fak-no-match' };

/** Their dollars, micro: more than all recorded orders need, and together less than an engine can hold. */
export const MAKER_CASH = 6_000_000_000_000_000;
export const TAKER_CASH = 2_000_000_000_000_000;

export type Background = {
  /** Salts of orders, which grow: they are new without a search. */
  salt: number;
  /** Orders that the engine refused, by reason. */
  readonly refused: Record<string, number>;
};

/** Places an order. Returns its number, or a negative code of the refusal. The ticket states what it traded. */
export function place(
  { desk, now }: Venue,
  background: Background,
  { wallet, type, usual }: Role,
  market: number,
  isAsk: boolean,
  price: number,
  size: number,
): number {
  const { ticket } = desk;
  ticket.type = type;
  ticket.postOnly = false;
  fillBuy(ticket, wallet, market, isAsk, price, size, background.salt);
  background.salt += 1;
  const order = desk.place(now);
  if (order < 0 && order !== REFUSED[usual]) {
    const kind = ORDER_REFUSALS[-1 - order] ?? 'malformed';
    background.refused[kind] = (background.refused[kind] ?? 0) + 1;
  }
  return order;
}

export function cancelMaker(engine: Venue, order: number): void {
  engine.desk.cancel(MAKER.wallet, order, engine.now);
}
