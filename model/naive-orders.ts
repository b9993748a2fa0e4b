/** model/naive-orders: an order from its acceptance to its end. */
import type { PlaceOrder, Refusal, Reply } from '../spec/venue/command.ts';
import type { CloseReason } from '../spec/venue/event.ts';
import { canFill, crossingOrders, levelSize, removeOrder, restOrder } from './naive-book.ts';
import { match } from './naive-match.ts';
import { cashOver, filled, type NaiveOrder, needOnArrival, remaining } from './naive-money.ts';
import { freeCash, freeTokens } from './naive-reserves.ts';
import { isOpen, marketAt, type Naive, notAccepting, record, setTimer } from './naive-state.ts';

export function placeOrder(naive: Naive, command: PlaceOrder): Reply | Refusal {
  const market = marketAt(naive, command.market);
  if (market.state !== 'open') return notAccepting(market.state);
  const order = newOrder(naive.orders.length, command, naive.now);
  const crossing = crossingOrders(naive, order);
  const waits = crossing.length > 0 && market.terms.delayMs > 0;
  const refusal =
    refuseForm(naive, command) ??
    (command.postOnly && crossing.length > 0 ? { kind: 'post-only-crosses' } : undefined) ??
    refuseFunds(naive, order, crossing.length > 0) ??
    (hasRoom(naive, order) ? undefined : { kind: 'size-invalid' }) ??
    (waits ? undefined : refuseMeeting(naive, order, crossing));
  if (refusal !== undefined) return refusal;
  naive.orders.push(order);
  naive.salts.add(`${command.wallet}/${command.salt}`);
  const delayedUntil = waits ? naive.now + market.terms.delayMs : undefined;
  const { kind: _kind, ...asked } = command;
  const details = { ...asked, expiresAt: command.expiresAt, delayedUntil };
  record(naive, { kind: 'order-accepted', at: naive.now, order: order.order, ...details });
  if (command.expiresAt !== undefined) setTimer(naive, command.expiresAt, 'expire', order.order);
  if (delayedUntil !== undefined) {
    order.state = 'delayed';
    market.delayed.push(order);
    setTimer(naive, delayedUntil, 'release', order.order);
    return { kind: 'placed', order: order.order, status: 'delayed', size: 0, cash: 0 };
  }
  arrive(naive, order);
  const [size, cash] = [Number(filled(order)), Number(cashOver(order.side, order.fills))];
  return { kind: 'placed', order: order.order, status: statusOf(order), size, cash };
}

function statusOf(order: NaiveOrder): 'matched' | 'live' | 'unmatched' {
  if (order.fills.length > 0) return 'matched';
  return isOpen(order) ? 'live' : 'unmatched';
}

/** Matches a delayed order with the current book, or kills it if it can no longer trade or rest. */
export function releaseOrder(naive: Naive, order: NaiveOrder): void {
  removeOrder(marketAt(naive, order.market), order);
  const unfillable = order.type === 'FOK' && !canFill(naive, order);
  if (marketAt(naive, order.market).state !== 'open' || !hasRoom(naive, order) || unfillable) {
    endOrder(naive, order, 'killed');
    return;
  }
  record(naive, { kind: 'order-released', at: naive.now, order: order.order });
  arrive(naive, order);
}

function arrive(naive: Naive, order: NaiveOrder): void {
  const { ended, changes } = match(naive, order);
  for (const { resting, reason } of changes) {
    if (typeof reason === 'bigint') for (const each of [resting, order]) recordReduction(naive, each, reason);
    else endOrder(naive, resting, reason);
  }
  if (ended !== undefined) endOrder(naive, order, ended);
  else if (order.type === 'FOK' || order.type === 'FAK') endOrder(naive, order, 'killed');
  else {
    order.state = 'live';
    restOrder(naive, order);
  }
}

function refuseForm(naive: Naive, command: PlaceOrder): Refusal | undefined {
  const { tick, minSize } = marketAt(naive, command.market).terms;
  const { type, price, size, expiresAt } = command;
  if (price < tick || price > 10_000 - tick) return { kind: 'price-out-of-range', min: tick, max: 10_000 - tick };
  if (price % tick !== 0) return { kind: 'price-off-tick', tick };
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  const rests = ['GTC', 'GTD'].includes(type);
  if (rests && size < minSize) return { kind: 'size-too-small', min: minSize };
  if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
  if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
  if (expiresAt !== undefined && expiresAt - naive.now <= naive.rules.minimumLifeMs)
    return { kind: 'expiration-too-near' };
  if (naive.salts.has(`${command.wallet}/${command.salt}`)) return { kind: 'duplicate' };
  return command.postOnly && (type === 'FOK' || type === 'FAK') ? { kind: 'post-only-type' } : undefined;
}

function refuseFunds(naive: Naive, order: NaiveOrder, canTake: boolean): Refusal | undefined {
  const { wallet, market, outcome, side } = order;
  const needed = needOnArrival(marketAt(naive, market).terms.fee, order, canTake);
  const free = side === 'BUY' ? freeCash(naive, wallet) : freeTokens(naive, wallet, market, outcome);
  if (needed <= free) return undefined;
  const kind = side === 'BUY' ? 'insufficient-cash' : 'insufficient-tokens';
  return { kind, needed: Number(needed), free: Number(free) };
}

function refuseMeeting(naive: Naive, order: NaiveOrder, crossing: readonly NaiveOrder[]): Refusal | undefined {
  if (order.type === 'FOK' && !canFill(naive, order)) return { kind: 'fok-not-filled' };
  if (order.type === 'FAK' && crossing.length === 0) return { kind: 'fak-no-match' };
  const stops = naive.rules.selfTrade === 'cancel-newest' && crossing[0]?.wallet === order.wallet;
  return stops ? { kind: 'self-trade' } : undefined;
}

/** Whether the total of its level stays an exact integer if the order rests there. */
function hasRoom(naive: Naive, order: NaiveOrder): boolean {
  if (order.type === 'FOK' || order.type === 'FAK') return true;
  return levelSize(naive, order) + order.size <= BigInt(Number.MAX_SAFE_INTEGER);
}

export function cancelOrder(naive: Naive, wallet: number, index: number): Reply | Refusal {
  const order = naive.orders[index];
  if (order === undefined) return { kind: 'unknown-order' };
  if (order.wallet !== wallet) return { kind: 'not-owner' };
  if (order.state !== 'live' && order.state !== 'delayed') return { kind: 'order-finished', state: order.state };
  endOrder(naive, order, 'cancelled');
  return { kind: 'done' };
}

export function endOrders(naive: Naive, reason: CloseReason, doomed: (order: NaiveOrder) => boolean): void {
  const open = naive.markets.flatMap(({ bids, asks, delayed }) => [...bids, ...asks, ...delayed]);
  const ending = open.filter(doomed);
  for (const order of ending.sort((a, b) => a.order - b.order)) endOrder(naive, order, reason);
}

export function endOrder(naive: Naive, order: NaiveOrder, reason: CloseReason): void {
  if (reason === 'matched' || reason === 'expired' || reason === 'killed') order.state = reason;
  else order.state = 'cancelled';
  removeOrder(marketAt(naive, order.market), order);
  const left = Number(remaining(order));
  record(naive, { kind: 'order-closed', at: naive.now, order: order.order, reason, remaining: left });
}

function recordReduction(naive: Naive, order: NaiveOrder, size: bigint): void {
  record(naive, { kind: 'order-reduced', at: naive.now, order: order.order, size: Number(size) });
}

function newOrder(index: number, command: PlaceOrder, now: number): NaiveOrder {
  const { wallet, key, market, outcome, side, type, price, expiresAt } = command;
  const fate = { size: BigInt(command.size), state: 'live' as const, fills: [] };
  return { order: index, wallet, key, market, outcome, side, type, price, acceptedAt: now, expiresAt, ...fate };
}
