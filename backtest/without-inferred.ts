/** backtest/without-inferred: runs beside a result whose recording hides trades: inferring none, or all. */
import { analyse } from './metrics/analysis.ts';
import { metricsOf } from './metrics/metrics.ts';
import type { ReportView } from './report-schema.ts';
import type { BacktestResult } from './result.ts';
import type { BacktestOptions } from './run/backtest.ts';

export function inferredFills({ fills }: Pick<BacktestResult, 'fills'>): number {
  return fills.filter(({ reason }) => reason === 'inferred').length;
}

/** The assumptions of these runs. */
export const BOUNDS = { none: { tradeShare: 0 }, all: { tradeShare: 1, queue: 'none', fillsUnseen: true } } as const;

/** The options of one of these runs, with a new strategy; undefined if it would have the fills of the first. */
export function boundRun(
  options: BacktestOptions,
  result: BacktestResult,
  makeStrategy: () => BacktestOptions['strategy'],
  bound: keyof typeof BOUNDS,
): BacktestOptions | undefined {
  if (bound === 'none' ? inferredFills(result) === 0 : !hidesFills(options, result)) return undefined;
  return { ...options, strategy: makeStrategy(), assumptions: { ...options.assumptions, ...BOUNDS[bound] } };
}

/** Whether an order rested in a market before the recording had its trades, or between snapshots that differ. */
function hidesFills({ recording, assumptions }: BacktestOptions, { orders, data }: BacktestResult): boolean {
  if (assumptions.fidelity !== 'overlay') return false;
  if ((data.unseen ?? 0) > 0) return true;
  return orders.some(({ token, type, state, arrivedAt }) => {
    const tradesFrom = recording.coverage.byMarket[token >> 1]?.tradesFrom ?? -1;
    const hasRested = (type === 'GTC' || type === 'GTD') && arrivedAt >= 0 && state !== 'rejected';
    return hasRested && (tradesFrom < 0 || arrivedAt < tradesFrom);
  });
}

type Without = NonNullable<ReportView['withoutInferred']>;

export function figuresOf(result: BacktestResult): Without {
  const metrics = metricsOf(analyse(result));
  const value = (id: string) => metrics.find((metric) => metric.id === id)?.value ?? null;
  return {
    profit: value('pnl'),
    fills: result.fills.length,
    markout1s: value('markout-1s'),
    markout10s: value('markout-10s'),
    markout60s: value('markout-60s'),
  };
}

/** So few fills do not show the sign of a markout. */
export const areFew = (fills: number): boolean => fills < 10;

/** States that the sign of the 10-second markout of a run, `first`, rests on inferred trades, if it does. */
export function markoutDoubt({ fills, markout10s }: Without, first: number | null): readonly string[] {
  if (first === null || (!areFew(fills) && markout10s !== null && Math.sign(first) === Math.sign(markout10s)))
    return [];
  const other = markout10s === null ? 'no value' : `${markout10s.toFixed(4)} with ${fills} fills`;
  return [
    `the sign of the 10-second markout rests on inferred trades: ${first.toFixed(4)} dollars a share with ` +
      `them, ${other} without; --fidelity injected, which does not play them, can have another sign`,
  ];
}
