/** proof/venue/soak/batch-audit: replies must agree with the log, and refusals add nothing; in batches, for speed. */
import type { Result } from '../../../base/result.ts';
import { MICRO } from '../../../base/units.ts';
import { register } from '../../../model/registry.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../../spec/venue/rules.ts';
import { fail, type PendingReply, type Trial } from './trial.ts';
import { endStep, observeEvent } from './watch.ts';
import type { Watch } from './watch-state.ts';

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
function observeUpTo(trial: Trial, first: number, end: number, now: number) {
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

function judgeReply(trial: Trial, { command, isHostile, reply, before, after }: PendingReply) {
  if (reply.ok) judgePlacement(trial, command, reply.value, isHostile);
  else if (after !== before) {
    fail(trial, 'refusalChangesNothing', `${reply.refusal.kind}, but the log has grown`);
  }
  observeReply(trial.watch, command, reply);
}

function judgePlacement(trial: Trial, command: Command, reply: Reply, isHostile: boolean) {
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

function observeReply(watch: Watch, command: Command, reply: Result<Reply, Refusal>) {
  const { marks } = watch;
  if (!reply.ok) {
    const { kind } = reply.refusal;
    marks.refusals[kind] += 1;
    observeRefusal(watch, command, kind);
    return;
  }
  if (command.kind !== 'place' || reply.value.kind !== 'placed') return;
  const isPart = reply.value.size > 0 && reply.value.size < command.size;
  if (command.type === 'FOK' && reply.value.size === command.size) marks.happenings['FOK filled'] += 1;
  else if (command.type === 'FAK' && isPart) marks.happenings['FAK filled in part'] += 1;
  else if (isPart && (watch.orders[reply.value.order]?.left ?? 0) > 0) {
    marks.happenings['order traded in part and resting'] += 1;
  }
}

function observeRefusal({ marks, trades, markets }: Watch, command: Command, refusal: Refusal['kind']) {
  const { happenings } = marks;
  if (refusal === 'self-trade') happenings['self-trade in mode cancel-newest'] += 1;
  if (refusal === 'size-invalid' && 'size' in command && command.size > 0 && command.size <= SIZE_LIMIT) {
    if (command.kind === 'place') happenings['order too large for its level refused'] += 1;
    if (command.kind === 'convert') happenings['conversion too large for the books refused'] += 1;
  }
  if (refusal === 'group-payout' && command.kind === 'resolve-market') {
    if (command.payout[0] === MICRO) happenings['second winner of a group refused'] += 1;
    if (command.payout[1] === MICRO) happenings['group without a winner refused'] += 1;
  }
  if (refusal === 'cannot-reverse' && command.kind === 'disturb-settlement') {
    const market = markets[trades[command.trade]?.market ?? -1];
    if (market?.payout !== undefined) happenings['settlement of a resolved market not reversed'] += 1;
  }
}
