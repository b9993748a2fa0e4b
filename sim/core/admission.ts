/**
 * sim/core/admission: accepts or refuses an order. All rules are checked before anything changes. An accepted order is logged, reserves
 * its worst case, and meets the book at once or after the delay of the market.
 */
import { PRICE_ONE } from '../../base/units.ts';
import { SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { execute, hasRoom } from './arrival.ts';
import { bestOrder, rankOf } from './book-side.ts';
import { changeReservedCash, changeReservedTokens, findHolding, freeCash, freeTokens, holdingOf } from './ledger.ts';
import { writeAccepted } from './log-write.ts';
import { type Market, oppositeSide } from './market.ts';
import { canFillWhole } from './matcher.ts';
import { addOrder, slotOf } from './open-orders.ts';
import { delayOrder, joinBook } from './order-lifecycle.ts';
import { takeSlot, walletOf } from './order-pool.ts';
import { bookPriceIn, canRest, isFillOrKill, isSale, packTerms } from './order-terms.ts';
import { scheduleOrder } from './order-timers.ts';
import { arrivalCost } from './reserves.ts';
import { saltDigest } from './salt-digest.ts';
import { addSalt, hasSalt } from './salts.ts';
import { REFUSED, type Ticket } from './ticket.ts';
import type { VenueState } from './venue-state.ts';

/** Accepts the order on the ticket and returns its number. A refusal returns a code below 0 and changes nothing. */
export function admit(venue: VenueState, ticket: Ticket): number {
  const { pool, ledger } = venue;
  const { wallet, price, size } = ticket;
  if (wallet >= ledger.wallets) return REFUSED['unknown-wallet'];
  const market = venue.markets[ticket.market];
  if (market === undefined) return REFUSED['unknown-market'];
  if (market.state !== 'open') return REFUSED['market-not-accepting'];
  const digest = saltDigest(wallet, ticket.saltText, ticket.salt);
  const misfit = misfitOf(venue, market, ticket, digest);
  if (misfit < 0) return misfit;
  const terms = packTerms(price, ticket.outcome, ticket.side, ticket.type);
  const opposite = oppositeSide(market, terms);
  const limit = rankOf(opposite, bookPriceIn(terms));
  const crosses = opposite.best >= limit;
  if (crosses && ticket.postOnly) return REFUSED['post-only-crosses'];
  const holding = findHolding(ledger, wallet, market.index);
  const sells = isSale(terms);
  const needed = sells ? size : arrivalCost(market.terms, price, size, crosses);
  const free = sells ? freeTokens(ledger, holding, ticket.outcome) : freeCash(ledger, wallet);
  if (needed > free) {
    ticket.needed = needed;
    ticket.free = free;
    return sells ? REFUSED['insufficient-tokens'] : REFUSED['insufficient-cash'];
  }
  if (canRest(terms) && !hasRoom(market, terms, size)) return REFUSED['size-invalid'];
  const waits = crosses && market.terms.delayMs > 0;
  if (!waits) {
    if (isFillOrKill(terms) && !canFillWhole(venue, opposite, limit, wallet, size)) return REFUSED['fok-not-filled'];
    if (!crosses && !canRest(terms)) return REFUSED['fak-no-match'];
    if (crosses && venue.rules.selfTrade === 'cancel-newest' && walletOf(pool, bestOrder(opposite)) === wallet) {
      return REFUSED['self-trade'];
    }
  }

  const order = venue.orders.orders;
  const own = holding >= 0 ? holding : holdingOf(ledger, wallet, market.index);
  const slot = takeSlot(pool, order, wallet, ticket.key, market.index, own, terms, size, needed);
  const delayedUntil = waits ? venue.now + market.terms.delayMs : -1;
  addOrder(venue.orders, slot, writeAccepted(venue.log, venue.now, order, ticket, terms, delayedUntil), ticket.key);
  addSalt(venue.salts, ticket, digest);
  if (sells) changeReservedTokens(ledger, own, ticket.outcome, needed);
  else changeReservedCash(ledger, wallet, needed);
  if (ticket.expiresAt >= 0) scheduleOrder(venue, ticket.expiresAt, order, 'expire');
  ticket.traded = 0;
  ticket.cash = 0;
  ticket.isDelayed = waits;
  ticket.isOver = false;
  // An order that does not cross keeps the reservation it took on arrival.
  if (!crosses) joinBook(venue, market, slot);
  else if (waits) {
    scheduleOrder(venue, delayedUntil, order, 'release');
    delayOrder(venue, market, slot);
  } else {
    execute(venue, market, slot);
    ticket.traded = venue.sweep.size;
    ticket.cash = venue.sweep.cash;
    ticket.isOver = slotOf(venue.orders, order) <= 0;
  }
  return order;
}

/** The refusal of an order by rules that need neither the book nor the funds; 0 if there is none. */
function misfitOf(venue: VenueState, market: Market, ticket: Ticket, digest: number): number {
  const { tick, minSize } = market.terms;
  const { type, price, size, expiresAt } = ticket;
  if (price < tick || price > PRICE_ONE - tick) return REFUSED['price-out-of-range'];
  if (price % tick !== 0) return REFUSED['price-off-tick'];
  if (size <= 0 || size > SIZE_LIMIT) return REFUSED['size-invalid'];
  if (size < minSize && (type === 'GTC' || type === 'GTD')) return REFUSED['size-too-small'];
  if (type === 'GTD' && expiresAt < 0) return REFUSED['expiration-required'];
  if (type !== 'GTD' && expiresAt >= 0) return REFUSED['expiration-unexpected'];
  if (expiresAt >= 0 && expiresAt <= venue.now + venue.rules.minimumLifeMs) return REFUSED['expiration-too-near'];
  if (hasSalt(venue, ticket, digest)) return REFUSED['duplicate'];
  return ticket.postOnly && type !== 'GTC' && type !== 'GTD' ? REFUSED['post-only-type'] : 0;
}
