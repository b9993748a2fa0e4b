/**
 * sim/views/token-price: what one outcome token is worth now. The only statement of the rule: payout once resolved,
 * else the last trade, else the midpoint of the book, else half a dollar. The two prices of a market add up to a dollar.
 */
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import type { OutcomeIndex } from '../core/command.ts';
import type { Exchange, MarketView } from '../core/exchange.ts';

/** Micro dollars in one price unit (1e-4 dollars). */
export const MICRO_PER_PRICE_UNIT = MICRO / PRICE_ONE;

/** Price of a token in micro dollars a share (a midpoint can lie between two price units). */
export function tokenPrice(exchange: Exchange, market: number, outcome: OutcomeIndex): number {
  return tokenPriceIn(exchange.market(market), exchange, market, outcome);
}

/** As `tokenPrice`, for a caller that has the view of the market at hand. */
export function tokenPriceIn(
  view: MarketView | undefined,
  exchange: Exchange,
  market: number,
  outcome: OutcomeIndex,
): number {
  if (view?.payout !== undefined) return view.payout[outcome];
  const first = firstOutcomePrice(exchange, market, view?.lastPrice);
  return outcome === 0 ? first : MICRO - first;
}

function firstOutcomePrice(exchange: Exchange, market: number, lastPrice: number | undefined): number {
  if (lastPrice !== undefined) return lastPrice * MICRO_PER_PRICE_UNIT;
  const bid = exchange.bids(market, 0)[0];
  const ask = exchange.asks(market, 0)[0];
  if (bid === undefined || ask === undefined) return MICRO / 2;
  return ((bid.price + ask.price) * MICRO_PER_PRICE_UNIT) / 2;
}
