/** model/naive-orders: an order from its acceptance to its end. */
import type { CommandOf, PlaceOrder, Refusal } from '../spec/venue/command.ts';
import type { CloseReason } from '../spec/venue/event.ts';
import { canFill, crossingOrders, levelSize, removeOrder, restOrder } from './naive-book.ts';
import { match } from './naive-match.ts';
import { cashOver, filled, type NaiveOrder, needOnArrival, remaining } from './naive-money.ts';
import { isOpen, type Naive, type Outcome, refusedIn, refusedSize } from './naive-state.ts';

export function placeOrder(naive: Naive, command: PlaceOrder): Outcome {
  const { kind: _, postOnly, salt, expiresAt, size, ...fields } = command;
  const market = naive.market(fields.market);
  const index = naive.orders.length;
  const fate = { expiresAt, acceptedAt: naive.now, size: BigInt(size), state: 'live' as const, fills: [] };
  const order: NaiveOrder = { ...fields, order: index, ...fate };
  const crossing = crossingOrders(market, order);
  const { delayMs } = market.terms;
  const waits = crossing.length > 0 && delayMs > 0;
  const refusal =
    refusedIn(market, 'paused', 'closed', 'resolved') ??
    refuseForm(naive, command) ??
    (postOnly && crossing.length > 0 ? { kind: 'post-only-crosses' } : undefined) ??
    refuseFunds(naive, order, crossing.length > 0) ??
    (hasRoom(naive, order) ? undefined : { kind: 'size-invalid' }) ??
    (waits ? undefined : refuseCrossing(naive, order, crossing));
  if (refusal !== undefined) return refusal;
  naive.orders.push(order);
  naive.salts.add(`${fields.wallet}/${salt}`);
  const delayedUntil = waits ? naive.now + delayMs : undefined;
  naive.record({ ...fields, kind: 'order-accepted', order: index, size, postOnly, salt, expiresAt, delayedUntil });
  if (expiresAt !== undefined) naive.setTimer(expiresAt - naive.now, 'expire', index);
  if (waits) {
    order.state = 'delayed';
    market.delayed.push(order);
    naive.setTimer(delayMs, 'release', index);
    return { kind: 'placed', order: index, status: 'delayed', size: 0, cash: 0 };
  }
  arrive(naive, order);
  const status = order.fills.length > 0 ? 'matched' : isOpen(order) ? 'live' : 'unmatched';
  const traded = { size: Number(filled(order)), cash: Number(cashOver(order.side, order.fills)) };
  return { kind: 'placed', order: index, status, ...traded };
}

/** Matches a delayed order with the current book, or kills it if it can no longer trade or rest. */
export function releaseOrder(naive: Naive, order: NaiveOrder): void {
  const market = naive.market(order.market);
  removeOrder(market, order);
  const unfillable = order.type === 'FOK' && !canFill(naive, order);
  if (market.state !== 'open' || !hasRoom(naive, order) || unfillable) endOrder(naive, order, 'killed');
  else {
    naive.record({ kind: 'order-released', order: order.order });
    arrive(naive, order);
  }
}

function arrive(naive: Naive, order: NaiveOrder) {
  const market = naive.market(order.market);
  const { ended, changes } = match(naive, order, crossingOrders(market, order));
  for (const { resting, reason } of changes) {
    if (typeof reason !== 'bigint') endOrder(naive, resting, reason);
    else
      for (const each of [resting, order])
        naive.record({ kind: 'order-reduced', order: each.order, size: Number(reason) });
  }
  if (ended !== undefined) endOrder(naive, order, ended);
  else if (!mayRest(order)) endOrder(naive, order, 'killed');
  else {
    order.state = 'live';
    restOrder(market, order);
  }
}

function mayRest({ type }: Pick<PlaceOrder, 'type'>) {
  return type === 'GTC' || type === 'GTD';
}

function refuseForm(naive: Naive, command: PlaceOrder): Refusal | undefined {
  const { tick, minSize } = naive.market(command.market).terms;
  const { type, price, size, expiresAt } = command;
  if (price < tick || price > 10_000 - tick) return { kind: 'price-out-of-range', min: tick, max: 10_000 - tick };
  if (price % tick !== 0) return { kind: 'price-off-tick', tick };
  const refusal = refusedSize(size);
  if (refusal !== undefined) return refusal;
  if (mayRest(command) && size < minSize) return { kind: 'size-too-small', min: minSize };
  if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
  if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
  if (expiresAt !== undefined && expiresAt - naive.now <= naive.rules.minimumLifeMs)
    return { kind: 'expiration-too-near' };
  if (naive.salts.has(`${command.wallet}/${command.salt}`)) return { kind: 'duplicate' };
  return command.postOnly && !mayRest(command) ? { kind: 'post-only-type' } : undefined;
}

function refuseFunds(naive: Naive, order: NaiveOrder, canTake: boolean): Refusal | undefined {
  const { wallet, market, outcome, side } = order;
  const needed = needOnArrival(naive.market(market).terms.fee, order, canTake);
  return side === 'BUY' ? naive.lacking(needed, wallet) : naive.lacking(needed, wallet, market, outcome);
}

function refuseCrossing(naive: Naive, order: NaiveOrder, crossing: readonly NaiveOrder[]): Refusal | undefined {
  if (order.type === 'FOK' && !canFill(naive, order)) return { kind: 'fok-not-filled' };
  if (order.type === 'FAK' && crossing.length === 0) return { kind: 'fak-no-match' };
  const stops = naive.rules.selfTrade === 'cancel-newest' && crossing[0]?.wallet === order.wallet;
  return stops ? { kind: 'self-trade' } : undefined;
}

/** Whether the total of its level stays an exact integer if the order rests there. */
function hasRoom(naive: Naive, order: NaiveOrder) {
  return (
    !mayRest(order) || levelSize(naive.market(order.market), order) + order.size <= BigInt(Number.MAX_SAFE_INTEGER)
  );
}

export function cancelOrder(naive: Naive, { wallet, order: index }: CommandOf<'cancel'>): Outcome {
  const order = naive.orders[index];
  if (order === undefined) return { kind: 'unknown-order' };
  if (order.wallet !== wallet) return { kind: 'not-owner' };
  if (order.state !== 'live' && order.state !== 'delayed') return { kind: 'order-finished', state: order.state };
  endOrder(naive, order, 'cancelled');
  return { kind: 'done' };
}

export function endOrders(naive: Naive, reason: CloseReason, doomed: (order: NaiveOrder) => boolean): Outcome {
  for (const order of naive.orders) if (isOpen(order) && doomed(order)) endOrder(naive, order, reason);
  return { kind: 'done' };
}

export function endOrder(naive: Naive, order: NaiveOrder, reason: CloseReason): void {
  order.state = reason === 'matched' || reason === 'expired' || reason === 'killed' ? reason : 'cancelled';
  removeOrder(naive.market(order.market), order);
  naive.record({ kind: 'order-closed', order: order.order, reason, remaining: Number(remaining(order)) });
}
