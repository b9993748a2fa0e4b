/** backtest/metrics/result-metrics: the P&L of the run and its parts. */
import { MICRO } from '../../base/units.ts';
import type { Metric } from '../report-schema.ts';
import { type Analysis, finalEquity, middleEquity } from './analysis.ts';
import { bootstrap } from './bootstrap.ts';
import { metric, ratio } from './metric.ts';
import { profitsByPeriod } from './periods.ts';
import { totalProfit } from './profit.ts';
import { sum } from './statistics.ts';

export function resultMetrics(analysis: Analysis): readonly Metric[] {
  const { result } = analysis;
  const equity = finalEquity(analysis) / MICRO;
  const deposit = result.deposit / MICRO;
  const profit = totalProfit(analysis);
  const events = profitsByPeriod(analysis).clusters.map((profits) => sum([...profits]));
  const interval = bootstrap(result.seed, 'pnl', events.length, (counts) =>
    sum(events.map((value, event) => value * (counts[event] ?? 0))),
  );
  return [
    metric('equity', equity),
    metric('pnl', equity - deposit, { ...interval, samples: events.length }),
    metric('pnl-middle', middleEquity(analysis) / MICRO - deposit),
    metric('return', ratio(equity - deposit, deposit, 'the deposit is zero')),
    metric('pnl-realised', profit.realised),
    metric('pnl-settled', profit.settled),
    metric('pnl-unrealised', profit.unrealised),
    metric('fees', profit.fees),
    // In whole millionths: the rest is noise of the last bit.
    metric('accounting-difference', Math.round((equity - deposit - profit.total) * MICRO) / MICRO),
  ];
}
