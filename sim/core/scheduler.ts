/**
 * sim/core/scheduler: moves the clock and does the work that is due, in order of moment and then of request, each at
 * its own moment.
 */
import { assertNever, invariant } from '../../base/result.ts';
import { CLOCK_TAKES, isMoment } from '../../spec/venue/rules.ts';
import { loseHeartbeat } from './heartbeats.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder, isOrderTimerValid } from './order-ending.ts';
import { release } from './order-path.ts';
import { isSettlementTimerValid, settle } from './settlement.ts';
import { dropFirstTimer, type FirstTimer, firstTimer } from './timers.ts';
import type { VenueState } from './venue-state.ts';

/** Moves the clock, never back. An earlier `now` does the work that is due at the present moment. */
export function advanceTo(venue: VenueState, now: number): void {
  if (!isMoment(now)) throw new RangeError(`${CLOCK_TAKES}, got ${String(now)}`);
  const until = now > venue.now ? now : venue.now;
  while (venue.timers.next <= until) runFirst(venue);
  invariant(venue.now <= until, 'no work is done after its time');
  venue.now = until;
}

function runFirst(venue: VenueState) {
  const timer = firstTimer(venue.timers);
  invariant(timer !== undefined, 'the first timer is there');
  dropFirstTimer(venue.timers);
  invariant(venue.timers.next >= timer.at, 'timers come in order of their moments');
  if (!isPending(venue, timer)) return;
  venue.now = Math.max(venue.now, timer.at);
  runTimer(venue, timer);
}

export function nextDue(venue: VenueState): number | undefined {
  for (;;) {
    const timer = firstTimer(venue.timers);
    if (timer === undefined) return undefined;
    if (isPending(venue, timer)) return timer.at;
    dropFirstTimer(venue.timers);
  }
}

function isPending(venue: VenueState, { due, id, sequence }: FirstTimer): boolean {
  switch (due) {
    case 'expire':
      return isOrderTimerValid(venue, id, false);
    case 'release':
      return isOrderTimerValid(venue, id, true);
    case 'lose-heartbeat':
      return venue.heartbeats.get(id) === sequence;
    case 'MINED':
    case 'CONFIRMED':
      return isSettlementTimerValid(venue, id, sequence);
    default:
      return assertNever(due);
  }
}

function runTimer(venue: VenueState, { due, id }: FirstTimer) {
  switch (due) {
    case 'expire':
      closeOrder(venue, slotOf(venue.orders, id), 'expired');
      break;
    case 'release':
      release(venue, slotOf(venue.orders, id));
      break;
    case 'lose-heartbeat':
      loseHeartbeat(venue, id);
      break;
    case 'MINED':
    case 'CONFIRMED':
      settle(venue, id, due);
      break;
    default:
      assertNever(due);
  }
}
