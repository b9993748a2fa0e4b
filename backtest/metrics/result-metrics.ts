/** backtest/metrics/result-metrics: what the run earned, and by what. */
import { MICRO } from '../../spec/units.ts';
import type { Metric } from '../report-schema.ts';
import { type Analysis, finalEquity } from './analysis.ts';
import { bootstrap } from './bootstrap.ts';
import { metric, ratio } from './metric.ts';
import { profitsByPeriod } from './periods.ts';
import { totalProfit } from './profit.ts';
import { sum } from './statistics.ts';

const group = 'result';
const unit = 'dollars';

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
    metric(
      {
        id: 'equity',
        group,
        title: 'Equity at the end',
        unit,
        definition: 'Cash plus all shares at the middle of their book.',
      },
      equity,
    ),
    metric(
      {
        id: 'pnl',
        group,
        title: 'P&L',
        unit,
        definition:
          'Equity at the end minus the deposit. Its interval draws the traded events again, with replacement.',
      },
      equity - deposit,
      { ...interval, samples: events.length },
    ),
    metric(
      {
        id: 'return',
        group,
        title: 'Return',
        unit: 'share',
        definition: 'P&L divided by the deposit, not annualised.',
      },
      ratio(equity - deposit, deposit, 'the deposit is zero'),
    ),
    metric(
      {
        id: 'pnl-realised',
        group,
        title: 'Realised P&L',
        unit,
        definition:
          'Proceeds of sales and merges minus the average cost of what was sold, before fees. A split buys both outcomes at half a dollar, a merge sells them at half a dollar.',
      },
      profit.realised,
    ),
    metric(
      {
        id: 'pnl-settled',
        group,
        title: 'Settled P&L',
        unit,
        definition: 'Payouts of resolved markets minus the average cost of the shares that were held.',
      },
      profit.settled,
    ),
    metric(
      {
        id: 'pnl-unrealised',
        group,
        title: 'Unrealised P&L',
        unit,
        definition:
          'Shares held at the end at the middle of the book (the last known one, else their cost), minus their average cost.',
      },
      profit.unrealised,
    ),
    metric(
      { id: 'fees', group, title: 'Fees', unit, definition: 'Fees of all fills that were not reversed.' },
      profit.fees,
    ),
    metric(
      {
        id: 'accounting-difference',
        group,
        title: 'Accounting difference',
        unit,
        definition:
          'P&L minus the sum of realised, settled and unrealised P&L less fees. More than rounding (a millionth of a dollar for each fill) means that the report is wrong.',
      },
      // In whole millionths: the rest is noise of the last bit.
      Math.round((equity - deposit - profit.total) * MICRO) / MICRO,
    ),
  ];
}
