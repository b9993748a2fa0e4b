/** proof/venue/oracle/auditor: follows a run by its event log alone; time and memory grow with what is open. */
import { invariant } from '../../../base/result.ts';
import { EVENT_KINDS } from '../../../sim/core/log-layout.ts';
import type { Event, TradeEvent } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, type VenueRules } from '../../../spec/venue/rules.ts';
import { compact, lengthOf } from './agenda.ts';
import { endArrival, findNextMaker, isPartOf } from './arrival-facts.ts';
import { isPending, overdueAt } from './deadlines.ts';
import { applyEvent, beginEvent, findSubject } from './fact-updates.ts';
import { Facts, type OrderFacts } from './facts.ts';
import { type EventKind, hasPending, type LogInvariant, type Occasion, type Wrong } from './invariant.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';
import { weighLeg } from './money-facts.ts';
import { changedScope, type Observable, observe, startTracking, stopTracking, wholeScope } from './observed-state.ts';
import { STATE_INVARIANTS, type StateInvariant, type StateInvariantName } from './state-invariants.ts';
import { applyLeg } from './trade-updates.ts';

/** `full` judges the whole state at intervals, `light` only what has changed. */
export type AuditLevel = 'light' | 'full';

export type Finding = {
  readonly invariant: LogInvariantName | StateInvariantName;
  /** Number of the event, or the number of events so far if the state is wrong. */
  readonly event: number;
  readonly message: string;
};

export type Auditor = ReturnType<typeof createAuditor>;

const FINDINGS_MAX = 1_000;
/** Tracked changes of orders, above which the whole state is judged. */
const NOTES_MAX = 20_000;
/** Judgements of changes between two judgements of the whole state. */
const WHOLE_EVERY = 256;
const STATE = Object.entries(STATE_INVARIANTS) as [StateInvariantName, StateInvariant][];

/** Creates an auditor for an empty log; `rules` are the waits and the self-trade mode of the venue. */
export function createAuditor(rules: VenueRules = DOCUMENT_RULES, level: AuditLevel = 'full') {
  const facts = new Facts(rules);
  const findings: Finding[] = [];
  let judgements = 0;
  const report = (invariant: Finding['invariant'], wrong: Wrong) => {
    if (wrong === undefined || findings.length >= FINDINGS_MAX) return;
    findings.push({ invariant, event: facts.events, message: wrong });
  };
  const judge = (venue: Observable, isWhole: boolean) => {
    judgePrevious(report, facts, undefined, undefined);
    const isAll = isWhole || !facts.touched.isTracked;
    const state = observe(venue, isAll ? wholeScope(facts) : changedScope(facts));
    for (const [name, check] of STATE) report(name, check(state, facts));
    startTracking(facts);
  };
  return {
    /** Judges the next event of the log and adds it to the facts. */
    add(event: Event) {
      const { kind, at } = event;
      judgePrevious(report, facts, event, at);
      findSubject(facts, event);
      judgeEvent(report, facts, event);
      if (kind === 'trade') addLegs(report, facts, event);
      const arriving = facts.arrival.order;
      beginEvent(facts, kind, at);
      applyEvent(facts, event);
      if (arriving !== undefined && arriving.stage === 'ended') judgeArrival(report, facts, arriving);
      if ((facts.events & 4095) === 0) compactFacts(facts);
    },
    /** The first thousand findings. */
    findings,
    /**
     * Judges the venue between two commands, after all events of its log were added. It judges the whole state the
     * first time and, at the level `full`, at intervals; otherwise what has changed. If waits can be 0, call
     * `advanceTo` first: a command can leave work that is due at its own moment.
     */
    judgeState(venue: Observable) {
      judgements += 1;
      judge(venue, level === 'full' && judgements % WHOLE_EVERY === 0);
    },
    /** As `judgeState`, for the whole state. */
    judgeWhole: (venue: Observable) => judge(venue, true),
    end: () => judgePrevious(report, facts, undefined, undefined),
  };
}

export function audit(log: Iterable<Event>, rules: VenueRules = DOCUMENT_RULES): readonly Finding[] {
  const auditor = createAuditor(rules);
  for (const event of log) auditor.add(event);
  auditor.end();
  return auditor.findings;
}

/** Judges the previous events, complete once the next one is known; `next` and `at` are undefined between commands. */
function judgePrevious(report: ReportFinding, facts: Facts, next: Event | undefined, at: number | undefined) {
  const { order } = facts.arrival;
  if (order !== undefined && (next === undefined || !isPartOf(facts, next))) {
    judgeArrival(report, facts, order);
    endArrival(facts);
  }
  facts.present.at = at;
  facts.present.overdue = next === undefined ? undefined : overdueAt(facts, next);
  if (at !== facts.at) judgeNext(report, facts, 'moment', next);
  if (facts.moneyMoved) judgeNext(report, facts, 'money', next);
  facts.moneyMoved = false;
  if (hasPending(facts)) judgeNext(report, facts, 'pressing', next);
}

/** Judges the legs of a trade. Each is applied before the next is judged. */
function addLegs(report: ReportFinding, facts: Facts, trade: TradeEvent) {
  const taker = facts.present.order;
  for (const leg of trade.makers) {
    const maker = facts.orders.get(leg.order);
    if (taker === undefined || maker === undefined) continue;
    findNextMaker(facts, taker);
    weighLeg(facts, leg, maker, taker);
    for (const { name, judge } of OF_LEG) report(name, judge(facts, trade, leg, maker, taker));
    applyLeg(facts, trade, leg, maker, taker);
  }
}

/** Drops cancelled deadlines, and changes that were tracked for a long time without a judgement. */
function compactFacts(facts: Facts) {
  const { agenda, orders, trades, beats, touched } = facts;
  if (touched.orders.length > NOTES_MAX) stopTracking(facts);
  if (lengthOf(agenda) > 1_000 + 4 * (orders.size + trades.size + beats.size)) {
    compact(agenda, (promised) => isPending(facts, promised));
  }
}

type ReportFinding = (invariant: LogInvariantName, wrong: Wrong) => void;

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

function judgeEvent(report: ReportFinding, facts: Facts, event: Event) {
  const judges = OF_EVENT.get(event.kind);
  invariant(judges !== undefined, 'every kind of event has judges');
  for (const { name, judge } of judges) report(name, judge(facts, event));
}

function judgeArrival(report: ReportFinding, facts: Facts, order: OrderFacts) {
  for (const { name, judge } of OF_ARRIVAL) report(name, judge(facts, order));
}

function judgeNext(report: ReportFinding, facts: Facts, occasion: Occasion, next: Event | undefined) {
  for (const { name, judge } of OF_NEXT[occasion]) report(name, judge(facts, next));
}
