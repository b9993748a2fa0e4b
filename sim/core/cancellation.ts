/** sim/core/cancellation: the owner cancels an open order. Its fills stay. */

import { type Result, refuse } from '../../base/result.ts';
import type { OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import { DONE, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { walletOf } from './order-pool.ts';
import { endedOrder } from './order-view.ts';
import type { VenueState } from './venue-state.ts';

export function cancel(venue: VenueState, wallet: WalletNumber, order: OrderNumber): Result<Reply, Refusal> {
  if (order >= venue.orders.orders) return refuse({ kind: 'unknown-order' });
  const slot = slotOf(venue.orders, order);
  if (slot > 0) {
    if (walletOf(venue.pool, slot) !== wallet) return refuse({ kind: 'not-owner' });
    closeOrder(venue, slot, 'cancelled');
    return DONE;
  }
  const ended = endedOrder(venue, order);
  return refuse(ended.wallet === wallet ? { kind: 'order-finished', state: ended.state } : { kind: 'not-owner' });
}
