/** sim/core/oracle/naive-orders: an order from its acceptance to its end. */
import type { PlaceOrder, Refusal, Reply } from '../command.ts';
import type { CloseReason, MakerLeg } from '../event.ts';
import { canFill, crossingOrders, partnersOf } from './naive-book.ts';
import {
  cashOver,
  feeOver,
  filled,
  type NaiveFill,
  type NaiveOrder,
  needOnArrival,
  remaining,
  sum,
} from './naive-money.ts';
import { freeCash, freeTokens } from './naive-reserves.ts';
import { appoint, give, marketAt, type Naive, notAccepting, pay, priceFor, tell } from './naive-state.ts';

/** Refuses the order or takes it to where it belongs. */
export function placeOrder(naive: Naive, command: PlaceOrder): Reply | Refusal {
  const market = marketAt(naive, command.market);
  const { tick, minSize, delayMs, fee } = market.terms;
  const { outcome, side, type, price, size, expiresAt, postOnly } = command;
  if (market.state !== 'open') return notAccepting(market.state);
  if (price < tick || price > 10_000 - tick) return { kind: 'price-out-of-range', min: tick, max: 10_000 - tick };
  if (price % tick !== 0) return { kind: 'price-off-tick', tick };
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  if (size < minSize) return { kind: 'size-too-small', min: minSize };
  const immediate = type === 'FOK' || type === 'FAK';
  if (postOnly && immediate) return { kind: 'post-only-type' };
  if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
  if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
  if (expiresAt !== undefined && expiresAt - naive.now <= 60_000) return { kind: 'expiration-too-near' };
  const salt = `${command.wallet}/${command.salt}`;
  if (naive.salts.includes(salt)) return { kind: 'duplicate' };
  const order = draft(naive.orders.length, command, naive.now);
  const crossing = crossingOrders(naive, order);
  if (postOnly && crossing.length > 0) return { kind: 'post-only-crosses' };
  const needed = needOnArrival(fee, order, crossing.length > 0);
  if (side === 'BUY') {
    const free = freeCash(naive, command.wallet);
    if (needed > free) return { kind: 'insufficient-cash', needed: Number(needed), free: Number(free) };
  } else {
    const free = freeTokens(naive, command.wallet, command.market, outcome);
    if (needed > free) return { kind: 'insufficient-tokens', needed: Number(needed), free: Number(free) };
  }
  const waits = crossing.length > 0 && delayMs > 0;
  if (!waits) {
    if (type === 'FOK' && !canFill(naive, order)) return { kind: 'fok-not-filled' };
    if (type === 'FAK' && crossing.length === 0) return { kind: 'fak-no-match' };
    if (crossing[0]?.wallet === command.wallet) return { kind: 'self-trade' };
  }
  naive.orders.push(order);
  naive.salts.push(salt);
  const delayedUntil = waits ? naive.now + delayMs : undefined;
  const { kind: _kind, ...asked } = command;
  tell(naive, { kind: 'order-accepted', at: naive.now, order: order.order, ...asked, expiresAt, delayedUntil });
  if (expiresAt !== undefined) appoint(naive, expiresAt, 'expire', order.order);
  if (delayedUntil !== undefined) {
    order.state = 'delayed';
    appoint(naive, delayedUntil, 'release', order.order);
    return { kind: 'placed', order: order.order, status: 'delayed', size: 0, cash: 0 };
  }
  meet(naive, order);
  const traded = filled(order);
  return {
    kind: 'placed',
    order: order.order,
    status: traded > 0n ? 'matched' : 'live',
    size: Number(traded),
    cash: Number(cashOver(order, order.fills)),
  };
}

/** Lets the order meet the book as it is now. */
export function meet(naive: Naive, order: NaiveOrder): void {
  const partners = partnersOf(naive, order);
  const stopped = crossingOrders(naive, order).length > partners.length;
  const legs: MakerLeg[] = [];
  const finished: NaiveOrder[] = [];
  for (const maker of partners) {
    if (remaining(order) === 0n) break;
    legs.push(tradeWith(naive, order, maker));
    if (remaining(maker) === 0n) finished.push(maker);
  }
  if (legs.length > 0) tellTrade(naive, order, legs);
  for (const maker of finished) endOrder(naive, maker, 'matched');
  if (remaining(order) === 0n) endOrder(naive, order, 'matched');
  else if (stopped) endOrder(naive, order, 'self-trade');
  else if (order.type === 'FOK' || order.type === 'FAK') endOrder(naive, order, 'killed');
  else {
    order.state = 'live';
    order.rested = naive.stamps++;
  }
}

function tradeWith(naive: Naive, taker: NaiveOrder, maker: NaiveOrder): MakerLeg {
  const size = remaining(taker) < remaining(maker) ? remaining(taker) : remaining(maker);
  const takerPrice = priceFor(maker, taker.outcome);
  const made = fill(naive, maker, { price: maker.price, size, asTaker: false });
  const took = fill(naive, taker, { price: takerPrice, size, asTaker: true });
  const market = marketAt(naive, taker.market);
  const sets = taker.outcome === maker.outcome ? 0n : taker.side === 'BUY' ? size : -size;
  market.collateral += sets;
  naive.residual += (maker.side === 'BUY' ? made.cash : -made.cash) + (taker.side === 'BUY' ? took.cash : -took.cash);
  naive.residual -= sets;
  naive.fees += made.fee + took.fee;
  return {
    order: maker.order,
    wallet: maker.wallet,
    key: maker.key,
    outcome: maker.outcome,
    side: maker.side,
    price: Number(maker.price),
    size: Number(size),
    cash: Number(made.cash),
    fee: Number(made.fee),
    takerPrice: Number(takerPrice),
    takerCash: Number(took.cash),
    takerFee: Number(took.fee),
  };
}

function fill(naive: Naive, order: NaiveOrder, fill: Omit<NaiveFill, 'fee'>): { cash: bigint; fee: bigint } {
  const { fee: terms } = marketAt(naive, order.market).terms;
  const after = [...order.fills, { ...fill, fee: 0n }];
  const cash = cashOver(order, after) - cashOver(order, order.fills);
  const due = feeOver(terms, after) - sum(order.fills.map((each) => each.fee));
  const charged = fill.asTaker || !terms.takerOnly ? due : 0n;
  const fee = order.side === 'SELL' && charged > cash ? cash : charged;
  order.fills.push({ ...fill, fee });
  const sign = order.side === 'BUY' ? 1n : -1n;
  pay(naive, order.wallet, -sign * cash - fee);
  give(naive, order.wallet, order.market, order.outcome, sign * fill.size);
  return { cash, fee };
}

function tellTrade(naive: Naive, taker: NaiveOrder, makers: MakerLeg[]): void {
  const total = (pick: (leg: MakerLeg) => number): number => makers.reduce((all, leg) => all + pick(leg), 0);
  tell(naive, {
    kind: 'trade',
    at: naive.now,
    trade: naive.trades,
    market: taker.market,
    takerOrder: taker.order,
    takerWallet: taker.wallet,
    takerKey: taker.key,
    outcome: taker.outcome,
    side: taker.side,
    size: total((leg) => leg.size),
    cash: total((leg) => leg.takerCash),
    fee: total((leg) => leg.takerFee),
    makers,
  });
  appoint(naive, naive.now + 2_000, 'MINED', naive.trades);
  naive.trades += 1;
}

/** The owner takes the order back. */
export function cancelOrder(naive: Naive, wallet: number, index: number): Reply | Refusal {
  const order = naive.orders[index];
  if (order === undefined) return { kind: 'unknown-order' };
  if (order.wallet !== wallet) return { kind: 'not-owner' };
  if (order.state !== 'live' && order.state !== 'delayed') return { kind: 'order-finished', state: order.state };
  endOrder(naive, order, 'cancelled');
  return { kind: 'done' };
}

/** Ends the order and says why. */
export function endOrder(naive: Naive, order: NaiveOrder, reason: CloseReason): void {
  if (reason === 'matched' || reason === 'expired' || reason === 'killed') order.state = reason;
  else order.state = 'cancelled';
  const left = Number(remaining(order));
  tell(naive, { kind: 'order-closed', at: naive.now, order: order.order, reason, remaining: left });
}

function draft(index: number, command: PlaceOrder, now: number): NaiveOrder {
  const { wallet, key, market, outcome, side, type, expiresAt } = command;
  const [price, size] = [BigInt(command.price), BigInt(command.size)];
  const fate = { state: 'live' as const, rested: -1, fills: [] };
  return { order: index, wallet, key, market, outcome, side, type, price, size, acceptedAt: now, expiresAt, ...fate };
}
