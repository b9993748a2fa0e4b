/** sim/views/token-price: the price of a token: payout, last trade, midpoint, or half a dollar; two add up to one. */
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { MarketView, Venue } from '../core/venue.ts';

/** Micro dollars in one price unit (1e-4 dollars). */
export const MICRO_PER_PRICE_UNIT = MICRO / PRICE_ONE;

export const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

/** Price of a token in micro dollars a share (a midpoint can lie between two price units). */
export function tokenPrice(venue: Venue, market: number, outcome: OutcomeIndex): number {
  return tokenPriceIn(venue.market(market), venue, market, outcome);
}

/** As `tokenPrice`, for a caller that has the view of the market. */
export function tokenPriceIn(
  view: MarketView | undefined,
  venue: Venue,
  market: number,
  outcome: OutcomeIndex,
): number {
  if (view?.payout !== undefined) return view.payout[outcome];
  const first = firstOutcomePrice(venue, market, view?.lastPrice);
  return outcome === 0 ? first : MICRO - first;
}

function firstOutcomePrice(venue: Venue, market: number, lastPrice: number | undefined): number {
  if (lastPrice !== undefined) return lastPrice * MICRO_PER_PRICE_UNIT;
  const bid = venue.bids(market, 0)[0];
  const ask = venue.asks(market, 0)[0];
  if (bid === undefined || ask === undefined) return MICRO / 2;
  return ((bid.price + ask.price) * MICRO_PER_PRICE_UNIT) / 2;
}
