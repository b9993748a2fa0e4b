/** sim/core/order-view: one order for readers: from its slot while it is open, from the log afterwards. */
import { invariant } from '../../base/result.ts';
import type { OrderFields, OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import type { CloseReason, Event } from '../../spec/venue/event.ts';
import { acceptedWalletAt, closeReasonAt, readEvent } from './log-read.ts';
import { acceptedAddressOf, closedAddressOf, slotOf } from './open-orders.ts';
import { remainingOf, sizeOf, termsOf } from './order-pool.ts';
import { DELAYED } from './order-terms.ts';
import { isIndex } from './typed-arrays.ts';
import type { VenueState } from './venue-state.ts';

export type EndedState = 'matched' | 'cancelled' | 'expired' | 'killed';

/** One order, live or finished. `matched` is the filled part of `size`. */
export type OrderView = OrderFields &
  Readonly<{
    order: OrderNumber;
    matched: number;
    state: 'live' | 'delayed' | EndedState;
    acceptedAt: number;
    expiresAt: number | undefined;
  }>;

const STATE_AFTER: Readonly<Record<CloseReason, EndedState>> = {
  matched: 'matched',
  cancelled: 'cancelled',
  expired: 'expired',
  killed: 'killed',
  heartbeat: 'cancelled',
  'self-trade': 'cancelled',
  'market-closed': 'cancelled',
  'tick-changed': 'cancelled',
};

export function viewOrder(venue: VenueState, order: OrderNumber): OrderView | undefined {
  if (!isIndex(order, venue.orders.orders)) return undefined;
  const accepted = acceptedEvent(venue, order);
  const { wallet, key, market, outcome, side, type, price, at: acceptedAt, expiresAt } = accepted;
  const common = { order, wallet, key, market, outcome, side, type, price, acceptedAt, expiresAt };
  const slot = slotOf(venue.orders, order);
  if (slot > 0) {
    const size = sizeOf(venue.pool, slot);
    const state = (termsOf(venue.pool, slot) & DELAYED) === 0 ? 'live' : 'delayed';
    return { ...common, size, matched: size - remainingOf(venue.pool, slot), state };
  }
  const size = accepted.size - (venue.reductions.get(order) ?? 0);
  const { remaining, reason } = closedEvent(venue, order);
  invariant(remaining <= size, 'an order ends with no more than its size unfilled');
  return { ...common, size, matched: size - remaining, state: STATE_AFTER[reason] };
}

export function endedOrder(
  venue: VenueState,
  order: OrderNumber,
): { readonly wallet: WalletNumber; readonly state: EndedState } {
  const { log, orders } = venue;
  const reason = closeReasonAt(log, closedAddressOf(orders, order));
  return { wallet: acceptedWalletAt(log, acceptedAddressOf(orders, order)), state: STATE_AFTER[reason] };
}

function acceptedEvent(venue: VenueState, order: OrderNumber): Extract<Event, { kind: 'order-accepted' }> {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  invariant(event.kind === 'order-accepted', 'an order was accepted where its index says');
  return event;
}

function closedEvent(venue: VenueState, order: OrderNumber): Extract<Event, { kind: 'order-closed' }> {
  const event = readEvent(venue.log, closedAddressOf(venue.orders, order));
  invariant(event.kind === 'order-closed', 'an order has ended where its index says');
  return event;
}
