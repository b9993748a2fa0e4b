/**
 * scenarios/soak/trial: an exchange under judgement: every command goes through here, every event goes to the auditor
 * and to the watch, every refusal must leave the exchange as it was. The first thing found wrong is kept; a seed and a
 * recorded run are judged alike.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import { createExchange, type Exchange, restoreExchange } from '../../sim/core/exchange.ts';
import { type Auditor, createAuditor } from '../../sim/core/oracle/auditor.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Result } from '../../spec/result.ts';
import type { Reading } from './cast.ts';
import { type Marks, newMarks } from './marks.ts';
import { newTwin, type Twin } from './twin.ts';
import { endStep, newWatch, seeEvent, type Watch } from './watch.ts';
import { seeReply } from './watch-replies.ts';

/** How closely a run is looked at: `naive` steps a second, plain exchange beside. */
export type Audit = 'light' | 'full' | 'naive';

/** What was found wrong, and after how many commands. */
export type Failure = { readonly invariant: string; readonly message: string; readonly step: number };

export type Trial = {
  readonly audit: Audit;
  exchange: Exchange;
  readonly wrap: Wrap;
  readonly auditor: Auditor;
  /** Events that the auditor has still to judge, and how many of them may wait for it between two steps. */
  readonly unheard: Event[];
  readonly patience: number;
  readonly watch: Watch;
  readonly twin: Twin | undefined;
  /** What reads the log while it grows, where that is judged too. */
  reading: Reading | undefined;
  readonly read: TrialSettings['read'];
  /** Where the clock was moved to. */
  now: number;
  /** Commands so far. */
  steps: number;
  /** Events taken in so far. */
  seen: number;
  failure: Failure | undefined;
  /** What was given and when, where it is wanted. */
  readonly given: { readonly command: Command; readonly now: number }[] | undefined;
};

/** Changes something about each exchange that is judged; nothing where it is left out. */
export type Wrap = (exchange: Exchange) => Exchange;

export type TrialSettings = {
  readonly rules: VenueRules;
  readonly audit: Audit;
  readonly marks?: Marks | undefined;
  readonly wrap?: Wrap | undefined;
  readonly keepsGiven?: boolean;
  /** Lets the auditor judge so many events at a time, which is quicker, and tells too late a step what it found. */
  readonly patience?: number | undefined;
  /** Makes what reads the log, where that is judged too. */
  readonly read?: ((exchange: Exchange) => Reading) | undefined;
};

/** The clock of every run begins here, milliseconds. */
export const START = 1_000_000;
/** Beside the plain exchange, which scans everything, the state is judged after so many commands. */
const STATE_EVERY = 64;
/** Between two changes of most things they are read. */
const READ_EVERY = 4;

export function openTrial({
  rules,
  audit,
  marks,
  wrap = (own) => own,
  patience = 0,
  ...settings
}: TrialSettings): Trial {
  const exchange = wrap(createExchange(rules));
  const { keepsGiven, read } = settings;
  return {
    audit,
    exchange,
    wrap,
    auditor: createAuditor(rules, audit === 'full' ? 'full' : 'light'),
    unheard: [],
    patience,
    watch: newWatch(rules, marks ?? newMarks()),
    twin: audit === 'naive' ? newTwin(rules) : undefined,
    reading: read?.(exchange),
    read,
    now: START,
    steps: 0,
    seen: 0,
    failure: undefined,
    given: keepsGiven === true ? [] : undefined,
  };
}

/** Keeps the first failure. */
export function fail(trial: Trial, invariant: string, message: string): void {
  trial.failure ??= { invariant, message, step: trial.steps };
}

/** Moves the clock and does what is due by then; one that would go back stays. */
export function passTime(trial: Trial, wait: number): void {
  if (wait > 0) trial.now += wait;
  trial.exchange.advanceTo(trial.now);
  trial.twin?.advanceTo(trial.now);
  takeEvents(trial);
  if (trial.audit === 'light') return;
  if (trial.audit === 'full' || trial.steps % STATE_EVERY === 0) judgeState(trial, false);
  const due = trial.exchange.nextDue();
  if (due !== undefined && due <= trial.now)
    fail(trial, 'dueWorkDone', `at ${trial.now} something is due since ${due}`);
}

/** Gives a command after `wait` milliseconds (negative: by a client whose clock is behind) and judges what comes of it. */
export function give(trial: Trial, wait: number, command: Command, isHostile = false): Result<Reply, Refusal> {
  trial.steps += 1;
  passTime(trial, wait);
  const { exchange, audit, seen } = trial;
  const moment = wait < 0 ? trial.now + wait : trial.now;
  const hash = isHostile || audit !== 'light' ? exchange.hash() : '';
  trial.given?.push({ command, now: moment });
  const reply = exchange.step(command, moment);
  const difference = trial.twin?.step(command, moment, reply);
  if (difference !== undefined) fail(trial, 'twinReply', difference);
  takeEvents(trial);
  if (reply.ok) judgeReply(trial, command, reply.value, isHostile);
  else judgeRefusal(trial, reply.refusal, seen, hash);
  seeReply(trial.watch, command, reply);
  if (trial.steps % READ_EVERY === 0 && isWhole(trial)) trial.reading?.look();
  return reply;
}

/** Goes on with an exchange made from a snapshot of the present one; nothing may tell the two apart. */
export function restore(trial: Trial): void {
  trial.steps += 1;
  passTime(trial, 0);
  const bytes = trial.exchange.snapshot();
  const restored = restoreExchange(bytes);
  if (!restored.ok) {
    fail(trial, 'snapshotWhole', `refused at ${restored.refusal.position}: ${restored.refusal.reason}`);
    return;
  }
  const { value: exchange } = restored;
  const isSame =
    exchange.hash() === trial.exchange.hash() &&
    (trial.audit === 'light' || Buffer.compare(exchange.snapshot(), bytes) === 0);
  if (!isSame) fail(trial, 'snapshotWhole', `restored after ${trial.seen} events, it is another exchange`);
  trial.exchange = trial.wrap(exchange);
  trial.reading = trial.read?.(trial.exchange);
  if (trial.audit !== 'light') judgeState(trial, true);
}

/** Judges the state, which all events told so far must explain: all of it, or what has changed since the last time. */
function judgeState(trial: Trial, isWhole: boolean): void {
  hearOut(trial);
  if (isWhole) trial.auditor.judgeWhole(trial.exchange);
  else trial.auditor.judgeState(trial.exchange);
  keepFinding(trial);
  const difference = trial.twin?.differs(trial.exchange);
  if (difference !== undefined) fail(trial, 'twinState', difference);
}

/** Takes in the events that are new in the log. */
function takeEvents(trial: Trial): void {
  const { exchange, unheard, watch, twin, now } = trial;
  const count = exchange.eventCount;
  if (count === trial.seen) return;
  for (let index = trial.seen; index < count; index += 1) {
    const event = exchange.eventAt(index);
    if (event === undefined) {
      fail(trial, 'logReadable', `event ${index} of ${count} cannot be read`);
      break;
    }
    unheard.push(event);
    seeEvent(watch, event, now);
    const difference = twin?.eventDiffers(event, index);
    if (difference !== undefined) fail(trial, 'twinEvent', difference);
  }
  trial.seen = count;
  endStep(watch);
  if (unheard.length > trial.patience) hearOut(trial);
}

/** Has the auditor judge what has been told so far. */
function hearOut(trial: Trial): void {
  const { auditor, unheard } = trial;
  for (const event of unheard) auditor.take(event);
  unheard.length = 0;
  keepFinding(trial);
}

function keepFinding(trial: Trial): void {
  const finding = trial.auditor.findings[0];
  if (finding !== undefined) fail(trial, finding.invariant, `event ${finding.event}: ${finding.message}`);
}

/** A refused command leaves everything as it was. */
function judgeRefusal(trial: Trial, refusal: Refusal, seen: number, hash: string): void {
  if (trial.seen !== seen) fail(trial, 'refusalChangesNothing', `${refusal.kind}, but the log has grown`);
  if (hash !== '' && trial.exchange.hash() !== hash) {
    fail(trial, 'refusalChangesNothing', `${refusal.kind}, but the hash is another`);
  }
}

/** What is answered is what the log tells. */
function judgeReply(trial: Trial, command: Command, reply: Reply, isHostile: boolean): void {
  if (isHostile) fail(trial, 'hostileRefused', `a malformed ${command.kind} was accepted`);
  if (command.kind !== 'place') return;
  const told = reply.kind === 'placed' ? trial.watch.orders[reply.order] : undefined;
  if (reply.kind !== 'placed' || told === undefined) {
    fail(trial, 'replyTrue', `answered ${JSON.stringify(reply)}, but no such order is told`);
    return;
  }
  const status = told.isWaiting ? 'delayed' : told.matched > 0 ? 'matched' : told.isOpen ? 'live' : 'unmatched';
  if (reply.status === status && reply.size === told.matched) return;
  const answered = `order ${reply.order}: answered ${reply.status} ${reply.size}`;
  fail(trial, 'replyTrue', `${answered}, told ${status} ${told.matched}`);
}

/** Judges the whole state, with all work done that is due. */
export function judgeWhole(trial: Trial): void {
  passTime(trial, 0);
  judgeState(trial, true);
}

/** Judges all there is, and what can only be judged at the end. */
export function endTrial(trial: Trial): void {
  judgeWhole(trial);
  trial.auditor.end();
  keepFinding(trial);
  const wrong = isWhole(trial) ? trial.reading?.wrong() : undefined;
  if (wrong !== undefined) fail(trial, `reads.${wrong.oracle}`, wrong.what);
}

/** Whether everybody is there whose accounts are read. */
function isWhole({ reading, watch }: Trial): boolean {
  const { markets = 0, wallets = 0 } = reading?.cast ?? {};
  return markets > 0 && watch.markets.length === markets && watch.wallets === wallets;
}

/** An exchange that throws has failed, whatever it was asked. */
export function failThrown(trial: Trial, error: unknown): void {
  fail(trial, 'neverThrows', error instanceof Error ? error.message : String(error));
}
