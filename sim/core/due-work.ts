/**
 * sim/core/due-work: does what has become due, in order of moment and then of request. Each piece of work happens at
 * its own moment, however far the clock is moved in one go.
 */
import { assertNever, invariant } from '../../spec/result.ts';
import { closeOrder, isOpen } from './closing.ts';
import { loseHeartbeat } from './heartbeats.ts';
import { release } from './placing.ts';
import { dropFirstTimer, firstTimer, setTimer, type Timer } from './timers.ts';
import type { Venue } from './venue.ts';

/** Moves the clock; it never goes back. */
export function advanceTo(venue: Venue, now: number): void {
  invariant(Number.isSafeInteger(now), `the clock counts whole milliseconds, got ${now}`);
  for (;;) {
    const timer = firstTimer(venue.timers);
    if (timer === undefined || timer.at > now) break;
    dropFirstTimer(venue.timers);
    if (!isPending(venue, timer)) continue;
    venue.now = Math.max(venue.now, timer.at);
    perform(venue, timer);
  }
  venue.now = Math.max(venue.now, now);
}

/** The next moment at which something will happen by itself. */
export function nextDue(venue: Venue): number | undefined {
  for (;;) {
    const timer = firstTimer(venue.timers);
    if (timer === undefined) return undefined;
    if (isPending(venue, timer)) return timer.at;
    dropFirstTimer(venue.timers);
  }
}

function isPending(venue: Venue, timer: Timer): boolean {
  const { work } = timer;
  switch (work.kind) {
    case 'expire':
      return isOpen(work.order);
    case 'release':
      return work.order.state === 'delayed';
    case 'lose-heartbeat':
      return venue.heartbeats.get(work.key) === timer.sequence;
    case 'settle':
      return true;
  }
}

function perform(venue: Venue, timer: Timer): void {
  const { work } = timer;
  switch (work.kind) {
    case 'expire':
      closeOrder(venue, work.order, 'expired');
      break;
    case 'release':
      release(venue, work.order);
      break;
    case 'lose-heartbeat':
      loseHeartbeat(venue, work.key);
      break;
    case 'settle':
      settle(venue, work.trade, work.status);
      break;
    default:
      assertNever(work);
  }
}

/** A trade's settlement: mined first, then confirmed. Balances have moved when it matched. */
function settle(venue: Venue, trade: number, status: 'MINED' | 'CONFIRMED'): void {
  venue.log.push({ kind: 'trade-status', at: venue.now, trade, status });
  if (status === 'CONFIRMED') return;
  setTimer(venue.timers, venue.now + venue.rules.confirmedAfterMs, { kind: 'settle', trade, status: 'CONFIRMED' });
}
