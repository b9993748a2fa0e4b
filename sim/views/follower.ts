/** sim/views/follower: folds of the event log, each of which begins when it is first read, and costs nothing before. */
import { invariant } from '../../base/result.ts';
import type { Event } from '../../spec/venue/event.ts';
import type { Venue } from '../core/venue.ts';

export type Follower = {
  /** Passes the events since the last call to all folds that have begun. */
  catchUp(): void;
  readonly seen: number;
  /** Adds a fold that `apply` feeds. The returned function begins it if necessary and returns it as of `seen`. */
  fold<Fold>(fold: Fold, apply: (event: Event, position: number) => void): () => Fold;
  /** Begins all folds. */
  readLog(): void;
};

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
      const begin = () => {
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
    readLog() {
      for (const begin of beginnings) begin();
    },
  };
}

/** The event at a position that the fold has passed before. */
export type ReadEvent = (position: number) => Event;

export function eventReader(venue: Venue): ReadEvent {
  return (position) => {
    const event = venue.eventAt(position);
    invariant(event !== undefined, 'the log has no holes');
    return event;
  };
}
