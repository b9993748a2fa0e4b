/**
 * sim/core/placing: what an order must satisfy to be accepted, and what happens to it then. Everything that can refuse
 * is asked before anything changes.
 */
import { ok, type Result, refuse } from '../../spec/result.ts';
import { PRICE_ONE } from '../../spec/units.ts';
import { sizeAt } from './book-side.ts';
import { delayOrder, finishOrder, restOrder, withdrawOrder } from './closing.ts';
import type { OrderType, PlaceOrder, Refusal, Reply } from './command.ts';
import { type Account, freeCash, freeTokens } from './ledger.ts';
import type { Market } from './market.ts';
import { canFillWhole, firstCrossed, type Incoming, matchOrder } from './matching.ts';
import { bookPriceOf, isBookBid, newOrder, type Order } from './order.ts';
import { arrivalCost, holdReserve } from './reserves.ts';
import { SIZE_LIMIT } from './rules.ts';
import { setTimer } from './timers.ts';
import { marketOf, type Venue } from './venue.ts';

/** Accepts the order, trades it at once or after the market's delay, and rests or ends what is left. */
export function place(venue: Venue, command: PlaceOrder): Result<Reply, Refusal> {
  const account = venue.accounts[command.wallet];
  if (account === undefined) return refuse({ kind: 'unknown-wallet' });
  const market = venue.markets[command.market];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  if (market.state !== 'open') return refuse({ kind: 'market-not-accepting', state: market.state });
  const incoming = {
    wallet: command.wallet,
    isBid: isBookBid(command.side, command.outcome),
    bookPrice: bookPriceOf(command.price, command.outcome),
    size: command.size,
  };
  const formRefusal = refuseForm(venue, market, account, command);
  if (formRefusal !== undefined) return refuse(formRefusal);
  const crossed = firstCrossed(market, incoming);
  if (crossed !== undefined && command.postOnly) return refuse({ kind: 'post-only-crosses' });
  const cost = command.side === 'BUY' ? arrivalCost(market, command, crossed !== undefined) : command.size;
  const fundsRefusal = refuseFunds(account, command, cost);
  if (fundsRefusal !== undefined) return refuse(fundsRefusal);
  if (canRest(command.type) && !hasRoom(market, incoming)) return refuse({ kind: 'size-invalid' });
  const waits = crossed !== undefined && market.terms.delayMs > 0;
  if (!waits) {
    if (command.type === 'FOK' && !canFillWhole(market, incoming)) return refuse({ kind: 'fok-not-filled' });
    if (command.type === 'FAK' && crossed === undefined) return refuse({ kind: 'fak-no-match' });
    if (crossed?.wallet === command.wallet) return refuse({ kind: 'self-trade' });
  }
  const order = accept(venue, account, command, cost, waits ? venue.now + market.terms.delayMs : undefined);
  if (!waits) return ok(execute(venue, market, order));
  delayOrder(venue, market, order);
  return ok({ kind: 'placed', order: order.index, status: 'delayed', size: 0, cash: 0 });
}

/** A delayed order's moment has come: it meets the book as it is now, or ends where it no longer can. */
export function release(venue: Venue, order: Order): void {
  const market = marketOf(venue, order);
  withdrawOrder(venue, market, order);
  const unfillable = canRest(order.type)
    ? !hasRoom(market, order)
    : order.type === 'FOK' && !canFillWhole(market, order);
  if (market.state !== 'open' || unfillable) {
    finishOrder(venue, order, 'killed');
    return;
  }
  venue.log.push({ kind: 'order-released', at: venue.now, order: order.index });
  execute(venue, market, order);
}

function accept(
  venue: Venue,
  account: Account,
  command: PlaceOrder,
  cost: number,
  delayedUntil: number | undefined,
): Order {
  const order = newOrder(venue.orders.length, command, venue.now);
  venue.orders.push(order);
  account.salts.add(command.salt);
  holdReserve(venue, order, cost);
  const { wallet, key, market, outcome, side, type, price, size, postOnly, expiresAt, salt } = command;
  venue.log.push({
    kind: 'order-accepted',
    at: venue.now,
    order: order.index,
    wallet,
    key,
    market,
    outcome,
    side,
    type,
    price,
    size,
    postOnly,
    expiresAt,
    salt,
    delayedUntil,
  });
  if (expiresAt !== undefined) setTimer(venue.timers, expiresAt, { kind: 'expire', order });
  if (delayedUntil !== undefined) setTimer(venue.timers, delayedUntil, { kind: 'release', order });
  return order;
}

function execute(venue: Venue, market: Market, order: Order): Reply {
  const { size, cash, metSelf } = matchOrder(venue, market, order);
  if (size === order.size) finishOrder(venue, order, 'matched');
  else if (metSelf) finishOrder(venue, order, 'self-trade');
  else if (order.type === 'FOK' || order.type === 'FAK') finishOrder(venue, order, 'killed');
  else restOrder(venue, market, order);
  return { kind: 'placed', order: order.index, status: size > 0 ? 'matched' : 'live', size, cash };
}

function refuseForm(venue: Venue, market: Market, account: Account, command: PlaceOrder): Refusal | undefined {
  const { tick, minSize } = market.terms;
  const { type, price, size, expiresAt } = command;
  if (price < tick || price > PRICE_ONE - tick) return { kind: 'price-out-of-range', min: tick, max: PRICE_ONE - tick };
  if (price % tick !== 0) return { kind: 'price-off-tick', tick };
  if (size <= 0 || size > SIZE_LIMIT) return { kind: 'size-invalid' };
  if (size < minSize) return { kind: 'size-too-small', min: minSize };
  if (command.postOnly && !canRest(type)) return { kind: 'post-only-type' };
  if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
  if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
  if (expiresAt !== undefined && expiresAt <= venue.now + venue.rules.minimumLifeMs) {
    return { kind: 'expiration-too-near' };
  }
  if (account.salts.has(command.salt)) return { kind: 'duplicate' };
  return undefined;
}

function refuseFunds(account: Account, command: PlaceOrder, needed: number): Refusal | undefined {
  if (command.side === 'BUY') {
    const free = freeCash(account);
    return needed > free ? { kind: 'insufficient-cash', needed, free } : undefined;
  }
  const free = freeTokens(account, command.market, command.outcome);
  return needed > free ? { kind: 'insufficient-tokens', needed, free } : undefined;
}

function canRest(type: OrderType): boolean {
  return type === 'GTC' || type === 'GTD';
}

/** Whether the shares of a level stay an exact integer with this order among them. */
function hasRoom(market: Market, incoming: Incoming): boolean {
  const side = incoming.isBid ? market.bids : market.asks;
  return sizeAt(side, incoming.bookPrice) + incoming.size <= Number.MAX_SAFE_INTEGER;
}
