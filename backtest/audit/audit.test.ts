/** backtest/audit tests: an honest strategy passes every audit, and each audit catches its planted cheat. */
import { describe, expect, it } from 'vitest';
import { KIND } from '../data/event.ts';
import { START, withRecording } from '../fixtures/recorded.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS, LATENCIES } from '../options.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { AuditBadge } from '../report-schema.ts';
import type { BacktestResult } from '../result.ts';
import { type BacktestOptions, backtest } from '../run/backtest.ts';
import type { Strategy } from '../strategy.ts';
import { audit } from './audit.ts';

const walk = [52, 53, 54, 53, 51, 52, 55, 57, 56, 58, 60, 57, 55, 54, 56, 53];
const ROWS = [
  '0 snapshot yes buy 0.50 300 | sell 0.52 100',
  ...walk.map((ask, index) => `${index + 1} snapshot yes buy 0.${ask - 2} 200 | sell 0.${ask} 100`),
].join('\n');

/** Buys at the ask whenever it has fallen. */
const honest = (): Strategy => {
  let last = 1;
  return {
    onBook({ bestAsk = 1 }, context) {
      if (bestAsk < last) context.place({ token: 0, side: 'BUY', price: bestAsk, size: 10, type: 'FAK' });
      last = bestAsk;
    },
  };
};

/** Reads the whole recording when it is made, and buys when the price is lowest. */
const peeking = (source: ReplaySource): Strategy => {
  let [lowest, when] = [10_000, START];
  for (const { rows, kind, side, tick, venueTime } of source.reopen().batches()) {
    for (let at = 0; at < rows; at += 1) {
      if (kind[at] !== KIND.snapshot || side[at] !== 1 || (tick[at] ?? 0) >= lowest) continue;
      [lowest, when] = [tick[at] ?? 0, venueTime[at] ?? 0];
    }
  }
  return {
    onStart: (context) =>
      context.log(String(context.place({ token: 0, side: 'BUY', price: lowest / 10_000, size: 10 }))),
    onTimer: (_, context) => void context.place({ token: 0, side: 'BUY', price: 0.99, size: 10 }),
    onBook: (_, context) => context.timer('lowest', when),
  };
};

/** Buys the winner that the catalog states. */
const informed = ({ catalog }: ReplaySource): Strategy => ({
  onStart(context) {
    const [first] = catalog[0]?.tokens ?? [];
    const token = catalog[0]?.resolution?.winner === first?.token ? 0 : 1;
    context.place({ token, side: 'BUY', price: 0.6, size: 10 });
  },
});

function finished(options: BacktestOptions): BacktestResult {
  const run = backtest(options);
  let step = run.next();
  while (step.done !== true) step = run.next();
  return step.value;
}

const defaults: Assumptions = { ...DEFAULT_ASSUMPTIONS, latency: LATENCIES.fast, minSize: 1 };

async function badgeOf(
  make: (source: ReplaySource) => Strategy,
  {
    run = finished,
    ...assumptions
  }: Partial<Assumptions> & { readonly run?: (options: BacktestOptions) => BacktestResult } = {},
): Promise<AuditBadge> {
  return await withRecording({ rows: ROWS, winner: 'yes' }, (recording) => {
    const options = {
      recording,
      keepsDecisions: true,
      name: 'test',
      params: {},
      seed: '1',
      assumptions: { ...defaults, ...assumptions },
    };
    const audits = audit({ ...options, make, run }, finished({ ...options, strategy: make(recording) }));
    let step = audits.next();
    while (step.done !== true) step = audits.next();
    return step.value;
  });
}

const verdictsOf = ({ audits }: AuditBadge): Readonly<Record<string, string>> =>
  Object.fromEntries(audits.map(({ id, verdict }) => [id, verdict]));

describe('an audit', () => {
  it('passes an honest strategy', async () => {
    const badge = await badgeOf(honest);
    expect(badge.audits.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(badge.passed).toBe(true);
  });

  it('catches a strategy that read the future', async () => {
    const badge = await badgeOf(peeking);
    expect(verdictsOf(badge)).toMatchObject({ 'future-cut': 'fail', 'future-scrambled': 'fail' });
    expect(badge.passed).toBe(false);
  });

  it('catches a strategy that knows the outcome', async () => {
    expect(verdictsOf(await badgeOf(informed))).toMatchObject({ 'outcomes-sealed': 'fail', 'future-cut': 'fail' });
  });

  it('catches a feed that ignores its latency', async () => {
    const leaking = (options: BacktestOptions): BacktestResult =>
      finished({ ...options, assumptions: { ...options.assumptions, latency: LATENCIES.fast } });
    expect(verdictsOf(await badgeOf(honest, { run: leaking }))).toMatchObject({ 'feed-delayed': 'fail', idle: 'pass' });
  });

  it('passes a strategy that repeats with the period of its data, and catches it on a leaking feed', async () => {
    const repeating = (): Strategy => ({
      onBook: (_, context) => void context.place({ token: 0, side: 'BUY', price: 0.9, size: 5, type: 'FAK' }),
    });
    expect(verdictsOf(await badgeOf(repeating))).toMatchObject({ 'feed-delayed': 'pass' });
    const leaking = (options: BacktestOptions): BacktestResult =>
      finished({ ...options, assumptions: { ...options.assumptions, latency: LATENCIES.fast } });
    expect(verdictsOf(await badgeOf(repeating, { run: leaking }))).toMatchObject({ 'feed-delayed': 'fail' });
  });

  it('catches a venue that pays for nothing', async () => {
    const generous = (options: BacktestOptions): BacktestResult => {
      const result = finished(options);
      return { ...result, equity: result.equity.map((point) => ({ ...point, cash: point.cash + 1 })) };
    };
    expect(verdictsOf(await badgeOf(honest, { run: generous }))).toMatchObject({ idle: 'fail', 'own-fills': 'pass' });
  });

  it('catches fills that depend on more than orders', async () => {
    const fickle = (options: BacktestOptions): BacktestResult => {
      const result = finished(options);
      return { ...result, fills: result.fills.map((fill) => ({ ...fill, size: fill.size + 1 })) };
    };
    expect(verdictsOf(await badgeOf(honest, { run: fickle }))).toMatchObject({
      'own-fills': 'fail',
      'future-cut': 'pass',
    });
  });

  it('does not judge a run that did not complete, nor a delay that answers nothing', async () => {
    const failing = (): Strategy => ({
      onStart: () => {
        throw new Error('no');
      },
    });
    expect(new Set(Object.values(verdictsOf(await badgeOf(failing))))).toEqual(new Set(['not-applicable']));
    expect(verdictsOf(await badgeOf(() => ({})))).toMatchObject({
      'feed-delayed': 'not-applicable',
      'future-cut': 'pass',
    });
  });
});
