/**
 * proof/soak/looking: judges what a venue under judgement has answered and told: every event goes to the auditor and to
 * the watch, every answer must be what the log tells, every refusal must have told nothing. Events are read as soon as they are
 * told; judgement may wait: many answers in a row are judged in less time than one after each command.
 */
import type { Command, Reply } from '../../sim/core/command.ts';
import { type Answered, fail, type Trial } from './trial.ts';
import { endStep, seeEvent } from './watch.ts';
import { seeReply } from './watch-replies.ts';

/** Judges all that has been answered and told so far. */
export function catchUp(trial: Trial): void {
  const { answers, unseen, auditor } = trial;
  readEvents(trial);
  for (const event of unseen) auditor.take(event);
  keepFinding(trial);
  const first = trial.seen;
  for (const answered of answers) {
    seeUpTo(trial, first, answered.before, answered.now);
    seeUpTo(trial, first, answered.after, answered.now);
    judgeAnswer(trial, answered);
  }
  answers.length = 0;
  seeUpTo(trial, first, first + unseen.length, trial.now);
  unseen.length = 0;
}

/** The first thing that the auditor found, if there is one. */
export function keepFinding(trial: Trial): void {
  const finding = trial.auditor.findings[0];
  if (finding !== undefined) fail(trial, finding.invariant, `event ${finding.event}: ${finding.message}`);
}

/** Reads the events that are new in the log. */
export function readEvents(trial: Trial): void {
  const { venue, unseen, twin } = trial;
  const count = venue.eventCount;
  for (let index = trial.seen + unseen.length; index < count; index += 1) {
    const event = venue.eventAt(index);
    if (event === undefined) {
      fail(trial, 'logReadable', `event ${index} of ${count} cannot be read`);
      return;
    }
    unseen.push(event);
    const difference = twin?.eventDiffers(event, index);
    if (difference !== undefined) fail(trial, 'twinEvent', difference);
  }
}

/** Shows the watch the events below number `end`, the next of which are those from number `first` that are unseen. */
function seeUpTo(trial: Trial, first: number, end: number, now: number): void {
  const { unseen, watch } = trial;
  if (trial.seen >= end) return;
  while (trial.seen < end) {
    const event = unseen[trial.seen - first];
    if (event === undefined) break;
    seeEvent(watch, event, now);
    trial.seen += 1;
  }
  endStep(watch);
}

function judgeAnswer(trial: Trial, { command, isHostile, reply, before, after }: Answered): void {
  if (reply.ok) judgeReply(trial, command, reply.value, isHostile);
  else if (after !== before) {
    fail(trial, 'refusalChangesNothing', `${reply.refusal.kind}, but the log has grown`);
  }
  seeReply(trial.watch, command, reply);
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
