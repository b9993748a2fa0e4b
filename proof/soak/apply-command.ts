/**
 * proof/soak/apply-command: what is done to a venue under judgement: every command goes through here. A seed and a recorded run
 * are given, and judged, alike.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import { restoreVenue } from '../../sim/core/venue.ts';
import type { Result } from '../../spec/result.ts';
import { auditPending, failByFinding, readEvents } from './batch-audit.ts';
import { fail, isPopulated, type Trial } from './trial.ts';

/** Beside the plain venue, which scans everything, the state is judged after so many commands. */
const STATE_EVERY = 64;
/** Between two changes of most things they are read. */
const READ_EVERY = 4;

/** Moves the clock and does what is due by then, and judges all there is; a clock that would go back stays. */
export function passTime(trial: Trial, wait: number): void {
  moveClock(trial, wait);
  auditPending(trial);
  if (trial.audit === 'light') return;
  if (trial.audit === 'full' || trial.steps % STATE_EVERY === 0) judgeState(trial, false);
  const due = trial.venue.nextDue();
  if (due !== undefined && due <= trial.now)
    fail(trial, 'dueWorkDone', `at ${trial.now} something is due since ${due}`);
}

function moveClock(trial: Trial, wait: number): void {
  if (wait > 0) trial.now += wait;
  trial.venue.advanceTo(trial.now);
  trial.twin?.advanceTo(trial.now);
  readEvents(trial);
}

/** Gives a command after `wait` milliseconds (negative: by a client whose clock is behind) and judges what comes of it. */
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

/** Goes on with a venue made from a snapshot of the present one; nothing may tell the two apart. */
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

/** Judges the state, which all events told so far must explain: all of it, or what has changed since the last time. */
function judgeState(trial: Trial, isAll: boolean): void {
  if (isAll) trial.auditor.judgeWhole(trial.venue);
  else trial.auditor.judgeState(trial.venue);
  failByFinding(trial);
  const difference = trial.twin?.differs(trial.venue);
  if (difference !== undefined) fail(trial, 'twinState', difference);
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
  failByFinding(trial);
  const wrong = isPopulated(trial) ? trial.readAudit?.finding() : undefined;
  if (wrong !== undefined) fail(trial, `reads.${wrong.oracle}`, wrong.what);
}
