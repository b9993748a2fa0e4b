/** sim/tape/tape: a source of timed commands that enter a service at their moments, such as recorded history. */
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
