/** sim/core/self-trade: what becomes of an order that meets one of its own wallet, by the rule of the venue (`rules.ts`). */
import { assertNever } from '../../spec/result.ts';
import { remainingOf, setRemaining, setSize, sizeOf } from './arena.ts';
import { type BookSide, takeFromBest } from './book-side.ts';
import { withdrawOrder } from './closing.ts';
import { type Market, touchBook } from './market.ts';
import { holdReserve, restingNeed } from './reserves.ts';
import { CANCELLED_WHOLE, noteMet } from './sweep.ts';
import type { VenueState } from './venue-state.ts';

/** Applies the rule; false where the incoming order stops here. What became of `own` is noted in the sweep. */
export function meetOwn(venue: VenueState, market: Market, side: BookSide, incoming: number, own: number): boolean {
  const { sweep, rules } = venue;
  switch (rules.selfTrade) {
    case 'cancel-newest':
      sweep.endedBySelf = true;
      return false;
    case 'cancel-oldest':
      withdrawOrder(venue, market, own);
      noteMet(sweep, own, CANCELLED_WHOLE);
      return true;
    case 'cancel-both':
      withdrawOrder(venue, market, own);
      noteMet(sweep, own, CANCELLED_WHOLE);
      sweep.endedBySelf = true;
      return false;
    case 'decrement':
      decrement(venue, market, side, incoming, own);
      return true;
    default:
      return assertNever(rules.selfTrade);
  }
}

/** Both orders lose the smaller of the two remainders. */
function decrement(venue: VenueState, market: Market, side: BookSide, incoming: number, own: number): void {
  const { arena, sweep } = venue;
  const lost = Math.min(remainingOf(arena, incoming), remainingOf(arena, own));
  for (const slot of [own, incoming]) {
    setRemaining(arena, slot, remainingOf(arena, slot) - lost);
    setSize(arena, slot, sizeOf(arena, slot) - lost);
  }
  const isAll = remainingOf(arena, own) === 0;
  takeFromBest(side, arena, lost, isAll);
  if (!isAll) holdReserve(venue, own, restingNeed(arena, own, market.terms));
  touchBook(market, venue.now);
  noteMet(sweep, own, lost);
  sweep.endedBySelf = remainingOf(arena, incoming) === 0;
}
