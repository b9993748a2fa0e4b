/** proof/venue/oracle/judges: calls the invariants of the log for events, legs, arrivals and the next event. */
import { invariant } from '../../../base/result.ts';
import { EVENT_KINDS } from '../../../sim/core/log-layout.ts';
import type { Event, MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import type { Facts, OrderFacts } from './facts.ts';
import type { EventKind, LogInvariant, Occasion, Wrong } from './invariant.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';

export type ReportFinding = (invariant: LogInvariantName, wrong: Wrong) => void;

const ALL = Object.entries(LOG_INVARIANTS) as [LogInvariantName, LogInvariant][];

const OF_LEG = ALL.flatMap(([name, each]) => ('ofLeg' in each ? [{ name, judge: each.ofLeg }] : []));
const OF_ARRIVAL = ALL.flatMap(([name, each]) => ('ofArrival' in each ? [{ name, judge: each.ofArrival }] : []));
const OF_EVENT = new Map(EVENT_KINDS.map((kind) => [kind, judgesOf(kind)]));
const OF_NEXT = { moment: judgesAt('moment'), money: judgesAt('money'), pressing: judgesAt('pressing') };

function judgesOf(kind: EventKind) {
  return ALL.flatMap(([name, each]) =>
    'kinds' in each && each.kinds.includes(kind) ? [{ name, judge: each.ofEvent }] : [],
  );
}

function judgesAt(occasion: Occasion) {
  return ALL.flatMap(([name, each]) =>
    'occasion' in each && each.occasion === occasion ? [{ name, judge: each.ofNext }] : [],
  );
}

export function judgeEvent(report: ReportFinding, facts: Facts, event: Event): void {
  const judges = OF_EVENT.get(event.kind);
  invariant(judges !== undefined, 'every kind of event has judges');
  for (const { name, judge } of judges) report(name, judge(facts, event));
}

export function judgeLeg(
  report: ReportFinding,
  facts: Facts,
  trade: TradeEvent,
  leg: MakerLeg,
  maker: OrderFacts,
  taker: OrderFacts,
): void {
  for (const { name, judge } of OF_LEG) report(name, judge(facts, trade, leg, maker, taker));
}

export function judgeArrival(report: ReportFinding, facts: Facts, order: OrderFacts): void {
  for (const { name, judge } of OF_ARRIVAL) report(name, judge(facts, order));
}

export function judgeNext(report: ReportFinding, facts: Facts, occasion: Occasion, next: Event | undefined): void {
  for (const { name, judge } of OF_NEXT[occasion]) report(name, judge(facts, next));
}
