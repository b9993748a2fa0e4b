/** proof/oracle/handling: what is done about an event, by its kind, which is looked at once. */

import type { Event } from '../../sim/core/event.ts';
import { EVENT_KINDS } from '../../sim/core/event-log.ts';
import { invariant } from '../../spec/result.ts';
import { ASK, type Tell } from './event-panel.ts';
import type { Facts } from './facts.ts';
import type { EventKind } from './invariant.ts';
import { LEARN, LOOK } from './learning.ts';

/** Looks up what the event is about, asks all who judge it, takes it in. */
export type Handling = {
  readonly look: (facts: Facts, event: Event) => void;
  readonly ask: (tell: Tell, facts: Facts, event: Event) => void;
  readonly learn: (facts: Facts, event: Event) => void;
};

/** A map finds one of so many names sooner than a record does. Each handling is given events of its kind alone. */
const HANDLINGS: ReadonlyMap<EventKind, Handling> = new Map(
  EVENT_KINDS.map((kind) => [kind, { look: LOOK[kind], ask: ASK[kind], learn: LEARN[kind] } as Handling]),
);

export function handlingOf(kind: EventKind): Handling {
  const handling = HANDLINGS.get(kind);
  invariant(handling !== undefined, 'every kind of event has its handling');
  return handling;
}
