/** proof/soak/seed-run.test: seeds pass on the exchange, repeat themselves, and fail on whatever is broken about it. */
import { describe, expect, it } from 'vitest';
import { CHUNK_CELLS } from '../../sim/core/event-log.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import { broken, changed } from './canary.ts';
import { settleDown } from './liveness.ts';
import { missingMarks, newMarks } from './marks.ts';
import { recordRun, runSeed } from './seed-run.ts';
import { type Audit, openTrial, type Wrap } from './trial.ts';

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('the exchange', () => {
  it.each([
    ['light', 20],
    ['full', 10],
    ['naive', 6],
  ] as const)('passes with the audit %s', (audit, count) => {
    for (const seed of seeds(1, count)) {
      expect(runSeed({ seed, commands: 400, audit }, newMarks()), `seed ${seed}`).toMatchObject({ failure: undefined });
    }
  });

  it('passes where the log is longer than a chunk of it', () => {
    const run = runSeed({ seed: 55, commands: 60_000, audit: 'full' }, newMarks());
    expect(run.failure).toBeUndefined();
    // The shortest event has two cells.
    expect(run.events * 2).toBeGreaterThan(CHUNK_CELLS);
  });

  it('ends every run of a seed with the same hash, whatever the audit', () => {
    const hash = (seed: number, audit: Audit): string => runSeed({ seed, commands: 300, audit }, newMarks()).hash;
    expect(hash(5, 'light')).toBe(hash(5, 'full'));
    expect(hash(5, 'light')).toBe(hash(5, 'naive'));
    expect(hash(5, 'light')).not.toBe(hash(6, 'light'));
  });

  it('is seen in every corner by a hundred seeds', () => {
    const marks = newMarks();
    for (const seed of seeds(1, 100)) runSeed({ seed, commands: 400, audit: 'light' }, marks);
    expect(missingMarks(marks)).toEqual([]);
  });
});

type Break = (exchange: Exchange, calls: () => number) => Partial<Exchange>;

/** True once the liveness phase has resolved every market. */
function isOver(exchange: Exchange): boolean {
  for (let market = 0; ; market += 1) {
    const view = exchange.market(market);
    if (view === undefined) return market > 0;
    if (view.state !== 'resolved') return false;
  }
}

const BROKEN: Readonly<Record<string, Break>> = {
  neverThrows: () => ({
    nextDue: () => {
      throw new Error('no clock');
    },
  }),
  hostileRefused: (exchange) => ({
    step(command, now) {
      const reply = exchange.step(command, now);
      const isMalformed = !reply.ok && reply.refusal.kind === 'malformed';
      return isMalformed ? { ok: true, value: { kind: 'done' } } : reply;
    },
  }),
  refusalChangesNothing: (exchange, calls) => ({
    hash: () => `${exchange.hash()}${calls()}`,
  }),
  replyTrue: (exchange) => ({
    step(command, now) {
      const reply = exchange.step(command, now);
      if (!reply.ok || reply.value.kind !== 'placed' || reply.value.size === 0) return reply;
      return { ok: true, value: { ...reply.value, size: reply.value.size + 1 } };
    },
  }),
  nothingDue: (exchange) => ({ nextDue: () => exchange.nextDue() ?? exchange.now + 1 }),
  everythingEnds: (exchange) => ({
    step(command, now) {
      if (command.kind === 'redeem' && isOver(exchange)) return { ok: false, refusal: { kind: 'not-resolved' } };
      return exchange.step(command, now);
    },
  }),
  oneWinner: (exchange) => ({
    step(command, now) {
      const reply = exchange.step(command, now);
      const isRefused = !reply.ok && reply.refusal.kind === 'group-payout';
      return isRefused ? { ok: true, value: { kind: 'done' } } : reply;
    },
  }),
  noOrderLeft: (exchange) => ({
    order(order) {
      const view = exchange.order(order);
      return view !== undefined && isOver(exchange) ? { ...view, state: 'live' } : view;
    },
  }),
  noReserveLeft: (exchange) => ({
    cash(wallet) {
      const { free, reserved } = exchange.cash(wallet);
      return isOver(exchange) ? { free, reserved: reserved + 1 } : { free, reserved };
    },
  }),
  noTokenLeft: (exchange) => ({
    tokens(wallet, market, outcome) {
      const { free, reserved } = exchange.tokens(wallet, market, outcome);
      return isOver(exchange) ? { free, reserved: reserved + 1 } : { free, reserved };
    },
  }),
  noCollateralLeft: (exchange) => ({
    supply(market) {
      const supply = exchange.supply(market);
      return isOver(exchange) ? { ...supply, collateral: supply.collateral + 1 } : supply;
    },
  }),
  noDebtLeft: (exchange) => ({
    treasury() {
      const treasury = exchange.treasury();
      return isOver(exchange) ? { ...treasury, collateral: treasury.collateral + 1 } : treasury;
    },
  }),
  moneyAccounted: (exchange) => ({
    treasury() {
      const treasury = exchange.treasury();
      return isOver(exchange) ? { ...treasury, fees: treasury.fees + 1 } : treasury;
    },
  }),
  snapshotWhole: (exchange) => ({ snapshot: () => exchange.snapshot().slice(0, -8) }),
  logReadable: (exchange) => ({ eventAt: (index) => (index === 20 ? undefined : exchange.eventAt(index)) }),
  dueWorkDone: (exchange) => ({ nextDue: () => exchange.now }),
  twinReply: (exchange) => ({
    step(command, now) {
      const reply = exchange.step(command, now);
      const isForeign = !reply.ok && reply.refusal.kind === 'not-owner';
      return isForeign ? { ok: false, refusal: { kind: 'unknown-order' } } : reply;
    },
  }),
  twinEvent: (exchange) => ({
    eventAt(index) {
      const event = exchange.eventAt(index);
      return event?.kind === 'deposited' ? { ...event, amount: event.amount + 1 } : event;
    },
  }),
  twinState: (exchange) => ({
    order(order) {
      const view = exchange.order(order);
      return view === undefined ? view : { ...view, acceptedAt: view.acceptedAt + 1 };
    },
  }),
  sameSeedSameHash(exchange, calls) {
    const chance = calls();
    return { hash: () => `${exchange.hash()}${chance}` };
  },
  commandsAreEnough(exchange, calls) {
    const chance = calls();
    return { hash: () => `${exchange.hash()}${chance}` };
  },
};

function breaking(change: Break): Wrap {
  let calls = 0;
  const count = (): number => {
    calls += 1;
    return calls;
  };
  return (exchange) => changed(exchange, change(exchange, count));
}

describe('what is broken is named', () => {
  const auditFor = (invariant: string): Audit => {
    if (invariant.startsWith('twin') || invariant === 'dueWorkDone') return 'naive';
    return invariant === 'refusalChangesNothing' ? 'full' : 'light';
  };

  it.each(Object.keys(BROKEN))('%s', (invariant) => {
    const wrap = breaking(BROKEN[invariant] ?? (() => ({})));
    const named = (seed: number): string | undefined =>
      runSeed({ seed, commands: 200, audit: auditFor(invariant), wrap }, newMarks()).failure?.invariant;
    expect(seeds(1, 24).some((seed) => named(seed) === invariant)).toBe(true);
  });

  it('at the step where an auditor that keeps up finds it', () => {
    const runs = seeds(1, 12).map((seed) => ({ seed, commands: 400, audit: 'light', canary: 'priority' }) as const);
    const failures = runs.map((run) => runSeed(run, newMarks()).failure);
    expect(failures).toEqual(runs.map((run) => recordRun(run).run.failure));
    expect(failures.some((failure) => failure !== undefined && failure.step < 400)).toBe(true);
  });

  it('without going on past it, where the auditor is to keep up', () => {
    const failing = { seed: 1, commands: 400, audit: 'light', canary: 'priority' } as const;
    const made = (keepsUp: boolean): number => {
      let count = 0;
      const wrap: Wrap = (exchange) => {
        count += 1;
        return broken('priority', exchange);
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
