/** backtest/buy-ticket: orders of simulated wallets, which always buy: an ask buys the second outcome's complement. */
import { PRICE_ONE } from '../base/units.ts';
import type { Ticket } from '../sim/core/ticket.ts';

/** Fills all but the type and `postOnly`. `price` is of the first outcome. */
export function fillBuy(
  ticket: Ticket,
  wallet: number,
  market: number,
  isAsk: boolean,
  price: number,
  size: number,
  salt: number,
): void {
  ticket.wallet = wallet;
  ticket.key = wallet;
  ticket.market = market;
  ticket.outcome = isAsk ? 1 : 0;
  ticket.side = 'BUY';
  ticket.price = isAsk ? PRICE_ONE - price : price;
  ticket.size = size;
  ticket.expiresAt = -1;
  ticket.salt = salt;
  ticket.saltText = '';
}
