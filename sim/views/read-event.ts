/** sim/views/read-event: how a fold reads again an event that it only keeps the position of. */
import { invariant } from '../../spec/result.ts';
import type { Event } from '../core/event.ts';
import type { Venue } from '../core/venue.ts';

/** The event at a position of the log that the fold has been given before. */
export type ReadEvent = (position: number) => Event;

/** Reads from the log of a venue. */
export function eventReader(venue: Venue): ReadEvent {
  return (position) => {
    const event = venue.eventAt(position);
    invariant(event !== undefined, 'the log has no holes');
    return event;
  };
}
