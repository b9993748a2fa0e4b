/**
 * sim/tape/tape: a source of timed commands that enter a running service at their moments, beside the requests of its clients. Recorded
 * history comes into a service through a tape and in no other way.
 */
import type { Venue } from '../core/venue.ts';

export type Tape = {
  /** Identifies everything that the tape does: tapes with the same checksum do the same on the same venue. */
  readonly checksum: string;
  /** A player at the beginning of the tape, or at the position that `save` of an earlier player returned. */
  play(saved?: string): TapePlayer;
};

/** A tape on its way through one life of a service. */
export type TapePlayer = {
  /** The moment of the next commands, in milliseconds; infinity behind the end of the tape. */
  readonly next: number;
  /**
   * Performs the commands of the moment `next` on the venue, whose clock shows that moment or a later one, and goes on to a later
   * `next`. A command that the venue refuses changes nothing.
   */
  perform(venue: Venue): void;
  /** The position, as text for `play`. */
  save(): string;
};
