/**
 * sim/core/heartbeats: a key that has sent a heartbeat must send the next one in time. Otherwise its open orders are
 * cancelled exactly at the deadline, and the session is over until its next heartbeat.
 */
import { invariant, type Result } from '../../base/result.ts';
import { type CommandOf, DONE, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { writeEvent } from './log-write.ts';
import { openOrdersOf, slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { queueTimer } from './timers.ts';
import type { VenueState } from './venue-state.ts';

export function keepHeartbeat(venue: VenueState, { key }: CommandOf<'heartbeat'>): Result<Reply, Refusal> {
  const { timers, now, rules } = venue;
  writeEvent(venue.log, { kind: 'heartbeat-kept', at: now, key });
  venue.heartbeats.set(key, queueTimer(timers, timers.heartbeats, now + rules.heartbeatMs, key));
  return DONE;
}

export function loseHeartbeat(venue: VenueState, key: number): void {
  const had = venue.heartbeats.delete(key);
  invariant(had, 'only a key with a session loses it');
  writeEvent(venue.log, { kind: 'heartbeat-lost', at: venue.now, key });
  for (const order of openOrdersOf(venue.orders, key)) {
    closeOrder(venue, slotOf(venue.orders, order), 'heartbeat');
  }
}
