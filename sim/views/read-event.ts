/** sim/views/read-event: reads an event of which a fold keeps only the position. */
import { invariant } from '../../base/result.ts';
import type { Event } from '../../spec/venue/event.ts';
import type { Venue } from '../core/venue.ts';

/** The event at a position that the fold has passed before. */
export type ReadEvent = (position: number) => Event;

export function eventReader(venue: Venue): ReadEvent {
  return (position) => {
    const event = venue.eventAt(position);
    invariant(event !== undefined, 'the log has no holes');
    return event;
  };
}
