/**
 * sim/core/oracle/invariant: what an invariant of the log is: a function that says what is wrong, and when it is asked.
 * It is asked before the event (or the leg) is taken into the facts.
 */
import type { Event, MakerLeg, TradeEvent } from '../event.ts';
import type { Facts, OrderFacts } from './facts.ts';

export type EventKind = Event['kind'];
export type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>;
/** What is wrong, where something is. */
export type Wrong = string | undefined;

export type LogInvariant =
  /** Of each event of these kinds. */
  | {
      readonly judges: 'event';
      readonly kinds: readonly EventKind[];
      readonly judge: (facts: Facts, event: Event) => Wrong;
    }
  /** Of each leg of each trade. */
  | {
      readonly judges: 'leg';
      readonly judge: (facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts) => Wrong;
    }
  /** Of each order that has met the book, when that is over. */
  | { readonly judges: 'arrival'; readonly judge: (facts: Facts, order: OrderFacts) => Wrong }
  /**
   * Of whatever comes next, `undefined` between two commands: something has to be true or done by then. Asked where the
   * moment is another than before, where money has moved, or only while something waits to be done.
   */
  | { readonly judges: 'moment'; readonly judge: NextJudge }
  | { readonly judges: 'money'; readonly judge: NextJudge }
  | { readonly judges: 'pressing'; readonly judge: NextJudge };

export type NextJudge = (facts: Facts, next: Event | undefined) => Wrong;

export function onEvent<Kind extends EventKind>(
  kinds: readonly Kind[],
  judge: (facts: Facts, event: EventOf<Kind>) => Wrong,
): LogInvariant {
  // Only events of these kinds are ever given to it.
  return { judges: 'event', kinds, judge: judge as (facts: Facts, event: Event) => Wrong };
}

export function onLeg(judge: Extract<LogInvariant, { judges: 'leg' }>['judge']): LogInvariant {
  return { judges: 'leg', judge };
}

export function onArrival(judge: Extract<LogInvariant, { judges: 'arrival' }>['judge']): LogInvariant {
  return { judges: 'arrival', judge };
}

export function onMoment(judge: NextJudge): LogInvariant {
  return { judges: 'moment', judge };
}

export function onMoney(judge: NextJudge): LogInvariant {
  return { judges: 'money', judge };
}

export function whenPressing(judge: NextJudge): LogInvariant {
  return { judges: 'pressing', judge };
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
