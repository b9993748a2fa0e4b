/** proof/venue/soak/batch-audit: replies must agree with the log, and refusals add nothing; in batches, for speed. */
import { register } from '../../../model/registry.ts';
import type { Command, Reply } from '../../../spec/venue/command.ts';
import { fail, type PendingReply, type Trial } from './trial.ts';
import { endStep, observeEvent } from './watch.ts';
import { observeReply } from './watch-replies.ts';

export function auditPending(trial: Trial): void {
  const { replies, unseen, auditor } = trial;
  readEvents(trial);
  for (const event of unseen) auditor.add(event);
  failByFinding(trial);
  const first = trial.seen;
  for (const answered of replies) {
    observeUpTo(trial, first, answered.before, answered.now);
    observeUpTo(trial, first, answered.after, answered.now);
    judgeReply(trial, answered);
  }
  replies.length = 0;
  observeUpTo(trial, first, first + unseen.length, trial.now);
  unseen.length = 0;
}

export function failByFinding(trial: Trial): void {
  const finding = trial.auditor.findings[0];
  if (finding !== undefined) fail(trial, finding.invariant, `event ${finding.event}: ${finding.message}`);
}

export function readEvents(trial: Trial): void {
  const { venue, unseen, twin, registry } = trial;
  const count = venue.eventCount;
  for (let index = trial.seen + unseen.length; index < count; index += 1) {
    const event = venue.eventAt(index);
    if (event === undefined) {
      fail(trial, 'logReadable', `event ${index} of ${count} cannot be read`);
      return;
    }
    unseen.push(event);
    register(registry, event);
    const difference = twin?.eventDiffers(event, index);
    if (difference !== undefined) fail(trial, 'twinEvent', difference);
  }
}

/** Passes the events below number `end` to the watch; unseen events start at number `first`. */
function observeUpTo(trial: Trial, first: number, end: number, now: number): void {
  const { unseen, watch } = trial;
  if (trial.seen >= end) return;
  while (trial.seen < end) {
    const event = unseen[trial.seen - first];
    if (event === undefined) break;
    observeEvent(watch, event, now);
    trial.seen += 1;
  }
  endStep(watch);
}

function judgeReply(trial: Trial, { command, isHostile, reply, before, after }: PendingReply): void {
  if (reply.ok) judgePlacement(trial, command, reply.value, isHostile);
  else if (after !== before) {
    fail(trial, 'refusalChangesNothing', `${reply.refusal.kind}, but the log has grown`);
  }
  observeReply(trial.watch, command, reply);
}

function judgePlacement(trial: Trial, command: Command, reply: Reply, isHostile: boolean): void {
  if (isHostile) fail(trial, 'hostileRefused', `a malformed ${command.kind} was accepted`);
  if (command.kind !== 'place') return;
  const accepted = reply.kind === 'placed' ? trial.watch.orders[reply.order] : undefined;
  if (reply.kind !== 'placed' || accepted === undefined) {
    fail(trial, 'replyTrue', `the reply is ${JSON.stringify(reply)}, but the log has no such order`);
    return;
  }
  const status = accepted.isWaiting
    ? 'delayed'
    : accepted.matched > 0
      ? 'matched'
      : accepted.isOpen
        ? 'live'
        : 'unmatched';
  if (reply.status === status && reply.size === accepted.matched) return;
  const answered = `order ${reply.order}: answered ${reply.status} ${reply.size}`;
  fail(trial, 'replyTrue', `${answered}, by the log ${status} ${accepted.matched}`);
}
