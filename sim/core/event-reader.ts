/** sim/core/event-reader: the events of a log as objects, made when they are asked for. */

import type { Event } from './event.ts';
import { addressAfter, addressOf, type EventLog } from './event-log.ts';
import { readEvent } from './log-read.ts';
import { isIndex } from './typed-arrays.ts';

export type EventReader = {
  /** One event, made anew each time; the one after the last that was read is found at once. */
  at(index: number): Event | undefined;
  /** All events so far, in an array that is the same each time. */
  all(): readonly Event[];
};

export function createEventReader(log: EventLog): EventReader {
  const events: Event[] = [];
  const cursor = { index: 0, address: 0 };
  const at = (index: number): Event | undefined => {
    if (!isIndex(index, log.events)) return undefined;
    if (index === cursor.index + 1) cursor.address = addressAfter(log, cursor.address);
    else if (index !== cursor.index) cursor.address = addressOf(log, index);
    cursor.index = index;
    return readEvent(log, cursor.address);
  };
  return {
    at,
    all() {
      for (let event = at(events.length); event !== undefined; event = at(events.length)) events.push(event);
      return events;
    },
  };
}
