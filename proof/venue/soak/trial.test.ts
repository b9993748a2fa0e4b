/** proof/venue/soak/trial.test: a refusal with an effect, and a restored venue that differs, are found. */
import { describe, expect, it } from 'vitest';
import type { Venue } from '../../../sim/core/venue.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { applyCommand, judgeWhole, restore } from './apply-command.ts';
import { override, withEvents, withReplies } from './canary.ts';
import { type Audit, openTrial, type Trial, type Wrap } from './trial.ts';

const AUDITS: readonly Audit[] = ['light', 'full', 'naive'];

const trialOf = (audit: Audit, wrap?: Wrap): Trial => openTrial({ rules: DOCUMENT_RULES, audit, wrap });

/** Opens a wallet, and deposits into one that does not exist. */
function refuseSomething(trial: Trial, isHostile: boolean): void {
  applyCommand(trial, 0, { kind: 'open-wallet' });
  const reply = applyCommand(trial, 0, { kind: 'deposit', wallet: 7, amount: 1 }, isHostile);
  expect(reply).toEqual({ ok: false, refusal: { kind: 'unknown-wallet' } });
}

/** Opens a wallet after each refusal. */
const grows: Wrap = (venue) =>
  withReplies(venue, (reply) => {
    if (!reply.ok) venue.step({ kind: 'open-wallet' }, venue.now);
    return reply;
  });

/** Changes its hash after a refusal, without an event. */
const rewrites: Wrap = (venue) => {
  let refusals = 0;
  const counting = withReplies(venue, (reply) => {
    if (!reply.ok) refusals += 1;
    return reply;
  });
  return override(counting, { hash: () => `${venue.hash()}${refusals}` });
};

describe('a refused command', () => {
  it.each(AUDITS)('without an effect passes: audit %s', (audit) => {
    const trial = trialOf(audit);
    refuseSomething(trial, false);
    expect(trial.failure).toBeUndefined();
  });

  it.each([
    ['light', false, 'the log has grown', grows],
    ['full', false, 'the log has grown', grows],
    ['light', true, 'the hash is another', rewrites],
    ['full', false, 'the hash is another', rewrites],
    ['naive', false, 'the hash is another', rewrites],
  ] as const)('with an effect is found: audit %s, hostile %s, %s', (audit, isHostile, effect, wrap) => {
    const trial = trialOf(audit, wrap);
    refuseSomething(trial, isHostile);
    const message = `unknown-wallet, but ${effect}`;
    expect(trial.failure).toEqual({ invariant: 'refusalChangesNothing', message, step: 2 });
  });
});

describe('an impossible event', () => {
  const wrap: Wrap = (venue) =>
    withEvents(venue, (event) => (event.kind === 'deposited' ? { ...event, wallet: 7 } : event));
  const depositWith = (maxBacklog: number): Trial => {
    const trial = openTrial({ rules: DOCUMENT_RULES, audit: 'light', wrap, maxBacklog });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    applyCommand(trial, 0, { kind: 'deposit', wallet: 0, amount: 1 });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    return trial;
  };
  const failure = { invariant: 'partiesKnown', message: 'event 1: no wallet 7' };

  it('is found at its step by an auditor that keeps up, and otherwise when the backlog is full', () => {
    expect(depositWith(0).failure).toEqual({ ...failure, step: 2 });
    expect(depositWith(2).failure).toEqual({ ...failure, step: 3 });
  });

  it('is found at the latest when the state is judged', () => {
    const trial = depositWith(3);
    expect(trial.failure).toBeUndefined();
    judgeWhole(trial);
    expect(trial.failure).toEqual({ ...failure, step: 3 });
  });
});

/** Returns a wrong event as long as it is the newest of the log. */
const hasty: Wrap = (venue) =>
  withEvents(venue, (event, index) => {
    if (index !== venue.eventCount - 1 || event.kind !== 'deposited') return event;
    return { ...event, amount: event.amount + 1 };
  });

/** Reports a lost heartbeat too late, and throws from then on. */
const breaks: Wrap = (venue) => {
  const isBroken = (): boolean => venue.log.at(-1)?.kind === 'heartbeat-lost';
  const late = withEvents(venue, (event) => (event.kind === 'heartbeat-lost' ? { ...event, at: event.at + 1 } : event));
  return override(late, {
    step(command, now) {
      if (isBroken()) throw new Error('broken');
      return venue.step(command, now);
    },
  });
};

describe('with any backlog', () => {
  it.each([0, 100])('events are read at once: backlog %i', (maxBacklog) => {
    const trial = openTrial({ rules: DOCUMENT_RULES, audit: 'light', wrap: hasty, maxBacklog });
    applyCommand(trial, 0, { kind: 'open-wallet' });
    applyCommand(trial, 0, { kind: 'heartbeat', key: 1 });
    applyCommand(trial, 0, { kind: 'deposit', wallet: 0, amount: 1 });
    // The clock adds a newer event before the next command.
    applyCommand(trial, DOCUMENT_RULES.heartbeatMs, { kind: 'open-wallet' });
    judgeWhole(trial);
    expect(trial.failure?.invariant).toBe('balancesFold');
  });

  it('events of the clock are judged before the next command, if there is no backlog', () => {
    const trial = trialOf('light', breaks);
    applyCommand(trial, 0, { kind: 'heartbeat', key: 1 });
    expect(() => applyCommand(trial, DOCUMENT_RULES.heartbeatMs, { kind: 'open-wallet' })).toThrow('broken');
    expect(trial.failure?.invariant).toBe('beatsKept');
  });
});

/** Always returns its first snapshot. */
const forgets: Wrap = (venue) => {
  const first = venue.snapshot();
  return override(venue, { snapshot: () => first });
};

/** Damages its last snapshot when its hash is read. */
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

/** Keeps the venues under judgement. */
function keeping(made: Venue[]): Wrap {
  return (venue) => {
    made.push(venue);
    return venue;
  };
}

describe('a restored venue', () => {
  it.each(AUDITS)('that is equal passes, and replaces the original: audit %s', (audit) => {
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
