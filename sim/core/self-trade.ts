/** sim/core/self-trade: self-trade prevention, in the mode of the venue (`rules.ts`). */
import { assertNever, invariant } from '../../base/result.ts';
import { takeFromBest } from './book-side.ts';
import { type Market, ownSide, touchBook } from './market.ts';
import { CANCELLED_WHOLE, noteAffected } from './matching.ts';
import { withdrawOrder } from './order-ending.ts';
import { remainingOf, type Slot, setRemaining, setSize, sizeOf, termsOf } from './order-pool.ts';
import { holdReserve, restingNeed } from './reserves.ts';
import type { VenueState } from './venue-state.ts';

/** Applies the mode and records in `venue.matching` what happened to `own`. Returns false if the incoming order stops here. */
export function preventSelfTrade(venue: VenueState, market: Market, incoming: Slot, own: Slot): boolean {
  const { matching, rules } = venue;
  switch (rules.selfTrade) {
    case 'cancel-newest':
      matching.endedBySelf = true;
      return false;
    case 'cancel-oldest':
      withdrawOrder(venue, market, own);
      noteAffected(matching, own, CANCELLED_WHOLE);
      return true;
    case 'cancel-both':
      withdrawOrder(venue, market, own);
      noteAffected(matching, own, CANCELLED_WHOLE);
      matching.endedBySelf = true;
      return false;
    case 'decrement':
      decrement(venue, market, incoming, own);
      return true;
    default:
      return assertNever(rules.selfTrade);
  }
}

function decrement(venue: VenueState, market: Market, incoming: Slot, own: Slot): void {
  const { pool, matching } = venue;
  const lost = Math.min(remainingOf(pool, incoming), remainingOf(pool, own));
  for (const slot of [own, incoming]) {
    setRemaining(pool, slot, remainingOf(pool, slot) - lost);
    setSize(pool, slot, sizeOf(pool, slot) - lost);
  }
  const isAll = remainingOf(pool, own) === 0;
  invariant(lost > 0, 'both orders have shares left when they meet');
  takeFromBest(ownSide(market, termsOf(pool, own)), pool, lost, isAll);
  if (!isAll) holdReserve(venue, own, restingNeed(pool, own, market.terms));
  touchBook(market, venue.now);
  noteAffected(matching, own, lost);
  matching.endedBySelf = remainingOf(pool, incoming) === 0;
}
