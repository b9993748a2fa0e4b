/**
 * sim/core/oracle/auditor: the auditor that follows a run as it happens. It reads the event log alone, one event after
 * the other, and knows nothing of the engine; the state it judges when it is asked to, by what changed since it was last
 * asked. Time and memory grow with what is open, not with the length of the log.
 */
import { invariant } from '../../../spec/result.ts';
import type { Event, TradeEvent } from '../event.ts';
import { EVENT_KINDS } from '../event-log.ts';
import { DOCUMENT_RULES, type VenueRules } from '../rules.ts';
import { lengthOf, tidy } from './agenda.ts';
import { endArrival, isPartOf, lookAhead } from './arrival-facts.ts';
import { type Facts, newFacts, type OrderFacts } from './facts.ts';
import { type EventKind, isPressing, type LogInvariant, type NextJudge } from './invariant.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { learn, learnLeg, look } from './learning.ts';
import { weighLeg } from './money-facts.ts';
import { overdueAt, stands } from './promises.ts';
import { everything, lookAt, startNoting, stopNoting, touchedOnly, type Watched } from './sight.ts';
import { STATE_INVARIANTS, type StateInvariantName } from './state-invariants.ts';

/** `light` leaves out what needs memory without bound and what repeats other checks; `full` judges everything. */
export type AuditLevel = 'light' | 'full';

export type Finding = {
  readonly invariant: LogInvariantName | StateInvariantName;
  /** Number of the event, or of events so far where the state is wrong. */
  readonly event: number;
  readonly message: string;
};

export type Auditor = {
  /** Judges the next event of the log and takes it in. */
  take(event: Event): void;
  /** What is wrong so far, the first thousand of it. */
  readonly findings: readonly Finding[];
  /**
   * Judges the exchange between two commands; all events of its log must have been taken. The first time, and at the
   * level `full` now and then, all of it; otherwise what has changed since the last time.
   */
  judgeState(exchange: Watched): void;
  /** As `judgeState`, all of it. */
  judgeWhole(exchange: Watched): void;
  /** The log is at its end: judges what is still to be judged of it. */
  end(): void;
};

const FINDINGS_MAX = 1_000;
/** Changed orders that wait to be looked at; with more, all is looked at. */
const NOTES_MAX = 20_000;
/** Judgements of what changed between two of the whole state. */
const WHOLE_EVERY = 256;
/** Left out at the level `light`. */
const THOROUGH: ReadonlySet<LogInvariantName> = new Set(['neverTwice', 'feeMonotone', 'feeSymmetric']);

/** An auditor at the beginning of a log; `rules` are the waits and the self-trade mode the venue has. */
export function createAuditor(rules: VenueRules = DOCUMENT_RULES, level: AuditLevel = 'full'): Auditor {
  const facts = newFacts(rules, level === 'full');
  const findings: Finding[] = [];
  const panel = PANELS[level];
  let judgements = 0;
  const report = (names: readonly Finding['invariant'][], at: number, message: string): void => {
    const invariant = names[at];
    if (invariant === undefined || findings.length >= FINDINGS_MAX) return;
    findings.push({ invariant, event: facts.events, message });
  };
  const endOfArrival = (order: OrderFacts): void => {
    const { judges, names } = panel.arrival;
    for (let at = 0; at < judges.length; at += 1) {
      const message = judges[at]?.(facts, order);
      if (message !== undefined) report(names, at, message);
    }
  };
  const ask = ({ judges, names }: Bench<NextJudge>, next: Event | undefined): void => {
    for (let at = 0; at < judges.length; at += 1) {
      const message = judges[at]?.(facts, next);
      if (message !== undefined) report(names, at, message);
    }
  };
  const before = (next: Event | undefined): void => {
    const { order } = facts.arrival;
    if (order !== undefined && (next === undefined || !isPartOf(facts, next))) {
      endOfArrival(order);
      endArrival(facts);
    }
    facts.present.at = next?.at;
    facts.present.overdue = next === undefined ? undefined : overdueAt(facts, next);
    if (facts.present.at !== facts.at) ask(panel.moment, next);
    if (facts.moneyMoved) ask(panel.money, next);
    facts.moneyMoved = false;
    if (isPressing(facts)) ask(panel.pressing, next);
  };
  const takeLegs = (trade: TradeEvent): void => {
    const taker = facts.present.order;
    for (const leg of trade.makers) {
      const maker = facts.orders.get(leg.order);
      if (taker === undefined || maker === undefined) continue;
      lookAhead(facts, taker);
      weighLeg(facts, leg, maker, taker);
      const { judges, names } = panel.leg;
      for (let at = 0; at < judges.length; at += 1) {
        const message = judges[at]?.(facts, trade, leg, maker, taker);
        if (message !== undefined) report(names, at, message);
      }
      learnLeg(facts, trade, leg, maker, taker);
    }
  };
  const judge = (exchange: Watched, isWhole: boolean): void => {
    before(undefined);
    const isAll = isWhole || !facts.touched.noted;
    const sight = lookAt(exchange, isAll ? everything(facts) : touchedOnly(facts));
    for (let at = 0; at < STATE.judges.length; at += 1) {
      const message = STATE.judges[at]?.(sight, facts);
      if (message !== undefined) report(STATE.names, at, message);
    }
    startNoting(facts);
  };
  return {
    take(event) {
      before(event);
      look(facts, event);
      const { kind } = event;
      const { judges, names } = benchOf(panel, kind);
      for (let at = 0; at < judges.length; at += 1) {
        const message = judges[at]?.(facts, event);
        if (message !== undefined) report(names, at, message);
      }
      if (kind === 'trade') takeLegs(event);
      const arriving = facts.arrival.order;
      learn(facts, event);
      if (arriving !== undefined && arriving.stage === 'ended') endOfArrival(arriving);
      if ((facts.events & 4095) === 0) forget(facts);
    },
    findings,
    judgeState(exchange) {
      judgements += 1;
      judge(exchange, level === 'full' && judgements % WHOLE_EVERY === 0);
    },
    judgeWhole: (exchange) => judge(exchange, true),
    end: () => before(undefined),
  };
}

/** Judges a whole log. */
export function audit(log: Iterable<Event>, rules: VenueRules = DOCUMENT_RULES): readonly Finding[] {
  const auditor = createAuditor(rules);
  for (const event of log) auditor.take(event);
  auditor.end();
  return auditor.findings;
}

/** Those who are asked about one thing, and their names in the same order: a call for each is most of the cost. */
type Bench<Judge> = { readonly names: LogInvariantName[]; readonly judges: Judge[] };

type JudgeOf<Judges extends LogInvariant['judges']> = Extract<LogInvariant, { judges: Judges }>['judge'];

type Panel = {
  /** A map: it finds one of so many names sooner than a record does. */
  readonly event: ReadonlyMap<EventKind, Bench<JudgeOf<'event'>>>;
  readonly leg: Bench<JudgeOf<'leg'>>;
  readonly arrival: Bench<JudgeOf<'arrival'>>;
  readonly moment: Bench<NextJudge>;
  readonly money: Bench<NextJudge>;
  readonly pressing: Bench<NextJudge>;
};

const STATE = {
  names: Object.keys(STATE_INVARIANTS) as StateInvariantName[],
  judges: Object.values(STATE_INVARIANTS),
};

/** Who is asked about what. */
function seat(level: AuditLevel): Panel {
  const event = new Map(EVENT_KINDS.map((kind): [EventKind, Bench<JudgeOf<'event'>>] => [kind, empty()]));
  const panel: Panel = { event, leg: empty(), arrival: empty(), moment: empty(), money: empty(), pressing: empty() };
  for (const [name, each] of Object.entries(LOG_INVARIANTS) as [LogInvariantName, LogInvariant][]) {
    if (level === 'light' && THOROUGH.has(name)) continue;
    switch (each.judges) {
      case 'leg':
        add(panel.leg, name, each.judge);
        break;
      case 'arrival':
        add(panel.arrival, name, each.judge);
        break;
      case 'event':
        for (const kind of each.kinds) add(benchOf(panel, kind), name, each.judge);
        break;
      default:
        add(panel[each.judges], name, each.judge);
    }
  }
  return panel;
}

function benchOf({ event }: Panel, kind: EventKind): Bench<JudgeOf<'event'>> {
  const bench = event.get(kind);
  invariant(bench !== undefined, 'every kind of event has its judges');
  return bench;
}

function add<Judge>(bench: { names: LogInvariantName[]; judges: Judge[] }, name: LogInvariantName, judge: Judge): void {
  bench.names.push(name);
  bench.judges.push(judge);
}

function empty<Judge>(): { names: LogInvariantName[]; judges: Judge[] } {
  return { names: [], judges: [] };
}

/** The same for each auditor: there is one for each of thousands of seeds. */
const PANELS: Readonly<Record<AuditLevel, Panel>> = { light: seat('light'), full: seat('full') };

/** Drops promises that were called off, and notes of changes that nobody has asked for in a long time. */
function forget(facts: Facts): void {
  const { agenda, orders, trades, beats, touched } = facts;
  if (touched.orders.length > NOTES_MAX) stopNoting(facts);
  if (lengthOf(agenda) > 1_000 + 4 * (orders.size + trades.size + beats.size)) {
    tidy(agenda, (promised) => stands(facts, promised));
  }
}
