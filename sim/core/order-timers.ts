/** sim/core/order-timers: expiry and release of orders. */
import { invariant } from '../../base/result.ts';
import type { OrderNumber } from '../../spec/venue/command.ts';

import { slotOf } from './open-orders.ts';
import { termsOf } from './order-pool.ts';
import { DELAYED } from './order-terms.ts';
import { setOrderTimer } from './timers.ts';
import type { VenueState } from './venue-state.ts';

/** Schedules the expiry or the release of an order. */
export function scheduleOrder(venue: VenueState, at: number, order: OrderNumber, due: 'expire' | 'release'): void {
  invariant(at > venue.now, 'an order expires or is released later');
  setOrderTimer(venue.timers, at, order, due, (id) => isOrderTimerValid(venue, Math.floor(id / 2), id % 2 === 1));
}

/** An expiry is valid while the order is open, a release while the order waits. */
export function isOrderTimerValid(venue: VenueState, order: OrderNumber, isRelease: boolean): boolean {
  const slot = slotOf(venue.orders, order);
  return slot > 0 && (!isRelease || (termsOf(venue.pool, slot) & DELAYED) !== 0);
}
