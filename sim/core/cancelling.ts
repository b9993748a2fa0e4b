/** sim/core/cancelling: the owner takes an open order back; what has traded stays traded. */
import { ok, type Result, refuse } from '../../spec/result.ts';
import { closeOrder } from './closing.ts';
import type { Refusal, Reply } from './command.ts';
import type { Venue } from './venue.ts';

export function cancel(venue: Venue, wallet: number, index: number): Result<Reply, Refusal> {
  const order = venue.orders[index];
  if (order === undefined) return refuse({ kind: 'unknown-order' });
  if (order.wallet !== wallet) return refuse({ kind: 'not-owner' });
  if (order.state !== 'live' && order.state !== 'delayed')
    return refuse({ kind: 'order-finished', state: order.state });
  closeOrder(venue, order, 'cancelled');
  return ok({ kind: 'done' });
}
