/** sim/tape/tape: a source of timed commands that enter a service at their moments, merged with due work. */

import { createHash } from 'node:crypto';
import { invariant } from '../../base/result.ts';
import type { Command } from '../../spec/venue/command.ts';
import { isMoment } from '../../spec/venue/rules.ts';
import type { Desk } from '../core/desk.ts';
import { newTicket } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';

export type Tape = {
  /** Identifies the commands of the tape: tapes with the same checksum have the same effect on the same venue. */
  readonly checksum: string;
  /** A player at the beginning of the tape, or at the position that `save` of an earlier player returned. */
  play(saved?: string): TapePlayer;
};

/** A tape during one life of a service. */
export type TapePlayer = {
  /** The moment of the next commands, in milliseconds; infinity behind the end of the tape. */
  readonly next: number;
  /**
   * Performs the commands of the moment `next` on the venue, whose clock is at that moment or a later one, and sets a
   * later
   * `next`. A command that the venue refuses changes nothing.
   */
  perform(venue: Venue): void;
  save(): string;
};

export type TimedCommand = {
  /** Milliseconds on the service clock. */
  readonly at: number;
  readonly command: Command;
};

/**
 * A tape of these commands, which come in order of their moments; commands of one moment are performed in their order
 * here. Throws `RangeError` when one is earlier than the command before it, or when its moment is no whole number of
 * milliseconds.
 */
export function commandTape(commands: readonly TimedCommand[]): Tape {
  // A copy: later changes of the list do not change the tape.
  const own = structuredClone(commands);
  own.forEach(({ at }, index) => {
    const before = own[index - 1]?.at ?? 0;
    if (!isMoment(at) || at < before) {
      throw new RangeError(`command ${index} of the tape is at ${at}: whole milliseconds, ${before} or later`);
    }
  });
  const checksum = createHash('sha256').update(JSON.stringify(own)).digest('hex');
  return { checksum, play: (saved = '0') => playFrom(own, Number(saved)) };
}

function playFrom(commands: readonly TimedCommand[], position: number): TapePlayer {
  let index = position;
  const momentAt = (place: number) => commands[place]?.at ?? Infinity;
  return {
    get next() {
      return momentAt(index);
    },
    perform(venue) {
      const { now } = venue;
      for (const at = momentAt(index); momentAt(index) === at && index < commands.length; index += 1) {
        const timed = commands[index];
        if (timed !== undefined) venue.step(timed.command, now);
      }
    },
    save: () => String(index),
  };
}

type Moves = Pick<TapePlayer, 'next' | 'perform'>;

/**
 * The venue with the commands that `player` performs. At one moment, due work comes first, then the tape, then the
 * command of the caller. A moment of the tape that the clock has passed already counts as the present one.
 */
export function taped(venue: Venue, player: Moves): Venue {
  const advanceTo = (now: number) => {
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
    const next = Math.min(venue.nextDue() ?? Infinity, Math.max(player.next, venue.now));
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

function playNext(venue: Venue, player: Moves) {
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
