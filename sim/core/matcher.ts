/**
 * sim/core/matcher: price-time priority over both tokens' orders. A trade prints at the resting order's price, so any
 * improvement is the taker's. Orders for the same token transfer it, two buys of opposite tokens mint complete sets,
 * two sales of opposite tokens merge them. A wallet never trades with itself (`self-trade.ts`).
 */
import { PRICE_ONE } from '../../base/units.ts';
import { type BookSide, bestOrder, orderAfter, rankOf, takeFromBest } from './book-side.ts';
import { isFree, takeFillFee, takeMakerFee } from './fees.ts';
import { fractionBeside, otherFraction, otherWhole, takeFillCash, wholeCash } from './fill-cash.ts';
import { changeCash, changeTokens, spendCash, spendTokens } from './ledger.ts';
import { writeLeg, writeTrade } from './log-write.ts';
import { type Market, oppositeSide, touchBook } from './market.ts';
import {
  holdingIn,
  keyOf,
  NONE,
  orderIn,
  remainingOf,
  reservedOf,
  setRemaining,
  setReserved,
  termsOf,
  walletOf,
} from './order-pool.ts';
import { bookPriceIn, isSale, outcomeIn, priceIn } from './order-terms.ts';
import { restingNeed } from './reserves.ts';
import { preventSelfTrade } from './self-trade.ts';
import { FILLED, noteMet, startSweep } from './sweep.ts';
import { queueTimer } from './timers.ts';
import { addTrade } from './trade-index.ts';
import type { VenueState } from './venue-state.ts';

/** Whether orders of other wallets fill `size` at this limit before self-trade prevention stops the order. */
export function canFillWhole(venue: VenueState, side: BookSide, limit: number, wallet: number, size: number): boolean {
  const { pool } = venue;
  const skipsOwn = venue.rules.selfTrade === 'cancel-oldest';
  let wanted = size;
  for (let maker = bestOrder(side); wanted > 0; maker = orderAfter(side, pool, maker)) {
    if (maker === NONE || rankOf(side, bookPriceIn(termsOf(pool, maker))) < limit) return false;
    if (walletOf(pool, maker) !== wallet) wanted -= remainingOf(pool, maker);
    else if (!skipsOwn) return false;
  }
  return true;
}

/** Matches the order with all it crosses, in one trade. `venue.sweep` gets the totals and the effects that are not logged yet. */
export function matchOrder(venue: VenueState, market: Market, taker: number): void {
  const { pool, sweep } = venue;
  const terms = termsOf(pool, taker);
  const side = oppositeSide(market, terms);
  const limit = rankOf(side, bookPriceIn(terms));
  startSweep(sweep);
  if (side.best < limit) return;
  const wallet = walletOf(pool, taker);
  while (side.best >= limit && remainingOf(pool, taker) > 0) {
    const maker = bestOrder(side);
    if (walletOf(pool, maker) !== wallet) tradeWith(venue, market, side, taker, maker);
    else if (!preventSelfTrade(venue, market, side, taker, maker)) break;
  }
  if (sweep.size > 0) recordTrade(venue, market, taker);
}

function recordTrade(venue: VenueState, market: Market, taker: number): void {
  const { pool, sweep, trades, now } = venue;
  const trade = trades.trades;
  const wallet = walletOf(pool, taker);
  const terms = termsOf(pool, taker);
  const order = orderIn(pool, taker);
  const key = keyOf(pool, taker);
  const { size, cash, fee } = sweep;
  // The fills of a taker are paid from its reservation, which keeps the worst case of its rest until matching ends.
  settleFill(venue, taker, terms, size, cash, fee, reservedOf(pool, taker) - (isSale(terms) ? size : cash + fee));
  addTrade(
    trades,
    writeTrade(venue.log, 'trade', now, trade, market.index, order, wallet, key, terms, size, cash, fee),
  );
  queueTimer(venue.timers, venue.timers.mined, now + venue.rules.minedAfterMs, trade);
  touchBook(market, now);
}

/** One leg: cash, fees and reserves of both parties, the balances of the maker, and the sets that it makes or merges. */
function tradeWith(venue: VenueState, market: Market, side: BookSide, taker: number, maker: number): void {
  const { pool, sweep, treasury } = venue;
  const { fee } = market.terms;
  const takerTerms = termsOf(pool, taker);
  const makerTerms = termsOf(pool, maker);
  const takerLeft = remainingOf(pool, taker);
  const makerLeft = remainingOf(pool, maker);
  const size = takerLeft < makerLeft ? takerLeft : makerLeft;
  const price = priceIn(makerTerms);
  const makerSells = isSale(makerTerms);
  const takerSells = isSale(takerTerms);
  const whole = wholeCash(price, size);
  const fraction = fractionBeside(whole, price, size);

  const makerCash = takeFillCash(pool, maker, makerSells, whole, fraction);
  const makerFee = takeMakerFee(pool, maker, fee, makerSells, price, size, makerCash);
  const makerRest = makerLeft - size;
  setRemaining(pool, maker, makerRest);
  const makerNeed = makerSells || makerRest === 0 ? makerRest : restingNeed(pool, maker, market.terms);
  settleFill(venue, maker, makerTerms, size, makerCash, makerFee, makerNeed);

  const sameToken = outcomeIn(takerTerms) === outcomeIn(makerTerms);
  const takerPrice = sameToken ? price : PRICE_ONE - price;
  const takerCash = sameToken
    ? takeFillCash(pool, taker, takerSells, whole, fraction)
    : takeFillCash(pool, taker, takerSells, otherWhole(size, whole, fraction), otherFraction(fraction));
  const takerFee = isFree(fee, true) ? 0 : takeFillFee(venue.takerFee, fee, takerSells, takerPrice, size, takerCash);
  setRemaining(pool, taker, takerLeft - size);

  const sets = sameToken ? 0 : takerSells ? -size : size;
  if (sets !== 0) makeSets(venue, market, sets);
  treasury.fees += makerFee + takerFee;
  treasury.residual += (makerSells ? -makerCash : makerCash) + (takerSells ? -takerCash : takerCash) - sets;
  writeLeg(
    venue.log,
    orderIn(pool, maker),
    walletOf(pool, maker),
    keyOf(pool, maker),
    makerTerms,
    takerPrice,
    size,
    makerCash,
    makerFee,
    takerCash,
    takerFee,
  );
  sweep.size += size;
  sweep.cash += takerCash;
  sweep.fee += takerFee;
  market.lastPrice = bookPriceIn(makerTerms);
  takeFromBest(side, pool, size, makerRest === 0);
  if (makerRest === 0) noteMet(sweep, maker, FILLED);
}

/** Moves cash and tokens of one party for its fills, and sets the reservation of its order to `need`. */
function settleFill(
  venue: VenueState,
  slot: number,
  terms: number,
  size: number,
  cash: number,
  fee: number,
  need: number,
): void {
  const { pool, ledger } = venue;
  const wallet = walletOf(pool, slot);
  const holding = holdingIn(pool, slot);
  const released = reservedOf(pool, slot) - need;
  setReserved(pool, slot, need);
  if (isSale(terms)) {
    spendTokens(ledger, holding, outcomeIn(terms), size, released);
    changeCash(ledger, wallet, cash - fee);
  } else {
    spendCash(ledger, wallet, cash + fee, released);
    changeTokens(ledger, holding, outcomeIn(terms), size);
  }
}

/** Creates complete sets, or merges them if `sets` is negative. */
export function makeSets(venue: VenueState, market: Market, sets: number): void {
  market.supply[0] += sets;
  market.supply[1] += sets;
  market.collateral += sets;
  venue.treasury.collateral += sets;
}
