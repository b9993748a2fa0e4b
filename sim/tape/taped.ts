/** sim/tape/taped: a venue with a tape, merged with due work by moment, so that events do not depend on steps. */
import { invariant } from '../../base/result.ts';
import { isMoment } from '../../spec/venue/rules.ts';
import type { Desk } from '../core/desk.ts';
import { newTicket } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from './tape.ts';

type Moves = Pick<TapePlayer, 'next' | 'perform'>;

/**
 * The venue with the commands that `player` performs. At one moment, due work comes first, then the tape, then the
 * command of the caller. A moment of the tape that the clock has passed already counts as the present one.
 */
export function taped(venue: Venue, player: Moves): Venue {
  const advanceTo = (now: number): void => {
    // The venue rejects an invalid moment.
    if (!isMoment(now)) venue.advanceTo(now);
    const until = Math.max(now, venue.now);
    while (player.next <= until) playNext(venue, player);
    venue.advanceTo(now);
  };
  const step: Venue['step'] = (command, now) => {
    advanceTo(now);
    return venue.step(command, now);
  };
  const nextDue: Venue['nextDue'] = () => {
    const due = venue.nextDue() ?? Infinity;
    const next = Math.min(due, Math.max(player.next, venue.now));
    return next === Infinity ? undefined : next;
  };
  const own = {
    step: { value: step },
    advanceTo: { value: advanceTo },
    nextDue: { value: nextDue },
    desk: { value: tapedEntry(venue.desk, advanceTo) },
  };
  return Object.create(venue, own) as Venue;
}

function playNext(venue: Venue, player: Moves): void {
  const { next } = player;
  venue.advanceTo(Math.max(next, venue.now));
  player.perform(venue);
  invariant(player.next > next, 'the next moment of a tape is later');
}

/** A tape uses the ticket of the venue, so callers get a separate one, which keeps their fields. */
function tapedEntry(desk: Desk, advanceTo: (now: number) => void): Desk {
  const ticket = newTicket();
  return {
    ticket,
    place(now) {
      advanceTo(now);
      Object.assign(desk.ticket, ticket);
      const order = desk.place(now);
      Object.assign(ticket, desk.ticket);
      return order;
    },
    cancel(wallet, order, now) {
      advanceTo(now);
      return desk.cancel(wallet, order, now);
    },
  };
}
