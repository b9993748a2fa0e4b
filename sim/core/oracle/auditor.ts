/**
 * sim/core/oracle/auditor: the auditor that follows a run as it happens. It reads the event log alone, one event after
 * the other, and knows nothing of the engine; the state it judges when it is asked to, by what changed since it was last
 * asked. Time and memory grow with what is open, not with the length of the log.
 */
import type { Event, TradeEvent } from '../event.ts';
import { DOCUMENT_RULES, type VenueRules } from '../rules.ts';
import { tidy } from './agenda.ts';
import { endArrival, isPartOf, lookAhead } from './arrival-facts.ts';
import { type Facts, newFacts, type OrderFacts } from './facts.ts';
import type { EventKind, LogInvariant } from './invariant.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { learn, learnLeg, look } from './learning.ts';
import { weighLeg } from './money-facts.ts';
import { overdueAt, stands } from './promises.ts';
import {
  everything,
  STATE_INVARIANTS,
  type StateInvariantName,
  startNoting,
  touchedOnly,
  type Watched,
} from './state-invariants.ts';

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
/** Judgements of what changed between two of the whole state. */
const WHOLE_EVERY = 256;
/** Left out at the level `light`. */
const THOROUGH: ReadonlySet<LogInvariantName> = new Set(['neverTwice', 'feeMonotone', 'feeSymmetric']);

/** An auditor at the beginning of a log; `rules` are the waits and the self-trade mode the venue has. */
export function createAuditor(rules: VenueRules = DOCUMENT_RULES, level: AuditLevel = 'full'): Auditor {
  const facts = newFacts(rules, level === 'full');
  const findings: Finding[] = [];
  const panel = seat(level);
  let judgements = 0;
  const report = (invariant: Finding['invariant'], message: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push({ invariant, event: facts.events, message });
  };
  const endOfArrival = (order: OrderFacts): void => {
    for (const { name, judge } of panel.arrival) {
      const message = judge(facts, order);
      if (message !== undefined) report(name, message);
    }
  };
  const before = (next: Event | undefined): void => {
    const { order } = facts.arrival;
    if (order !== undefined && (next === undefined || !isPartOf(facts, next))) {
      endOfArrival(order);
      endArrival(facts);
    }
    facts.present.overdue = overdueAt(facts, next);
    for (const { name, judge } of panel.next) {
      const message = judge(facts, next);
      if (message !== undefined) report(name, message);
    }
  };
  const takeLegs = (trade: TradeEvent): void => {
    const taker = facts.present.order;
    for (const leg of trade.makers) {
      const maker = facts.orders.get(leg.order);
      if (taker === undefined || maker === undefined) continue;
      lookAhead(facts, taker);
      weighLeg(facts, leg, maker, taker);
      for (const { name, judge } of panel.leg) {
        const message = judge(facts, trade, leg, maker, taker);
        if (message !== undefined) report(name, message);
      }
      learnLeg(facts, trade, leg, maker, taker);
    }
  };
  const judge = (exchange: Watched, isWhole: boolean): void => {
    before(undefined);
    const scope = isWhole || !facts.touched.noted ? everything(facts) : touchedOnly(facts);
    for (const [name, judgeScope] of STATE_JUDGES) {
      const message = judgeScope(exchange, facts, scope);
      if (message !== undefined) report(name, message);
    }
    startNoting(facts);
  };
  return {
    take(event) {
      before(event);
      look(facts, event);
      for (const { name, judge: judgeEvent } of panel.event[event.kind]) {
        const message = judgeEvent(facts, event);
        if (message !== undefined) report(name, message);
      }
      if (event.kind === 'trade') takeLegs(event);
      const arriving = facts.arrival.order;
      learn(facts, event);
      if (arriving?.stage === 'ended') endOfArrival(arriving);
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

type Seat<Judges extends LogInvariant['judges']> = {
  readonly name: LogInvariantName;
  readonly judge: Extract<LogInvariant, { judges: Judges }>['judge'];
};

type Panel = {
  readonly event: Readonly<Record<EventKind, Seat<'event'>[]>>;
  readonly leg: Seat<'leg'>[];
  readonly arrival: Seat<'arrival'>[];
  readonly next: Seat<'next'>[];
};

const STATE_JUDGES = Object.entries(STATE_INVARIANTS) as [
  StateInvariantName,
  (typeof STATE_INVARIANTS)['conservation'],
][];

/** Who is asked about what. */
function seat(level: AuditLevel): Panel {
  const panel: Panel = { event: emptyKinds(), leg: [], arrival: [], next: [] };
  for (const [key, invariant] of Object.entries(LOG_INVARIANTS) as [LogInvariantName, LogInvariant][]) {
    if (level === 'light' && THOROUGH.has(key)) continue;
    const name = key;
    if (invariant.judges === 'leg') panel.leg.push({ name, judge: invariant.judge });
    if (invariant.judges === 'arrival') panel.arrival.push({ name, judge: invariant.judge });
    if (invariant.judges === 'next') panel.next.push({ name, judge: invariant.judge });
    if (invariant.judges !== 'event') continue;
    for (const kind of invariant.kinds) panel.event[kind].push({ name, judge: invariant.judge });
  }
  return panel;
}

function emptyKinds(): Record<EventKind, Seat<'event'>[]> {
  return {
    'market-listed': [],
    'wallet-opened': [],
    deposited: [],
    split: [],
    merged: [],
    redeemed: [],
    'order-accepted': [],
    trade: [],
    'trade-reversed': [],
    'order-reduced': [],
    'order-released': [],
    'trade-status': [],
    'order-closed': [],
    'heartbeat-kept': [],
    'heartbeat-lost': [],
    'market-state': [],
    'market-resolved': [],
    'tick-changed': [],
    'markets-grouped': [],
    converted: [],
  };
}

/** Drops promises that were called off, and notes of changes nobody asks for. */
function forget(facts: Facts): void {
  const { agenda, orders, trades, beats } = facts;
  if (agenda.length > 1_000 + 4 * (orders.size + trades.size + beats.size)) {
    tidy(agenda, (promised) => stands(facts, promised));
  }
}
