/**
 * sim/core/matching: price-time priority over both tokens' orders. A trade prints at the resting order's price, so any
 * improvement is the taker's. Orders for the same token transfer it, two buys of opposite tokens mint complete sets,
 * two sales of opposite tokens merge them. A wallet never trades with itself: at its own first order it stops.
 */
import { PRICE_ONE } from '../../spec/units.ts';
import { bestOrder, orderAfter, reduce } from './book-side.ts';
import { finishOrder, withdrawOrder } from './closing.ts';
import type { MakerLeg } from './event.ts';
import { takeFillFee } from './fees.ts';
import { changeCash, changeTokens, holdingOf } from './ledger.ts';
import { type Market, oppositeSide, touchBook } from './market.ts';
import { type Order, remainingOf } from './order.ts';
import { holdReserve, restingNeed } from './reserves.ts';
import { takeFillCash } from './rounding.ts';
import { setTimer } from './timers.ts';
import { accountOf, type Venue } from './venue.ts';

/** The limit with which an order meets the book. */
export type Incoming = {
  readonly wallet: number;
  readonly isBid: boolean;
  readonly bookPrice: number;
  readonly size: number;
};

export type MatchOutcome = {
  readonly size: number;
  readonly cash: number;
  /** True where the order stopped at an order of its own wallet. */
  readonly metSelf: boolean;
};

/** The resting order that an incoming one crosses first, undefined where it crosses none. */
export function firstCrossed(market: Market, incoming: Omit<Incoming, 'size' | 'wallet'>): Order | undefined {
  const best = bestOrder(incoming.isBid ? market.asks : market.bids);
  return best !== undefined && crosses(incoming, best) ? best : undefined;
}

/** Whether the book can fill the whole incoming order before it meets an order of its own wallet. */
export function canFillWhole(market: Market, incoming: Incoming): boolean {
  const side = incoming.isBid ? market.asks : market.bids;
  let wanted = incoming.size;
  let maker = bestOrder(side);
  while (wanted > 0) {
    if (maker === undefined || !crosses(incoming, maker) || maker.wallet === incoming.wallet) return false;
    wanted -= remainingOf(maker);
    maker = orderAfter(side, maker);
  }
  return true;
}

/** Trades the order with all it crosses, in one trade; what is left of it is the caller's to place or to end. */
export function matchOrder(venue: Venue, market: Market, taker: Order): MatchOutcome {
  const side = oppositeSide(market, taker);
  const makers: MakerLeg[] = [];
  const filled: Order[] = [];
  let size = 0;
  let cash = 0;
  let fee = 0;
  let maker = bestOrder(side);
  while (maker !== undefined && taker.matched < taker.size && crosses(taker, maker) && maker.wallet !== taker.wallet) {
    const leg = tradeWith(venue, market, taker, maker);
    makers.push(leg);
    size += leg.size;
    cash += leg.takerCash;
    fee += leg.takerFee;
    reduce(side, maker, leg.size);
    market.lastPrice = maker.bookPrice;
    if (remainingOf(maker) === 0) {
      withdrawOrder(venue, market, maker);
      filled.push(maker);
    }
    maker = bestOrder(side);
  }
  const metSelf = maker !== undefined && taker.matched < taker.size && crosses(taker, maker);
  if (size === 0) return { size, cash, metSelf };
  touchBook(market, venue.now);
  recordTrade(venue, taker, makers, { size, cash, fee });
  for (const done of filled) finishOrder(venue, done, 'matched');
  return { size, cash, metSelf };
}

function recordTrade(
  venue: Venue,
  taker: Order,
  makers: readonly MakerLeg[],
  totals: { readonly size: number; readonly cash: number; readonly fee: number },
): void {
  const trade = venue.trades;
  venue.trades += 1;
  venue.log.push({
    kind: 'trade',
    at: venue.now,
    trade,
    market: taker.market,
    takerOrder: taker.index,
    takerWallet: taker.wallet,
    takerKey: taker.key,
    outcome: taker.outcome,
    side: taker.side,
    size: totals.size,
    cash: totals.cash,
    fee: totals.fee,
    makers,
  });
  setTimer(venue.timers, venue.now + venue.rules.minedAfterMs, { kind: 'settle', trade, status: 'MINED' });
}

function crosses(incoming: Pick<Incoming, 'isBid' | 'bookPrice'>, resting: Order): boolean {
  return incoming.isBid ? incoming.bookPrice >= resting.bookPrice : incoming.bookPrice <= resting.bookPrice;
}

function tradeWith(venue: Venue, market: Market, taker: Order, maker: Order): MakerLeg {
  const size = Math.min(remainingOf(taker), remainingOf(maker));
  const takerPrice = taker.outcome === maker.outcome ? maker.price : PRICE_ONE - maker.price;
  const makerFill = fill(venue, market, maker, false, maker.price, size);
  const takerFill = fill(venue, market, taker, true, takerPrice, size);
  const sets = setsMade(taker, maker, size);
  market.supply[0] += sets;
  market.supply[1] += sets;
  market.collateral += sets;
  venue.treasury.collateral += sets;
  venue.treasury.fees += makerFill.fee + takerFill.fee;
  venue.treasury.residual += paid(maker, makerFill.cash) + paid(taker, takerFill.cash) - sets;
  return {
    order: maker.index,
    wallet: maker.wallet,
    key: maker.key,
    outcome: maker.outcome,
    side: maker.side,
    price: maker.price,
    size,
    cash: makerFill.cash,
    fee: makerFill.fee,
    takerPrice,
    takerCash: takerFill.cash,
    takerFee: takerFill.fee,
  };
}

/** One party's half of a leg: its own cash, tokens, fee and reserve. */
function fill(
  venue: Venue,
  market: Market,
  order: Order,
  asTaker: boolean,
  price: number,
  size: number,
): { readonly cash: number; readonly fee: number } {
  const account = accountOf(venue, order.wallet);
  const holding = holdingOf(account, order.market);
  const cash = takeFillCash(order, price, size);
  const fee = takeFillFee(market.terms.fee, order, asTaker, price, size, cash);
  order.matched += size;
  if (order.side === 'BUY') {
    // A taker keeps the worst case of its rest until it has met all it crosses; its fills come out of what it holds.
    holdReserve(venue, order, asTaker ? order.reserved - cash - fee : restingNeed(market, order));
    changeCash(account, -cash - fee);
    changeTokens(holding, order.outcome, size);
  } else {
    holdReserve(venue, order, order.reserved - size);
    changeTokens(holding, order.outcome, -size);
    changeCash(account, cash - fee);
  }
  return { cash, fee };
}

/** Complete sets a leg brings into existence; negative where it merges them. */
function setsMade(taker: Order, maker: Order, size: number): number {
  if (taker.outcome === maker.outcome) return 0;
  return taker.side === 'BUY' ? size : -size;
}

function paid(order: Order, cash: number): number {
  return order.side === 'BUY' ? cash : -cash;
}
