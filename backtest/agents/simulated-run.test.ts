/** backtest/agents/simulated-run tests: strategies among simulated traders: how each affects the other. */
import { describe, expect, it } from 'vitest';
import { audit } from '../audit/audit.ts';
import makeMarketMaker from '../examples/market-maker.ts';
import { START, withRecording } from '../fixtures/recorded.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../options.ts';
import type { ReplaySource } from '../replay/source.ts';
import { reportOf } from '../report.ts';
import { type AuditBadge, BacktestReport } from '../report-schema.ts';
import type { BacktestResult } from '../result.ts';
import { backtest } from '../run/backtest.ts';
import type { Context, Strategy } from '../strategy.ts';
import { ASSUMED, planOf, runOn } from './fixtures/simulated.ts';
import { simulatedMarkets, withOtherFuture } from './simulated-source.ts';

const SECOND = 1_000_000;
const equityOf = ({ equity }: BacktestResult): number => {
  const { cash = 0, holdings = 0 } = equity.at(-1) ?? {};
  return (cash + holdings) / 1e6;
};

/** Does something every so many seconds. */
function every(seconds: number, act: (context: Context) => void): Strategy {
  return {
    onStart: (context) => context.timer('act', context.now + seconds * SECOND),
    onTimer(_, context) {
      act(context);
      context.timer('act', context.now + seconds * SECOND);
    },
  };
}

/** Notes the middle of the first book every second, and buys so many shares at any price then, from second 20 to 60. */
function buyer(mids: number[], size: number): Strategy {
  return every(1, (context) => {
    mids.push(context.book(0).mid ?? Number.NaN);
    if (size === 0 || mids.length < 20 || mids.length >= 60) return;
    context.place({ token: 0, side: 'BUY', price: 0.99, size, type: 'FAK' });
  });
}

/** Renews quotes at the best prices and learns nothing from its fills. */
const naiveQuoter = (): Strategy =>
  every(2, (context) => {
    for (const { id } of context.openOrders()) context.cancel(id);
    for (const { outcomes } of context.markets) {
      const { bestBid, bestAsk } = context.book(outcomes[0].token);
      if (bestBid === undefined || bestAsk === undefined) continue;
      const quote = { side: 'BUY', size: 50, postOnly: true } as const;
      context.place({ ...quote, token: outcomes[0].token, price: bestBid });
      context.place({ ...quote, token: outcomes[1].token, price: Math.round((1 - bestAsk) * 100) / 100 });
    }
  });

describe('a strategy among simulated traders', () => {
  it('that does nothing earns nothing and changes nothing', () => {
    const plan = planOf({ hours: 0.1 });
    const idle = runOn(plan, '1');
    const looking = runOn(plan, '1', { onBook: () => undefined, onTrade: () => undefined });
    expect(equityOf(idle)).toBe(10_000);
    expect(idle.data.rows).toBeGreaterThan(500);
    expect(looking.data).toEqual(idle.data);
  });

  it('moves the price while it buys', () => {
    const plan = planOf({ hours: 0.05 });
    const [calm, moved]: [number[], number[]] = [[], []];
    runOn(plan, 'impact', buyer(calm, 0));
    const { fills } = runOn(plan, 'impact', buyer(moved, 150));
    expect(fills.length).toBeGreaterThan(20);
    // Until the first order arrives, the market is the same.
    expect(moved.slice(0, 20)).toEqual(calm.slice(0, 20));
    const impact = moved.map((mid, second) => mid - (calm[second] ?? Number.NaN));
    const known = impact.slice(25, 60).filter((value) => !Number.isNaN(value));
    expect(known.length).toBeGreaterThan(20);
    expect(known.reduce((sum, value) => sum + value, 0) / known.length).toBeGreaterThan(0.01);
  });

  it('trades with simulated traders when its orders rest', () => {
    const { fills } = runOn(planOf(), 'rest', naiveQuoter());
    expect(fills.length).toBeGreaterThan(20);
    expect(fills.every(({ isMaker, reason, queueAhead }) => isMaker && reason === 'matched' && queueAhead >= 0)).toBe(
      true,
    );
  });

  it('earns from noise in a calm market, and loses to those who know in a fast one', () => {
    const gain = (counts: Parameters<typeof planOf>[0]): number => {
      const plan = planOf({ markets: 2, value: 0, ...counts });
      const { truths, opens } = simulatedMarkets(plan, 'naive').simulation;
      const { fills } = runOn(plan, 'naive', naiveQuoter(), { to: opens + 1_200 * SECOND });
      expect(fills.length).toBeGreaterThan(100);
      const shares = fills.reduce((sum, { size }) => sum + size, 0);
      const gains = fills.map(({ at, token, price, size }) => {
        const later = truths[token >> 1]?.at((at - opens) / SECOND + 10) ?? 0;
        return (size / shares) * ((token % 2 === 0 ? later : 1 - later) - price / 10_000);
      });
      return gains.reduce((sum, one) => sum + one, 0);
    };
    expect(gain({ hours: 12, noise: 40, informed: 0 })).toBeGreaterThan(0.001);
    expect(gain({ hours: 1, noise: 4, informed: 12 })).toBeLessThan(-0.004);
  });

  it('learns the outcome when the market resolves, and is paid', () => {
    const resolutions: number[] = [];
    const plan = planOf({ markets: 3, hours: 0.05 });
    const { settlements, equity } = runOn(plan, 'paid', {
      onStart: (context) => void context.split(1, 100),
      onResolve: ({ market, payout }, context) => {
        resolutions.push(market);
        expect(payout[0] + payout[1]).toBe(1);
        expect(context.now).toBeGreaterThanOrEqual(START + 180 * SECOND);
      },
    });
    expect(resolutions).toEqual([0, 1, 2]);
    expect(settlements[1]).toMatchObject({ held: [100e6, 100e6], paid: 100e6 });
    expect(equity.at(-1)).toMatchObject({ cash: 10_000e6, holdings: 0 });
  });

  it('ends early with what it has so far, and the traders with it', () => {
    const plan = planOf({ markets: 2 });
    const options = { recording: simulatedMarkets(plan, '1'), strategy: {}, name: 'test', params: {}, seed: '1' };
    const run = backtest({ ...options, strategy: naiveQuoter(), assumptions: ASSUMED });
    const first = run.next();
    expect(first).toMatchObject({ done: false, value: { ofRows: 900 } });
    const last = run.next('stop');
    expect(last).toMatchObject({ done: true, value: { end: { kind: 'interrupted' } } });
  });
});

describe('the report', () => {
  const bytes = (seed: string): string => {
    const result = runOn(planOf({ hours: 0.1 }), seed, makeMarketMaker({}));
    return JSON.stringify(BacktestReport.parse(reportOf(result, { version: 'test' })));
  };

  it('has the same bytes for the same seed, the plan and what the traders made', () => {
    expect(bytes('1')).toBe(bytes('1'));
    expect(bytes('2')).not.toBe(bytes('1'));
    const { fidelity, assumptions, data } = BacktestReport.parse(JSON.parse(bytes('1')));
    expect(fidelity).toBe('agents');
    expect(assumptions.agents).toEqual(planOf({ hours: 0.1 }));
    expect(data.simulated?.byKind.map(({ kind, agents }) => [kind, agents])).toEqual([
      ['noise', 12],
      ['value', 4],
      ['makers', 3],
      ['informed', 1],
    ]);
  });
});

describe('an audit on simulated markets', () => {
  const source = simulatedMarkets(planOf({ markets: 2, hours: 0.05 }), 'audit');

  function badgeOf(make: (given: ReplaySource) => Strategy): AuditBadge {
    const given = { name: 'test', params: {}, seed: '1', assumptions: { ...ASSUMED, latency: LATENCIES.fast } };
    const options = { ...given, recording: source, keepsDecisions: true };
    const run = backtest({ ...options, strategy: make(source) });
    let step = run.next();
    while (step.done !== true) step = run.next();
    const audits = audit({ ...options, make }, step.value);
    let next = audits.next();
    while (next.done !== true) next = audits.next();
    return next.value;
  }

  const failedOf = ({ audits }: AuditBadge): readonly string[] =>
    audits.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

  it('passes an honest strategy in every audit', () => {
    const { audits } = badgeOf(() => makeMarketMaker({}));
    expect(audits.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 6 }, () => 'pass'));
  });

  it('finds a strategy that knows the hidden probability a minute ahead', () => {
    const peeking = ({ simulation }: ReplaySource): Strategy =>
      every(20, (context) => {
        const later = simulation?.truths[0]?.at((context.now - START) / SECOND + 60) ?? 0;
        context.place({ token: 0, side: 'BUY', price: Math.max(0.01, Math.floor(later * 100) / 100), size: 5 });
      });
    expect(failedOf(badgeOf(peeking))).toEqual(['future-scrambled']);
  });

  it('finds a strategy that knows the outcome', () => {
    const knowing = ({ catalog }: ReplaySource): Strategy =>
      every(20, (context) => {
        const token = catalog[0]?.resolution?.winner === 'market-1-yes' ? 0 : 1;
        context.place({ token, side: 'BUY', price: 0.1, size: 5 });
      });
    expect(failedOf(badgeOf(knowing))).toContain('outcomes-sealed');
  });

  it('draws another future behind the moment, and none before', () => {
    const moment = START + 90 * SECOND;
    const other = withOtherFuture(source.simulation, moment);
    const trades = [source, other].map((recording) => {
      const seen: string[] = [];
      const note: Strategy = {
        onTrade: ({ token, price, size }, { now }) => void seen.push([now, token, price, size].join()),
      };
      runOn(source.simulation.plan, 'audit', note, { recording });
      return seen;
    });
    const until = (seen: readonly string[]): readonly string[] =>
      seen.filter((trade) => Number(trade.split(',')[0]) <= moment);
    expect(until(trades[0] ?? []).length).toBeGreaterThan(20);
    expect(until(trades[1] ?? [])).toEqual(until(trades[0] ?? []));
    expect(trades[1]).not.toEqual(trades[0]);
  });
});

describe('a source and a fidelity that do not belong together', () => {
  it('are refused', async () => {
    expect(() => runOn(planOf(), '1', {}, { assumptions: DEFAULT_ASSUMPTIONS })).toThrow(
      /^simulated markets have the fidelity agents, not overlay$/,
    );
    await withRecording({ rows: '0 snapshot yes buy 0.50 300 | sell 0.52 100' }, (recording) => {
      expect(() => runOn(planOf(), '1', {}, { recording })).toThrow(/^the fidelity agents has no recording/);
    });
  });
});
