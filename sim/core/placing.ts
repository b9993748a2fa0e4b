/**
 * sim/core/placing: what an order must satisfy to be accepted, and what happens to it then. Everything that can refuse
 * is asked before anything changes.
 */
import { ok, type Result, refuse } from '../../spec/result.ts';
import { PRICE_ONE } from '../../spec/units.ts';
import { appointOrder } from './appointments.ts';
import { orderIn, remainingOf, sizeOf, takeSlot, termsOf, walletOf } from './arena.ts';
import { bestOrder, rankOf, sizeAt } from './book-side.ts';
import { delayOrder, finishOrder, joinBook, restOrder, withdrawOrder } from './closing.ts';
import type { PlaceOrder, Refusal, Reply } from './command.ts';
import { clearFee, isFree, storeFee } from './fees.ts';
import { findHolding, freeCash, freeTokens, holdingOf } from './ledger.ts';
import { KILLED, MATCHED, SELF_TRADE, writeAccepted, writeShort } from './log-write.ts';
import { type Market, oppositeSide, ownSide } from './market.ts';
import { canFillWhole, matchOrder } from './matching.ts';
import { addOrder } from './open-orders.ts';
import { bookPriceIn, canRest, isFillOrKill, isSale, packTerms } from './order-terms.ts';
import { arrivalCost, holdReserve } from './reserves.ts';
import { SIZE_LIMIT } from './rules.ts';
import { addSalt, hasSalt, saltDigest, saltNumber } from './salts.ts';
import { CANCELLED_WHOLE, FILLED, metLoss, metSlot } from './sweep.ts';
import { marketOf, type Venue } from './venue.ts';

/** Accepts the order, trades it at once or after the market's delay, and rests or ends what is left. */
export function place(venue: Venue, command: PlaceOrder): Result<Reply, Refusal> {
  const { arena, ledger, now } = venue;
  const { wallet, price, size } = command;
  if (wallet >= ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  const market = venue.markets[command.market];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  if (market.state !== 'open') return refuse({ kind: 'market-not-accepting', state: market.state });
  const salt = saltNumber(command.salt);
  const digest = saltDigest(wallet, command.salt, salt);
  const formRefusal = refuseForm(venue, market, command, digest);
  if (formRefusal !== undefined) return refuse(formRefusal);
  const terms = packTerms(price, command.outcome, command.side, command.type);
  const opposite = oppositeSide(market, terms);
  const limit = rankOf(opposite, bookPriceIn(terms));
  const crosses = opposite.best >= limit;
  if (crosses && command.postOnly) return refuse({ kind: 'post-only-crosses' });
  const holding = findHolding(ledger, wallet, market.index);
  const sells = isSale(terms);
  const cost = sells ? size : arrivalCost(market.terms, price, size, crosses);
  const free = sells ? freeTokens(ledger, holding, command.outcome) : freeCash(ledger, wallet);
  if (cost > free) return refuse({ kind: sells ? 'insufficient-tokens' : 'insufficient-cash', needed: cost, free });
  if (canRest(terms) && !hasRoom(market, terms, size)) return refuse({ kind: 'size-invalid' });
  const waits = crosses && market.terms.delayMs > 0;
  if (!waits) {
    if (isFillOrKill(terms) && !canFillWhole(venue, opposite, limit, wallet, size)) {
      return refuse({ kind: 'fok-not-filled' });
    }
    if (!crosses && !canRest(terms)) return refuse({ kind: 'fak-no-match' });
    if (crosses && venue.rules.selfTrade === 'cancel-newest' && walletOf(arena, bestOrder(opposite)) === wallet) {
      return refuse({ kind: 'self-trade' });
    }
  }

  const order = venue.orders.orders;
  const own = holding >= 0 ? holding : holdingOf(ledger, wallet, market.index);
  const slot = takeSlot(arena, order, wallet, command.key, market.index, own, terms, size);
  const delayedUntil = waits ? now + market.terms.delayMs : undefined;
  addOrder(venue.orders, slot, writeAccepted(venue.log, now, order, command, terms, salt, delayedUntil), command.key);
  addSalt(venue.salts, order, digest);
  holdReserve(venue, slot, cost);
  if (command.expiresAt !== undefined) appointOrder(venue, command.expiresAt, order, 'expire');
  if (delayedUntil !== undefined) {
    appointOrder(venue, delayedUntil, order, 'release');
    delayOrder(venue, market, slot);
    return ok({ kind: 'placed', order, status: 'delayed', size: 0, cash: 0 });
  }
  if (!crosses) {
    // It meets nobody, and what it holds since its arrival is what it needs to rest.
    joinBook(venue, market, slot);
    return ok({ kind: 'placed', order, status: 'live', size: 0, cash: 0 });
  }
  execute(venue, market, slot);
  const traded = venue.sweep.size;
  return ok({ kind: 'placed', order, status: traded > 0 ? 'matched' : 'live', size: traded, cash: venue.sweep.cash });
}

/** A delayed order's moment has come: it meets the book as it is now, or ends where it no longer can. */
export function release(venue: Venue, slot: number): void {
  const { arena } = venue;
  const market = marketOf(venue, slot);
  withdrawOrder(venue, market, slot);
  const terms = termsOf(arena, slot);
  const size = sizeOf(arena, slot);
  const fits = isFillOrKill(terms) ? canFill(venue, market, slot) : !canRest(terms) || hasRoom(market, terms, size);
  if (market.state !== 'open' || !fits) {
    finishOrder(venue, slot, KILLED);
    return;
  }
  writeShort(venue.log, 'order-released', venue.now, orderIn(arena, slot), 0);
  execute(venue, market, slot);
}

function refuseForm(venue: Venue, market: Market, command: PlaceOrder, digest: number): Refusal | undefined {
  const { tick, minSize } = market.terms;
  const { type, price, size, expiresAt } = command;
  if (price < tick || price > PRICE_ONE - tick) return { kind: 'price-out-of-range', min: tick, max: PRICE_ONE - tick };
  if (price % tick !== 0) return { kind: 'price-off-tick', tick };
  if (size <= 0 || size > SIZE_LIMIT) return { kind: 'size-invalid' };
  if (size < minSize) return { kind: 'size-too-small', min: minSize };
  if (command.postOnly && type !== 'GTC' && type !== 'GTD') return { kind: 'post-only-type' };
  if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
  if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
  if (expiresAt !== undefined && expiresAt <= venue.now + venue.rules.minimumLifeMs) {
    return { kind: 'expiration-too-near' };
  }
  if (hasSalt(venue, command.wallet, command.salt, digest)) return { kind: 'duplicate' };
  return undefined;
}

/** Whether the shares of a level stay an exact integer with this order among them. */
function hasRoom(market: Market, terms: number, size: number): boolean {
  return sizeAt(ownSide(market, terms), bookPriceIn(terms)) + size <= Number.MAX_SAFE_INTEGER;
}

/** Whether the book can fill a delayed order whole. */
function canFill(venue: Venue, market: Market, slot: number): boolean {
  const { arena } = venue;
  const terms = termsOf(arena, slot);
  const side = oppositeSide(market, terms);
  return canFillWhole(venue, side, rankOf(side, bookPriceIn(terms)), walletOf(arena, slot), sizeOf(arena, slot));
}

/** Lets an accepted order meet the book, tells what that did to others and ends or rests it. */
function execute(venue: Venue, market: Market, slot: number): void {
  const { arena, sweep } = venue;
  const order = orderIn(arena, slot);
  clearFee(venue.takerFee);
  matchOrder(venue, market, slot);
  if (sweep.count > 0) tellMet(venue, order);
  const terms = termsOf(arena, slot);
  if (sweep.endedBySelf) finishOrder(venue, slot, SELF_TRADE);
  else if (remainingOf(arena, slot) === 0) finishOrder(venue, slot, MATCHED);
  else if (!canRest(terms)) finishOrder(venue, slot, KILLED);
  else {
    if (!isFree(market.terms.fee, false)) storeFee(arena, slot, venue.takerFee);
    restOrder(venue, market, slot);
  }
}

/** What became of the resting orders that an order met, in the order in which it met them. */
function tellMet(venue: Venue, incoming: number): void {
  const { arena, sweep } = venue;
  for (let index = 0; index < sweep.count; index += 1) {
    const slot = metSlot(sweep, index);
    const lost = metLoss(sweep, index);
    if (lost === FILLED) finishOrder(venue, slot, MATCHED);
    else if (lost === CANCELLED_WHOLE) finishOrder(venue, slot, SELF_TRADE);
    else {
      tellReduced(venue, orderIn(arena, slot), lost);
      tellReduced(venue, incoming, lost);
      if (remainingOf(arena, slot) === 0) finishOrder(venue, slot, SELF_TRADE);
    }
  }
}

function tellReduced(venue: Venue, order: number, lost: number): void {
  writeShort(venue.log, 'order-reduced', venue.now, order, 0, [lost]);
  venue.reductions.set(order, (venue.reductions.get(order) ?? 0) + lost);
}
