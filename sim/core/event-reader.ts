/** sim/core/event-reader: the events of a log as objects, created on demand. */
import type { Event } from '../../spec/venue/event.ts';
import { addressAfter, addressOf, type EventLog } from './event-log.ts';
import { readEvent } from './log-read.ts';
import { isIndex } from './typed-arrays.ts';

export type EventReader = {
  /** Creates one event. Reading in order is fast. */
  at(index: number): Event | undefined;
  /** All events so far, always in the same array. */
  all(): readonly Event[];
};

export function createEventReader(log: EventLog): EventReader {
  const events: Event[] = [];
  const last = { index: 0, address: 0 };
  const at = (index: number): Event | undefined => {
    if (!isIndex(index, log.events)) return undefined;
    if (index === last.index + 1) last.address = addressAfter(log, last.address);
    else if (index !== last.index) last.address = addressOf(log, index);
    last.index = index;
    return readEvent(log, last.address);
  };
  return {
    at,
    all() {
      for (let event = at(events.length); event !== undefined; event = at(events.length)) events.push(event);
      return events;
    },
  };
}
