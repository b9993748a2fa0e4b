/** proof/soak/trial.test: a refusal that leaves something behind, and a restored venue that is another one, are noticed. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { applyCommand, judgeWhole, restore } from './apply-command.ts';
import { override } from './canary.ts';
import { type Audit, openTrial, type Trial, type Wrap } from './trial.ts';

const AUDITS: readonly Audit[] = ['light', 'full', 'naive'];

const trialOf = (audit: Audit, wrap?: Wrap): Trial => openTrial({ rules: DOCUMENT_RULES, audit, wrap });

/** Opens a wallet, and pays into one that does not exist. */
function refuseSomething(trial: Trial, isHostile: boolean): void {
  applyCommand(trial, 0, { kind: 'open-wallet' });
  const reply = applyCommand(trial, 0, { kind: 'deposit', wallet: 7, amount: 1 }, isHostile);
  expect(reply).toEqual({ ok: false, refusal: { kind: 'unknown-wallet' } });
}

/** Tells of a wallet that nobody asked for, whenever something is refused. */
const grows: Wrap = (venue) =>
  override(venue, {
    step(command, now) {
      const reply = venue.step(command, now);
      if (!reply.ok) venue.step({ kind: 'open-wallet' }, now);
      return reply;
    },
  });

/** Has another hash after a refusal, with as many events as before. */
const rewrites: Wrap = (venue) => {
  let refusals = 0;
  return override(venue, {
    hash: () => `${venue.hash()}${refusals}`,
    step(command, now) {
      const reply = venue.step(command, now);
      if (!reply.ok) refusals += 1;
      return reply;
    },
  });
};

describe('a refused command', () => {
  it.each(AUDITS)('that changes nothing is in order: audit %s', (audit) => {
    const trial = trialOf(audit);
    refuseSomething(trial, false);
    expect(trial.failure).toBeUndefined();
  });

  it.each(['light', 'full'] as const)('after which the log has grown is found: audit %s', (audit) => {
    const trial = trialOf(audit, grows);
    refuseSomething(trial, false);
    const message = 'unknown-wallet, but the log has grown';
    expect(trial.failure).toEqual({ invariant: 'refusalChangesNothing', message, step: 2 });
  });

  it.each([
    ['light', true],
    ['full', false],
    ['naive', false],
  ] as const)('after which the hash is another is found: audit %s, hostile %s', (audit, isHostile) => {
    const trial = trialOf(audit, rewrites);
    refuseSomething(trial, isHostile);
    const message = 'unknown-wallet, but the hash is another';
    expect(trial.failure).toEqual({ invariant: 'refusalChangesNothing', message, step: 2 });
  });
});

/** Tells of another deposit than the one that was made. */
const exaggerates: Wrap = (venue) =>
  override(venue, {
    eventAt(index) {
      const event = venue.eventAt(index);
      return event?.kind === 'deposited' ? { ...event, wallet: 7 } : event;
    },
  });

describe('an event that cannot be', () => {
  const depositWith = (maxBacklog: number): Trial => {
    const trial = openTrial({ rules: DOCUMENT_RULES, audit: 'light', wrap: exaggerates, maxBacklog });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    applyCommand(trial, 0, { kind: 'deposit', wallet: 0, amount: 1 });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    return trial;
  };
  const failure = { invariant: 'partiesKnown', message: 'event 1: no wallet 7' };

  it('is found at its step by an auditor that keeps up', () => {
    expect(depositWith(0).failure).toEqual({ ...failure, step: 2 });
  });

  it('is found at the step after which no more may wait for the auditor', () => {
    expect(depositWith(2).failure).toEqual({ ...failure, step: 3 });
  });

  it('is found at the latest when the state is judged', () => {
    const trial = depositWith(3);
    expect(trial.failure).toBeUndefined();
    judgeWhole(trial);
    expect(trial.failure).toEqual({ ...failure, step: 3 });
  });
});

/** Reads an event wrongly as long as it is the newest of the log. */
const hasty: Wrap = (venue) =>
  override(venue, {
    eventAt(index) {
      const event = venue.eventAt(index);
      if (index !== venue.eventCount - 1 || event?.kind !== 'deposited') return event;
      return { ...event, amount: event.amount + 1 };
    },
  });

/** Tells of a lost heartbeat too late, and throws from then on, whatever it is given. */
const breaks: Wrap = (venue) => {
  const isBroken = (): boolean => venue.log.at(-1)?.kind === 'heartbeat-lost';
  return override(venue, {
    eventAt(index) {
      const event = venue.eventAt(index);
      return event?.kind === 'heartbeat-lost' ? { ...event, at: event.at + 1 } : event;
    },
    step(command, now) {
      if (isBroken()) throw new Error('broken');
      return venue.step(command, now);
    },
  });
};

describe('however long judgement may wait', () => {
  it.each([0, 100])('events are read when they are told: backlog %i', (maxBacklog) => {
    const trial = openTrial({ rules: DOCUMENT_RULES, audit: 'light', wrap: hasty, maxBacklog });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    applyCommand(trial, 0, { kind: 'heartbeat', key: 1 });
    applyCommand(trial, 0, { kind: 'deposit', wallet: 0, amount: 1 });
    // The clock tells something newer before the next command.
    applyCommand(trial, DOCUMENT_RULES.heartbeatMs, { kind: 'open-wallet' });
    judgeWhole(trial);
    expect(trial.failure?.invariant).toBe('balancesFold');
  });

  it('what the clock has told is judged before the next command, where nothing may wait', () => {
    const trial = trialOf('light', breaks);
    applyCommand(trial, 0, { kind: 'heartbeat', key: 1 });
    expect(() => applyCommand(trial, DOCUMENT_RULES.heartbeatMs, { kind: 'open-wallet' })).toThrow('broken');
    expect(trial.failure?.invariant).toBe('beatsKept');
  });
});

/** Snapshots of it are always those of the moment at which it was made. */
const forgets: Wrap = (venue) => {
  const first = venue.snapshot();
  return override(venue, { snapshot: () => first });
};

/** Its last snapshot is no longer what it was once its hash has been read. */
const smudges: Wrap = (venue) => {
  let last: Uint8Array<ArrayBuffer> | undefined;
  return override(venue, {
    snapshot() {
      last = venue.snapshot();
      return last;
    },
    hash() {
      last?.fill(0, 0, 1);
      return venue.hash();
    },
  });
};

/** Keeps the venues that are judged. */
function keeping(made: Venue[]): Wrap {
  return (venue) => {
    made.push(venue);
    return venue;
  };
}

describe('a restored venue', () => {
  it.each(AUDITS)('that is the same is in order, and gone on with: audit %s', (audit) => {
    const made: Venue[] = [];
    const trial = trialOf(audit, keeping(made));
    applyCommand(trial, 0, { kind: 'open-wallet' });
    restore(trial);
    applyCommand(trial, 0, { kind: 'deposit', wallet: 0, amount: 1 });
    expect(trial.failure).toBeUndefined();
    expect(made.map(({ eventCount }) => eventCount)).toEqual([1, 2]);
  });

  it.each([
    ['light', 'hash', forgets],
    ['full', 'hash', forgets],
    ['naive', 'hash', forgets],
    ['full', 'bytes', smudges],
    ['naive', 'bytes', smudges],
  ] as const)('that is another is found: audit %s, by its %s', (audit, _by, wrap) => {
    const trial = trialOf(audit, wrap);
    applyCommand(trial, 0, { kind: 'open-wallet' });
    restore(trial);
    const message = 'restored after 1 events, it is another venue';
    expect(trial.failure).toEqual({ invariant: 'snapshotWhole', message, step: 2 });
  });
});
