/**
 * proof/oracle/invariant: an invariant of the log: a function that returns what is wrong, and what it judges. It is asked before
 * the event (or the leg) is taken into the facts.
 */
import type { Event, MakerLeg, TradeEvent } from '../../sim/core/event.ts';
import type { Facts, OrderFacts } from './facts.ts';

export type EventKind = Event['kind'];
export type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>;
/** What is wrong, if anything is. */
export type Wrong = string | undefined;

type LegJudge = (facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts) => Wrong;
type ArrivalJudge = (facts: Facts, order: OrderFacts) => Wrong;
/** `next` is undefined between two commands. */
type NextJudge = (facts: Facts, next: Event | undefined) => Wrong;

/** When an invariant is asked about whatever comes next. */
export type Occasion = 'moment' | 'money' | 'pressing';

/** A method, so that a judge of some kinds can stand for one of all: it is asked about its own kinds alone. */
export type EventInvariant = { readonly kinds: readonly EventKind[]; ofEvent(facts: Facts, event: Event): Wrong };
export type LegInvariant = { readonly ofLeg: LegJudge };
export type ArrivalInvariant = { readonly ofArrival: ArrivalJudge };
export type NextInvariant = { readonly occasion: Occasion; readonly ofNext: NextJudge };
export type LogInvariant = EventInvariant | LegInvariant | ArrivalInvariant | NextInvariant;

/** Judges the events of these kinds. */
export function onEvent<const Kind extends EventKind>(
  kinds: readonly Kind[],
  ofEvent: (facts: Facts, event: EventOf<Kind>) => Wrong,
): EventInvariant {
  return { kinds, ofEvent };
}

/** Judges each leg of each trade. */
export function onLeg(ofLeg: LegJudge): LegInvariant {
  return { ofLeg };
}

/** Judges each order that has met the book, when that is over. */
export function onArrival(ofArrival: ArrivalJudge): ArrivalInvariant {
  return { ofArrival };
}

/** Judges at each new moment. */
export function onMoment(ofNext: NextJudge): NextInvariant {
  return { occasion: 'moment', ofNext };
}

/** Judges when money has moved. */
export function onMoney(ofNext: NextJudge): NextInvariant {
  return { occasion: 'money', ofNext };
}

/** Judges only while something waits to be done. */
export function whenPending(ofNext: NextJudge): NextInvariant {
  return { occasion: 'pressing', ofNext };
}

/** Whether something waits to be done before anything else may happen, or should have happened. */
export function hasPending({ forcedCloses, present, reversed, changedGroup, inexact }: Facts): boolean {
  return (
    present.overdue !== undefined ||
    forcedCloses.reason !== undefined ||
    reversed !== undefined ||
    changedGroup !== undefined ||
    inexact
  );
}
