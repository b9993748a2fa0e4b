/** reports/tearsheet/equity-charts: the worth of the account, and how far it is below its highest before. */
import type { ReportView } from '../../backtest/report-schema.ts';
import type { ChartData } from '../page/chart.ts';
import { kept } from '../page/downsample.ts';
import { moment, money, percent } from '../page/numbers.ts';

/** Points of a chart: more than the pixels of a wide screen. */
const POINTS = 4_000;

export type EquityCharts = {
  readonly equity: ChartData;
  readonly drawdown: ChartData;
  /** For readers who do not see the charts. */
  readonly summaries: { readonly equity: string; readonly drawdown: string };
};

/** Undefined without a point of equity. */
export function equityCharts({ equity, assumptions }: ReportView): EquityCharts | undefined {
  const worth = equity.at.map((_, index) => (equity.cash[index] ?? 0) + (equity.holdings[index] ?? 0));
  const below = drawdowns(worth);
  const indices = kept(equity.at, [worth, below], POINTS);
  const [first, last] = [worth[0], worth.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const times = indices.map((index) => Math.round((equity.at[index] ?? 0) / 1e3) / 1e3);
  const picked = (values: readonly number[], step: number): number[] =>
    indices.map((index) => Math.round((values[index] ?? 0) / step) * step);
  const [start, end] = [moment(equity.at[0] ?? 0), moment(equity.at.at(-1) ?? 0)];
  return {
    equity: {
      unit: 'dollars',
      times,
      series: [
        { label: 'Equity', look: 'line', values: rounded(picked(worth, 1e-4)) },
        { label: 'Deposit', look: 'quiet', values: indices.map(() => assumptions.deposit) },
      ],
    },
    drawdown: {
      unit: 'percent',
      times,
      series: [{ label: 'Drawdown', look: 'area', values: rounded(picked(below, 1e-7)) }],
    },
    summaries: {
      equity: `Equity from ${money(first)} at ${start} to ${money(last)} at ${end} UTC`,
      drawdown: `Drawdown, at worst ${percent(lowest(below), 2)} below the highest equity before`,
    },
  };
}

/** Shorter numbers in the file. */
function rounded(values: readonly number[]): readonly number[] {
  return values.map((value) => Number(value.toFixed(7)));
}

function lowest(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), 0);
}

function drawdowns(worth: readonly number[]): readonly number[] {
  let peak = 0;
  return worth.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}
