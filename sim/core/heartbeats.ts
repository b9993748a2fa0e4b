/**
 * sim/core/heartbeats: a key that has once sent a heartbeat promises to go on. When it does not, its open orders are
 * cancelled exactly at the deadline, and the session is over until its next heartbeat.
 */
import { ok, type Result } from '../../spec/result.ts';
import { closeOrder } from './closing.ts';
import type { Refusal, Reply } from './command.ts';
import { setTimer } from './timers.ts';
import type { Venue } from './venue.ts';

export function keepHeartbeat(venue: Venue, key: number): Result<Reply, Refusal> {
  venue.log.push({ kind: 'heartbeat-kept', at: venue.now, key });
  const timer = setTimer(venue.timers, venue.now + venue.rules.heartbeatMs, { kind: 'lose-heartbeat', key });
  venue.heartbeats.set(key, timer.sequence);
  return ok({ kind: 'done' });
}

export function loseHeartbeat(venue: Venue, key: number): void {
  venue.heartbeats.delete(key);
  venue.log.push({ kind: 'heartbeat-lost', at: venue.now, key });
  const open = venue.openByKey.get(key);
  if (open === undefined) return;
  for (const order of [...open].sort((one, other) => one.index - other.index)) closeOrder(venue, order, 'heartbeat');
}
