/** proof/venue/oracle/invariant: a law of the log; returns what is wrong before the event changes the facts. */
import type { Event, MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import type { Facts, OrderFacts } from './facts.ts';

export type EventKind = Event['kind'];
export type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>;
export type Wrong = string | undefined;

/** What is wrong with the first item that `judge` finds wrong. */
export function firstOf<Item>(items: Iterable<Item>, judge: (item: Item) => Wrong): Wrong {
  for (const item of items) {
    const wrong = judge(item);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

type LegJudge = (facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts) => Wrong;
type ArrivalJudge = (facts: Facts, order: OrderFacts) => Wrong;
/** `next` is undefined between two commands. */
type NextJudge = (facts: Facts, next: Event | undefined) => Wrong;

export type Occasion = 'moment' | 'money' | 'pressing';

/** A method, so that a judge of some kinds is assignable to one of all; it is called for its own kinds only. */
export type EventInvariant = { readonly kinds: readonly EventKind[]; ofEvent(facts: Facts, event: Event): Wrong };
export type LegInvariant = { readonly ofLeg: LegJudge };
export type ArrivalInvariant = { readonly ofArrival: ArrivalJudge };
export type NextInvariant = { readonly occasion: Occasion; readonly ofNext: NextJudge };
export type LogInvariant = EventInvariant | LegInvariant | ArrivalInvariant | NextInvariant;

export function onEvent<const Kind extends EventKind>(
  kinds: readonly Kind[],
  ofEvent: (facts: Facts, event: EventOf<Kind>) => Wrong,
): EventInvariant {
  return { kinds, ofEvent };
}

export function onLeg(ofLeg: LegJudge): LegInvariant {
  return { ofLeg };
}

export function onArrival(ofArrival: ArrivalJudge): ArrivalInvariant {
  return { ofArrival };
}

export function onMoment(ofNext: NextJudge): NextInvariant {
  return { occasion: 'moment', ofNext };
}

export function onMoney(ofNext: NextJudge): NextInvariant {
  return { occasion: 'money', ofNext };
}

export function whenPending(ofNext: NextJudge): NextInvariant {
  return { occasion: 'pressing', ofNext };
}

/** Whether something must happen before anything else, or is overdue. */
export function hasPending({ forcedCloses, present, reversed, changedGroup, inexact }: Facts): boolean {
  return (
    present.overdue !== undefined ||
    forcedCloses.reason !== undefined ||
    reversed !== undefined ||
    changedGroup !== undefined ||
    inexact
  );
}
