/**
 * proof/oracle/invariant: what an invariant of the log is: a function that says what is wrong, of what it is asked and
 * when: before the event (or the leg) is taken into the facts. `panel.ts` asks them.
 */
import type { Event, MakerLeg, TradeEvent } from '../../sim/core/event.ts';
import type { Facts, OrderFacts } from './facts.ts';

export type EventKind = Event['kind'];
export type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>;
/** What is wrong, where something is. */
export type Wrong = string | undefined;

/** Of an event of one of these kinds. */
export type EventJudge<Kind extends EventKind> = (facts: Facts, event: EventOf<Kind>) => Wrong;

/** Of each leg of each trade. */
export type LegJudge = (facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts) => Wrong;

/** Of each order that has met the book, when that is over. */
export type ArrivalJudge = (facts: Facts, order: OrderFacts) => Wrong;

/** Of whatever comes next, `undefined` between two commands: something has to be true or done by then. */
export type NextJudge = (facts: Facts, next: Event | undefined) => Wrong;

export function onEvent<Kind extends EventKind>(judge: EventJudge<Kind>): EventJudge<Kind> {
  return judge;
}

export function onLeg(judge: LegJudge): LegJudge {
  return judge;
}

export function onArrival(judge: ArrivalJudge): ArrivalJudge {
  return judge;
}

/** Asked where the moment is another than before. */
export function onMoment(judge: NextJudge): NextJudge {
  return judge;
}

/** Asked where money has moved. */
export function onMoney(judge: NextJudge): NextJudge {
  return judge;
}

/** Asked only while something waits to be done. */
export function whenPressing(judge: NextJudge): NextJudge {
  return judge;
}

/** Whether something waits to be done before anything else may happen, or should have happened. */
export function isPressing({ doom, present, reversed, changedGroup, inexact }: Facts): boolean {
  return (
    present.overdue !== undefined ||
    doom.reason !== undefined ||
    reversed !== undefined ||
    changedGroup !== undefined ||
    inexact
  );
}
