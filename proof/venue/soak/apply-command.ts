/** proof/venue/soak/apply-command: applies commands to a venue under judgement, of seeds and recorded runs alike. */
import type { Result } from '../../../base/result.ts';
import { restoreVenue } from '../../../sim/core/venue.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import { auditPending, failByFinding, readEvents } from './batch-audit.ts';
import { fail, isPopulated, type Trial } from './trial.ts';

/** With the naive venue, which scans everything: commands between two judgements of the state. */
const STATE_EVERY = 64;
const READ_EVERY = 4;

/** Moves the clock, does due work, and judges it; the clock never goes back. */
export function passTime(trial: Trial, wait: number): void {
  moveClock(trial, wait);
  auditPending(trial);
  if (trial.audit === 'light') return;
  if (trial.audit === 'full' || trial.steps % STATE_EVERY === 0) judgeState(trial, false);
  const due = trial.venue.nextDue();
  if (due !== undefined && due <= trial.now)
    fail(trial, 'dueWorkDone', `at ${trial.now} the work of ${due} is overdue`);
}

function moveClock(trial: Trial, wait: number) {
  if (wait > 0) trial.now += wait;
  trial.venue.advanceTo(trial.now);
  trial.twin?.advanceTo(trial.now);
  readEvents(trial);
}

/** Applies a command after `wait` milliseconds; a negative wait is that of a client with a slow clock. */
export function applyCommand(trial: Trial, wait: number, command: Command, isHostile = false): Result<Reply, Refusal> {
  const { venue, audit, replies, maxBacklog } = trial;
  trial.steps += 1;
  if (audit === 'light' && maxBacklog > 0) moveClock(trial, wait);
  else passTime(trial, wait);
  const { now } = trial;
  const moment = wait < 0 ? now + wait : now;
  const hash = isHostile || audit !== 'light' ? venue.hash() : '';
  trial.given?.push({ command, now: moment });
  const before = venue.eventCount;
  const reply = venue.step(command, moment);
  const difference = trial.twin?.step(command, moment, reply);
  if (difference !== undefined) fail(trial, 'twinReply', difference);
  replies.push({ command, isHostile, reply, now, before, after: venue.eventCount });
  readEvents(trial);
  if (replies.length > maxBacklog) auditPending(trial);
  if (hash !== '' && !reply.ok && venue.hash() !== hash) {
    fail(trial, 'refusalChangesNothing', `${reply.refusal.kind}, but the hash is another`);
  }
  if (trial.steps % READ_EVERY === 0 && isPopulated(trial)) trial.readAudit?.readAll();
  return reply;
}

export function restore(trial: Trial): void {
  trial.steps += 1;
  passTime(trial, 0);
  const bytes = trial.venue.snapshot();
  const restored = restoreVenue(bytes);
  if (!restored.ok) {
    fail(trial, 'snapshotWhole', `refused at ${restored.refusal.position}: ${restored.refusal.reason}`);
    return;
  }
  const { value: venue } = restored;
  const isSame =
    venue.hash() === trial.venue.hash() && (trial.audit === 'light' || Buffer.compare(venue.snapshot(), bytes) === 0);
  if (!isSame) fail(trial, 'snapshotWhole', `restored after ${trial.seen} events, it is another venue`);
  trial.venue = trial.wrap(venue);
  trial.readAudit = trial.openReadAudit?.(trial.venue);
  if (trial.audit !== 'light') judgeState(trial, true);
}

/** Judges the state by the events so far: all of it, or what has changed since the last judgement. */
function judgeState(trial: Trial, isAll: boolean) {
  if (isAll) trial.auditor.judgeWhole(trial.venue);
  else trial.auditor.judgeState(trial.venue);
  failByFinding(trial);
  const difference = trial.twin?.differs(trial.venue);
  if (difference !== undefined) fail(trial, 'twinState', difference);
}

/** Judges the whole state after all due work. */
export function judgeWhole(trial: Trial): void {
  passTime(trial, 0);
  judgeState(trial, true);
}

export function endTrial(trial: Trial): void {
  judgeWhole(trial);
  trial.auditor.end();
  failByFinding(trial);
  const wrong = isPopulated(trial) ? trial.readAudit?.finding() : undefined;
  if (wrong !== undefined) fail(trial, `reads.${wrong.oracle}`, wrong.what);
}
