/** proof/venue/soak/seed-run.test: seeds pass, repeat, and find each defect by the name of its invariant. */
import { describe, expect, it } from 'vitest';
import { CHUNK_CELLS } from '../../../sim/core/event-log.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { applyCanary, override, withEvents, withReplies } from './canary.ts';
import { settleDown } from './liveness.ts';
import { missingMarks, newMarks } from './marks.ts';
import { recordRun, runSeed } from './seed-run.ts';
import { type Audit, openTrial, type Wrap } from './trial.ts';

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('the venue', () => {
  it.each([
    ['full', 10],
    ['naive', 6],
  ] as const)('passes with the audit %s', (audit, count) => {
    for (const seed of seeds(1, count)) {
      expect(runSeed({ seed, commands: 400, audit }, newMarks()), `seed ${seed}`).toMatchObject({ failure: undefined });
    }
  });

  it('passes with a log longer than a chunk', () => {
    const run = runSeed({ seed: 53, commands: 30_000, audit: 'full' }, newMarks());
    expect(run.failure).toBeUndefined();
    // The shortest event has two cells.
    expect(run.events * 2).toBeGreaterThan(CHUNK_CELLS);
  });

  it('ends a seed with the same hash under every audit', () => {
    const hash = (seed: number, audit: Audit): string => runSeed({ seed, commands: 300, audit }, newMarks()).hash;
    expect(hash(5, 'light')).toBe(hash(5, 'full'));
    expect(hash(5, 'light')).toBe(hash(5, 'naive'));
    expect(hash(5, 'light')).not.toBe(hash(6, 'light'));
  });

  it('passes a hundred seeds with the audit light, which show every mark', () => {
    const marks = newMarks();
    for (const seed of seeds(1, 100)) {
      expect(runSeed({ seed, commands: 400, audit: 'light' }, marks), `seed ${seed}`).toMatchObject({
        failure: undefined,
      });
    }
    expect(missingMarks(marks)).toEqual([]);
  });
});

type Break = (venue: Venue, calls: () => number) => Partial<Venue>;

/** True once the liveness phase has resolved every market. */
function isOver(venue: Venue): boolean {
  for (let market = 0; ; market += 1) {
    const view = venue.market(market);
    if (view === undefined) return market > 0;
    if (view.state !== 'resolved') return false;
  }
}

/** Replaces the replies to commands; undefined keeps a reply. */
function replying(change: (reply: ReturnType<Venue['step']>) => ReturnType<Venue['step']> | undefined): Break {
  return (venue) => withReplies(venue, (reply) => change(reply) ?? reply);
}

const accepting = (refusal: string): Break =>
  replying((reply) =>
    !reply.ok && reply.refusal.kind === refusal ? { ok: true, value: { kind: 'done' } } : undefined,
  );

/** Adds one to a field of what a method returns, once the liveness phase has resolved every market. */
function oneMore(method: 'cash' | 'tokens' | 'supply' | 'treasury', field: string): Break {
  return (venue) => ({
    [method]: (...parameters: readonly number[]) => {
      const read = venue[method] as (...own: readonly number[]) => Readonly<Record<string, number>>;
      const value = read(...parameters);
      return isOver(venue) ? { ...value, [field]: (value[field] ?? 0) + 1 } : value;
    },
  });
}

const unsteadyHash: Break = (venue, calls) => {
  const chance = calls();
  return { hash: () => `${venue.hash()}${chance}` };
};

const BROKEN: Readonly<Record<string, Break>> = {
  neverThrows: () => ({
    nextDue: () => {
      throw new Error('no clock');
    },
  }),
  hostileRefused: accepting('malformed'),
  replyTrue: replying((reply) => {
    if (!reply.ok || reply.value.kind !== 'placed' || reply.value.size === 0) return undefined;
    return { ok: true, value: { ...reply.value, size: reply.value.size + 1 } };
  }),
  nothingDue: (venue) => ({ nextDue: () => venue.nextDue() ?? venue.now + 1 }),
  everythingEnds: (venue) => ({
    step(command, now) {
      if (command.kind === 'redeem' && isOver(venue)) return { ok: false, refusal: { kind: 'not-resolved' } };
      return venue.step(command, now);
    },
  }),
  oneWinner: accepting('group-payout'),
  noOrderLeft: (venue) => ({
    order(order) {
      const view = venue.order(order);
      return view !== undefined && isOver(venue) ? { ...view, state: 'live' } : view;
    },
  }),
  noReserveLeft: oneMore('cash', 'reserved'),
  noTokenLeft: oneMore('tokens', 'reserved'),
  noCollateralLeft: oneMore('supply', 'collateral'),
  noDebtLeft: oneMore('treasury', 'collateral'),
  moneyAccounted: oneMore('treasury', 'fees'),
  logReadable: (venue) => ({ eventAt: (index) => (index === 20 ? undefined : venue.eventAt(index)) }),
  dueWorkDone: (venue) => ({ nextDue: () => venue.now }),
  twinReply: replying((reply) =>
    !reply.ok && reply.refusal.kind === 'not-owner' ? { ok: false, refusal: { kind: 'unknown-order' } } : undefined,
  ),
  twinEvent: (venue) =>
    withEvents(venue, (event) => (event.kind === 'deposited' ? { ...event, amount: event.amount + 1 } : event)),
  twinState: (venue) => ({
    order(order) {
      const view = venue.order(order);
      return view === undefined ? view : { ...view, acceptedAt: view.acceptedAt + 1 };
    },
  }),
  sameSeedSameHash: unsteadyHash,
  commandsAreEnough: unsteadyHash,
};

function breaking(change: Break): Wrap {
  let calls = 0;
  const count = (): number => {
    calls += 1;
    return calls;
  };
  return (venue) => override(venue, change(venue, count));
}

describe('a defect is named', () => {
  const auditFor = (invariant: string): Audit =>
    invariant.startsWith('twin') || invariant === 'dueWorkDone' ? 'naive' : 'light';

  it.each(Object.keys(BROKEN))('%s', (invariant) => {
    const wrap = breaking(BROKEN[invariant] ?? (() => ({})));
    const named = (seed: number): string | undefined =>
      runSeed({ seed, commands: 200, audit: auditFor(invariant), wrap }, newMarks()).failure?.invariant;
    expect(seeds(1, 60).some((seed) => named(seed) === invariant)).toBe(true);
  });

  it('at its step, although judgement waits', () => {
    const runs = seeds(1, 12).map((seed) => ({ seed, commands: 400, audit: 'light', canary: 'priority' }) as const);
    const failures = runs.map((run) => runSeed(run, newMarks()).failure);
    expect(failures).toEqual(runs.map((run) => recordRun(run).run.failure));
    expect(failures.some((failure) => failure !== undefined && failure.step < 400)).toBe(true);
  });

  it('without going past it, if the auditor keeps up', () => {
    const failing = { seed: 1, commands: 400, audit: 'light', canary: 'priority' } as const;
    const made = (keepsUp: boolean): number => {
      let count = 0;
      const wrap: Wrap = (venue) => {
        count += 1;
        return applyCanary('priority', venue);
      };
      expect(runSeed({ ...failing, keepsUp, wrap }, newMarks()).failure).toMatchObject({ invariant: 'pricePriority' });
      return count;
    };
    expect([made(true), made(false)]).toEqual([1, 2]);
  });

  it('noSettlementLeft', () => {
    const trial = openTrial({ rules: DOCUMENT_RULES, audit: 'light' });
    trial.watch.unsettled += 1;
    settleDown(trial);
    expect(trial.failure).toMatchObject({ invariant: 'noSettlementLeft' });
  });
});
