/**
 * sim/views/follower: folds that follow the event log together. A fold begins when it is first read, with the whole history, and
 * costs nothing until then: who only trades never asks for positions.
 */
import type { Event } from '../core/event.ts';
import type { Venue } from '../core/venue.ts';
import type { ReadEvent } from './read-event.ts';

export type Follower = {
  /** Gives the events logged since the last call to all folds that have begun. */
  catchUp(): void;
  /** How many events have been taken in. */
  readonly seen: number;
  /** A fold that `apply` feeds; what comes back begins it where need be, and answers it as of `seen`. */
  fold<Fold>(fold: Fold, apply: (event: Event, position: number) => void): () => Fold;
  /** Begins all folds. */
  readHistory(): void;
};

/** A follower that stands where the log now ends. */
export function createFollower(venue: Pick<Venue, 'eventCount'>, read: ReadEvent): Follower {
  const begun: ((event: Event, position: number) => void)[] = [];
  const beginnings: (() => void)[] = [];
  let seen = venue.eventCount;
  return {
    catchUp() {
      const { eventCount } = venue;
      if (begun.length === 0) seen = eventCount;
      for (; seen < eventCount; seen += 1) {
        const event = read(seen);
        for (const apply of begun) apply(event, seen);
      }
    },
    get seen() {
      return seen;
    },
    fold(fold, apply) {
      let hasBegun = false;
      const begin = (): void => {
        if (hasBegun) return;
        hasBegun = true;
        for (let position = 0; position < seen; position += 1) apply(read(position), position);
        begun.push(apply);
      };
      beginnings.push(begin);
      return () => {
        begin();
        return fold;
      };
    },
    readHistory() {
      for (const begin of beginnings) begin();
    },
  };
}
