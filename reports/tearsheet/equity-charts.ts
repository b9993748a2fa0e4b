/** reports/tearsheet/equity-charts: the worth of the account, and how far it is below its highest before. */
import type { ReportTable, ReportView } from '../../backtest/report-schema.ts';
import type { ChartData } from '../page/chart.ts';
import { kept } from '../page/downsample.ts';
import { decimal, type Html, html, moment, money, percent } from '../page/html.ts';

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
  /** Shorter numbers in the file. */
  const picked = (values: readonly number[], step: number) =>
    indices.map((index) => Number((Math.round((values[index] ?? 0) / step) * step).toFixed(7)));
  const lowest = below.reduce((low, value) => Math.min(low, value), 0);
  const [start, end] = [moment(equity.at[0] ?? 0), moment(equity.at.at(-1) ?? 0)];
  return {
    equity: {
      unit: 'dollars',
      times,
      series: [
        { label: 'Equity', look: 'line', values: picked(worth, 1e-4) },
        { label: 'Deposit', look: 'quiet', values: indices.map(() => assumptions.deposit) },
      ],
    },
    drawdown: {
      unit: 'percent',
      times,
      series: [{ label: 'Drawdown', look: 'area', values: picked(below, 1e-7) }],
    },
    summaries: {
      equity: `Equity from ${money(first)} at ${start} to ${money(last)} at ${end} UTC`,
      drawdown: `Drawdown, at worst ${percent(lowest, 2)} below the highest equity before`,
    },
  };
}

function drawdowns(worth: readonly number[]): readonly number[] {
  let peak = 0;
  return worth.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}

/** The square of the curve in the drawing. */
const SQUARE = { left: 44, top: 10, size: 270 };
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

type Point = { readonly forecast: number; readonly frequency: number; readonly markets: number };

/** Undefined when no bin of the table has forecasts. */
export function calibrationCurve(table: ReportTable): Html | undefined {
  const points = table.rows.flatMap(({ forecast, frequency, markets }): readonly Point[] =>
    typeof forecast === 'number' && typeof frequency === 'number' && typeof markets === 'number'
      ? [{ forecast, frequency, markets }]
      : [],
  );
  if (points.length === 0) return undefined;
  const most = points.reduce((top, { markets }) => Math.max(top, markets), 1);
  return html`<figure class="chart calibration">
<figcaption>Calibration curve</figcaption>
<svg viewBox="0 0 330 324" role="img" aria-label="${described(points)}">
${TICKS.map(gridLine)}
<path class="diagonal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>
<path class="curve" d="M${points.map(({ forecast, frequency }) => `${x(forecast)} ${y(frequency)}`).join('L')}"/>
${points.map(({ forecast, frequency, markets }) => {
  const radius = decimal(3 + 7 * Math.sqrt(markets / most), 1);
  return html`<circle class="point" cx="${x(forecast)}" cy="${y(frequency)}" r="${radius}"/>`;
})}
<text x="${x(0.5)}" y="320" text-anchor="middle">Mean forecast</text>
<text transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">Frequency</text>
</svg>
<p class="note">Points on the dashed line are right; below it the forecasts were too high. Size: number of markets.</p>
</figure>`;
}

const x = (value: number) => (SQUARE.left + value * SQUARE.size).toFixed(1);
const y = (value: number) => (SQUARE.top + (1 - value) * SQUARE.size).toFixed(1);

function gridLine(value: number) {
  return html`<path class="grid" d="M${x(0)} ${y(value)}H${x(1)}"/>
<text x="${SQUARE.left - 7}" y="${y(value)}" dy="4" text-anchor="end">${value.toFixed(1)}</text>
<text x="${x(value)}" y="${SQUARE.top + SQUARE.size + 18}" text-anchor="middle">${value.toFixed(1)}</text>
`;
}

function described(points: readonly Point[]): string {
  const parts = points.map(
    ({ forecast, frequency }) => `forecast ${decimal(forecast, 2)} happened ${decimal(frequency, 2)}`,
  );
  return `Calibration curve: ${parts.join(', ')}`;
}
