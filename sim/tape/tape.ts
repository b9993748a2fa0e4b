/** sim/tape/tape: a source of timed commands that enter a service at their moments, such as recorded history. */
import { createHash } from 'node:crypto';
import type { Command } from '../../spec/venue/command.ts';
import { isMoment } from '../../spec/venue/rules.ts';
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
  const momentAt = (place: number): number => commands[place]?.at ?? Infinity;
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
