/**
 * sim/core/heartbeats: a key that has sent a heartbeat must send the next one in time. Otherwise its open orders are
 * cancelled exactly at the deadline, and the session is over until its next heartbeat.
 */
import type { Result } from '../../base/result.ts';
import { DONE, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { HEARTBEAT, writeShort } from './log-write.ts';
import { openOrdersOf, slotOf } from './open-orders.ts';
import { closeOrder } from './order-lifecycle.ts';
import { queueTimer } from './timers.ts';
import type { VenueState } from './venue-state.ts';

export function keepHeartbeat(venue: VenueState, key: number): Result<Reply, Refusal> {
  const { timers, now, rules } = venue;
  writeShort(venue.log, 'heartbeat-kept', now, 0, [key]);
  venue.heartbeats.set(key, queueTimer(timers, timers.heartbeats, now + rules.heartbeatMs, key));
  return DONE;
}

export function loseHeartbeat(venue: VenueState, key: number): void {
  venue.heartbeats.delete(key);
  writeShort(venue.log, 'heartbeat-lost', venue.now, 0, [key]);
  for (const order of openOrdersOf(venue.orders, key)) {
    closeOrder(venue, slotOf(venue.orders, order), HEARTBEAT);
  }
}
