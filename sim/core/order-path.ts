/**
 * sim/core/order-path: the path of an order, from top to bottom: it is admitted or refused, accepted into the log,
 * matched leg by leg, and rests or ends. All rules are checked before anything changes. Price-time priority holds over
 * the orders of both tokens: a trade prints at the price of the resting order. Orders for the same token transfer it,
 * two buys of opposite tokens mint complete sets, two sales merge them. A wallet never trades with itself.
 */
import { assertNever, invariant } from '../../base/result.ts';
import { type Micro, PRICE_ONE } from '../../base/units.ts';
import type { OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { bestOrder, enqueue, orderAfter, rankOf, sizeAt, takeFromBest } from './book-side.ts';
import { clearFee, isFree, storeFee, takeMakerFee, takeTakerFee } from './fees.ts';
import {
  changeCash,
  changeTokens,
  findHolding,
  freeCash,
  freeTokens,
  holdingOf,
  spendCash,
  spendTokens,
} from './ledger.ts';
import { type Acceptance, writeAccepted, writeEvent, writeLeg, writeTrade } from './log-write.ts';
import { type Market, oppositeSide, ownSide, touchBook } from './market.ts';
import { affectedLoss, affectedSlot, CANCELLED_WHOLE, FILLED, noteAffected, startMatching } from './matching.ts';
import { addOrder, slotOf } from './open-orders.ts';
import { finishOrder, scheduleOrder, withdrawOrder } from './order-ending.ts';
import {
  holdingIn,
  keyOf,
  NONE,
  orderIn,
  remainingOf,
  reservedOf,
  type Slot,
  setRemaining,
  setReserved,
  setSize,
  setTerms,
  sizeOf,
  takeSlot,
  termsOf,
  walletOf,
} from './order-pool.ts';
import {
  bookPriceIn,
  canRest,
  DELAYED,
  isFillOrKill,
  isSale,
  outcomeIn,
  packTerms,
  priceIn,
  sideIn,
  type Terms,
} from './order-terms.ts';
import { arrivalCost, holdReserve, otherWorth, restingNeed, takeFillCash, worthOf } from './reserves.ts';
import { addSalt, hasSalt, saltDigest } from './salts.ts';
import { makeSets } from './sets.ts';
import { REFUSED, type Ticket } from './ticket.ts';
import { queueTimer } from './timers.ts';
import { addTrade } from './trade-index.ts';
import { marketOf, type VenueState } from './venue-state.ts';

/** Accepts the order on the ticket and returns its number. A refusal returns a code below 0 and changes nothing. */
export function admit(venue: VenueState, ticket: Ticket): number {
  const { pool, ledger } = venue;
  const { wallet, size } = ticket;
  if (wallet >= ledger.wallets) return REFUSED['unknown-wallet'];
  const market = venue.markets[ticket.market];
  if (market === undefined) return REFUSED['unknown-market'];
  if (market.state !== 'open') return REFUSED['market-not-accepting'];
  const digest = saltDigest(ticket);
  const refusal = termsRefusal(venue, market, ticket, digest);
  if (refusal < 0) return refusal;
  const terms = packTerms(ticket);
  const opposite = oppositeSide(market, terms);
  const crosses = opposite.best >= rankOf(opposite, bookPriceIn(terms));
  if (crosses && ticket.postOnly) return REFUSED['post-only-crosses'];
  const holding = findHolding(ledger, wallet, market.index);
  const sells = isSale(terms);
  const needed = sells ? size : arrivalCost(market.terms, ticket, crosses);
  const free = sells ? freeTokens(ledger, holding, ticket.outcome) : freeCash(ledger, wallet);
  if (needed > free) {
    ticket.needed = needed;
    ticket.free = free;
    return sells ? REFUSED['insufficient-tokens'] : REFUSED['insufficient-cash'];
  }
  if (canRest(terms) && !hasRoom(market, terms, size)) return REFUSED['size-invalid'];
  invariant(needed > 0, 'every order reserves something');
  const waits = crosses && market.terms.delayMs > 0;
  if (!waits) {
    if (isFillOrKill(terms) && !canFillWhole(venue, market, terms, ticket)) return REFUSED['fok-not-filled'];
    if (!crosses && !canRest(terms)) return REFUSED['fak-no-match'];
    if (crosses && venue.rules.selfTrade === 'cancel-newest' && walletOf(pool, bestOrder(opposite)) === wallet) {
      return REFUSED['self-trade'];
    }
  }

  const order = venue.orders.orders;
  const delayedUntil = waits ? venue.now + market.terms.delayMs : -1;
  const slot = accept(venue, ticket, { at: venue.now, order, delayedUntil });
  addSalt(venue.salts, ticket, digest);
  holdReserve(venue, slot, needed);
  if (ticket.expiresAt >= 0) scheduleOrder(venue, ticket.expiresAt, order, 'expire');
  ticket.traded = 0;
  ticket.cash = 0;
  ticket.isDelayed = waits;
  ticket.isOver = false;
  // An order that does not cross keeps the reservation it took on arrival.
  if (!crosses) joinBook(venue, market, slot);
  else if (waits) delay(venue, market, slot, delayedUntil);
  else {
    execute(venue, market, slot);
    ticket.traded = venue.matching.trade.size;
    ticket.cash = venue.matching.trade.cash;
    ticket.isOver = slotOf(venue.orders, order) <= 0;
  }
  return order;
}

/** The refusal of an order by rules that need neither the book nor the funds; 0 if the rules accept it. */
function termsRefusal(venue: VenueState, market: Market, ticket: Ticket, digest: number): number {
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

/** Whether the total of the level stays an exact integer with this order. */
function hasRoom(market: Market, terms: Terms, size: Micro) {
  return sizeAt(ownSide(market, terms), bookPriceIn(terms)) + size <= Number.MAX_SAFE_INTEGER;
}

/** Whether orders of other wallets fill an order before self-trade prevention stops it. */
function canFillWhole(venue: VenueState, market: Market, terms: Terms, { wallet, size }: Wanted): boolean {
  const { pool } = venue;
  const side = oppositeSide(market, terms);
  const limit = rankOf(side, bookPriceIn(terms));
  const skipsOwn = venue.rules.selfTrade === 'cancel-oldest';
  let wanted = size;
  for (let maker = bestOrder(side); wanted > 0; maker = orderAfter(side, pool, maker)) {
    if (maker === NONE || rankOf(side, bookPriceIn(termsOf(pool, maker))) < limit) return false;
    if (walletOf(pool, maker) !== wallet) wanted -= remainingOf(pool, maker);
    else if (!skipsOwn) return false;
  }
  return true;
}

type Wanted = { readonly wallet: WalletNumber; readonly size: Micro };

/** Logs the order and gives it a slot. It reserves nothing yet. */
function accept(venue: VenueState, ticket: Ticket, acceptance: Acceptance): Slot {
  const { pool, ledger, orders } = venue;
  const { wallet, key, market, size } = ticket;
  const { order } = acceptance;
  const holding = holdingOf(ledger, wallet, market);
  const slot = takeSlot(pool, { order, wallet, key, market, holding, terms: packTerms(ticket), size });
  addOrder(orders, slot, writeAccepted(venue.log, ticket, acceptance), key);
  invariant(slotOf(orders, order) === slot, 'the number of an order leads to its slot');
  return slot;
}

/** Makes an order wait outside the book. It keeps its reservation. */
function delay(venue: VenueState, market: Market, slot: Slot, until: number) {
  const { pool } = venue;
  invariant(until > venue.now, 'a delay takes time');
  scheduleOrder(venue, until, orderIn(pool, slot), 'release');
  setTerms(pool, slot, termsOf(pool, slot) | DELAYED);
  market.delayed.add(slot);
}

/** Ends the delay of an order. It is matched with the present book, or is killed if it no longer fits. */
export function release(venue: VenueState, slot: Slot): void {
  const { pool } = venue;
  const market = marketOf(venue, slot);
  invariant((termsOf(pool, slot) & DELAYED) !== 0, 'only an order that waits is released');
  withdrawOrder(venue, market, slot);
  const terms = termsOf(pool, slot);
  const size = sizeOf(pool, slot);
  const fits = isFillOrKill(terms)
    ? canFillWhole(venue, market, terms, { wallet: walletOf(pool, slot), size })
    : !canRest(terms) || hasRoom(market, terms, size);
  if (market.state !== 'open' || !fits) {
    finishOrder(venue, slot, 'killed');
    return;
  }
  writeEvent(venue.log, { kind: 'order-released', at: venue.now, order: orderIn(pool, slot) });
  execute(venue, market, slot);
}

/** Matches an accepted order, logs the effect on resting orders, and rests or ends it. */
function execute(venue: VenueState, market: Market, slot: Slot) {
  const { pool, matching } = venue;
  invariant(remainingOf(pool, slot) === sizeOf(pool, slot), 'an order that arrives has not traded');
  clearFee(venue.takerFee);
  matchOrder(venue, market, slot);
  if (matching.count > 0) logAffectedOrders(venue, orderIn(pool, slot));
  invariant(!isFillOrKill(termsOf(pool, slot)) || remainingOf(pool, slot) === 0, 'a FOK was admitted because it fills');
  if (matching.endedBySelf) finishOrder(venue, slot, 'self-trade');
  else if (remainingOf(pool, slot) === 0) finishOrder(venue, slot, 'matched');
  else if (!canRest(termsOf(pool, slot))) finishOrder(venue, slot, 'killed');
  else {
    if (!isFree(market.terms.fee, false)) storeFee(pool, slot, venue.takerFee);
    holdReserve(venue, slot, restingNeed(pool, slot, market.terms));
    joinBook(venue, market, slot);
  }
}

/** Matches the order with all it crosses, in one trade. `venue.matching` gets the trade and effects not logged yet. */
function matchOrder(venue: VenueState, market: Market, taker: Slot) {
  const { pool, matching } = venue;
  const terms = termsOf(pool, taker);
  const side = oppositeSide(market, terms);
  const limit = rankOf(side, bookPriceIn(terms));
  startMatching(matching);
  const wallet = walletOf(pool, taker);
  while (side.best >= limit && remainingOf(pool, taker) > 0) {
    const maker = bestOrder(side);
    if (walletOf(pool, maker) !== wallet) tradeWith(venue, market, taker, maker);
    else if (!preventSelfTrade(venue, market, taker, maker)) break;
  }
  const isDone = remainingOf(pool, taker) === 0 || side.best < limit;
  invariant(isDone || matching.endedBySelf, 'matching stops for want of orders, or before an own one');
  if (matching.trade.size > 0) recordTrade(venue, market, taker);
}

/** Applies the mode and records in `venue.matching` the result for `own`. False if the incoming order stops here. */
function preventSelfTrade(venue: VenueState, market: Market, incoming: Slot, own: Slot): boolean {
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

function decrement(venue: VenueState, market: Market, incoming: Slot, own: Slot) {
  const { pool, matching } = venue;
  const lost = Math.min(remainingOf(pool, incoming), remainingOf(pool, own));
  for (const slot of [own, incoming]) {
    setRemaining(pool, slot, remainingOf(pool, slot) - lost);
    setSize(pool, slot, sizeOf(pool, slot) - lost);
  }
  const isAll = remainingOf(pool, own) === 0;
  invariant(lost > 0, 'both orders have shares left when they cross');
  takeFromBest(ownSide(market, termsOf(pool, own)), pool, lost, isAll);
  if (!isAll) holdReserve(venue, own, restingNeed(pool, own, market.terms));
  touchBook(market, venue.now);
  noteAffected(matching, own, lost);
  matching.endedBySelf = remainingOf(pool, incoming) === 0;
}

/** One leg: cash, fees and reserves of both parties, the balances of the maker, and the sets made or merged. */
function tradeWith(venue: VenueState, market: Market, taker: Slot, maker: Slot) {
  const { pool, treasury } = venue;
  const { leg, trade } = venue.matching;
  const takerTerms = termsOf(pool, taker);
  const makerTerms = termsOf(pool, maker);
  const takerLeft = remainingOf(pool, taker);
  const makerLeft = remainingOf(pool, maker);
  const size = takerLeft < makerLeft ? takerLeft : makerLeft;
  const price = priceIn(makerTerms);
  const sameToken = outcomeIn(takerTerms) === outcomeIn(makerTerms);
  invariant(size > 0, 'every resting order has shares left, and so has an order that still matches');
  invariant(sameToken === (isSale(takerTerms) !== isSale(makerTerms)), 'tokens change hands, or become sets');
  const worth = worthOf(price, size);
  leg.order = orderIn(pool, maker);
  leg.wallet = walletOf(pool, maker);
  leg.key = keyOf(pool, maker);
  leg.outcome = outcomeIn(makerTerms);
  leg.side = sideIn(makerTerms);
  leg.price = price;
  leg.size = size;
  leg.takerPrice = sameToken ? price : PRICE_ONE - price;
  const better = paidBy(takerTerms, priceIn(takerTerms) - leg.takerPrice);
  invariant(better >= 0, 'a taker trades at its limit or better');
  leg.cash = takeFillCash(pool, maker, worth);
  leg.takerCash = sameToken ? takeFillCash(pool, taker, worth) : takeFillCash(pool, taker, otherWorth(size, worth));
  leg.fee = takeMakerFee(pool, maker, market.terms.fee, leg);
  leg.takerFee = takeTakerFee(venue.takerFee, market.terms.fee, sideIn(takerTerms), leg);
  setRemaining(pool, taker, takerLeft - size);
  setRemaining(pool, maker, makerLeft - size);
  settleFill(venue, maker, leg);
  invariant(makerLeft > size || reservedOf(pool, maker) === 0, 'a filled order has spent its whole reservation');

  const sets = sameToken ? 0 : isSale(takerTerms) ? -size : size;
  if (sets !== 0) makeSets(venue, market, sets);
  treasury.fees += leg.fee + leg.takerFee;
  const residual = paidBy(makerTerms, leg.cash) + paidBy(takerTerms, leg.takerCash) - sets;
  invariant(residual >= -1 && residual <= 1, 'the rounding of a leg is a micro dollar at most');
  treasury.residual += residual;
  writeLeg(venue.log, leg);
  trade.size += size;
  trade.cash += leg.takerCash;
  trade.fee += leg.takerFee;
  market.lastPrice = bookPriceIn(makerTerms);
  takeFromBest(oppositeSide(market, takerTerms), pool, size, makerLeft === size);
  if (makerLeft === size) noteAffected(venue.matching, maker, FILLED);
}

function paidBy(terms: Terms, cash: Micro): Micro {
  return isSale(terms) ? -cash : cash;
}

/**
 * Moves cash and tokens of one party for its fills, out of the reservation of its order. A resting order trades at its
 * own price only and rounds its running totals, so a fill costs exactly the decrease of its worst case. A taker keeps
 * its worst case until matching ends.
 */
function settleFill(venue: VenueState, slot: Slot, { size, cash, fee }: Fill) {
  const { pool, ledger } = venue;
  const terms = termsOf(pool, slot);
  const wallet = walletOf(pool, slot);
  const holding = holdingIn(pool, slot);
  const spent = isSale(terms) ? size : cash + fee;
  setReserved(pool, slot, reservedOf(pool, slot) - spent);
  if (isSale(terms)) {
    spendTokens(ledger, holding, outcomeIn(terms), spent);
    changeCash(ledger, wallet, cash - fee);
  } else {
    spendCash(ledger, wallet, spent);
    changeTokens(ledger, holding, outcomeIn(terms), size);
  }
}

type Fill = { readonly size: Micro; readonly cash: Micro; readonly fee: Micro };

function recordTrade(venue: VenueState, market: Market, taker: Slot) {
  const { pool, timers, trades, now } = venue;
  const { trade } = venue.matching;
  const terms = termsOf(pool, taker);
  settleFill(venue, taker, trade);
  invariant(trade.cash <= trade.size, 'a share costs a dollar at most');
  trade.at = now;
  trade.trade = trades.trades;
  trade.market = market.index;
  trade.takerOrder = orderIn(pool, taker);
  trade.takerWallet = walletOf(pool, taker);
  trade.takerKey = keyOf(pool, taker);
  trade.outcome = outcomeIn(terms);
  trade.side = sideIn(terms);
  addTrade(trades, writeTrade(venue.log, trade));
  queueTimer(timers, timers.mined, now + venue.rules.minedAfterMs, trade.trade);
  touchBook(market, now);
}

/** Logs what happened to the resting orders, in the order of matching. */
function logAffectedOrders(venue: VenueState, incoming: OrderNumber) {
  const { pool, matching } = venue;
  for (let index = 0; index < matching.count; index += 1) {
    const slot = affectedSlot(matching, index);
    const lost = affectedLoss(matching, index);
    if (lost === FILLED) finishOrder(venue, slot, 'matched');
    else if (lost === CANCELLED_WHOLE) finishOrder(venue, slot, 'self-trade');
    else {
      logReduced(venue, orderIn(pool, slot), lost);
      logReduced(venue, incoming, lost);
      if (remainingOf(pool, slot) === 0) finishOrder(venue, slot, 'self-trade');
    }
  }
}

function logReduced(venue: VenueState, order: OrderNumber, size: Micro) {
  invariant(size > 0, 'a reduction takes shares');
  writeEvent(venue.log, { kind: 'order-reduced', at: venue.now, order, size });
  venue.reductions.set(order, (venue.reductions.get(order) ?? 0) + size);
}

function joinBook({ pool, now }: VenueState, market: Market, slot: Slot) {
  const { bids, asks, terms, state } = market;
  invariant(state === 'open', 'orders come to rest only in an open market');
  invariant(canRest(termsOf(pool, slot)), 'FOK and FAK never rest');
  enqueue(ownSide(market, termsOf(pool, slot)), pool, slot);
  const isOneSided = bids.best === 0 || asks.best === 0;
  invariant(isOneSided || (bids.best + asks.best) * terms.tick < PRICE_ONE, 'the best bid is below the best ask');
  touchBook(market, now);
}
