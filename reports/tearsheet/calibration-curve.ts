/** reports/tearsheet/calibration-curve: mean forecasts against outcomes, as a drawing that needs no script. */
import type { ReportTable } from '../../backtest/report-schema.ts';
import { type Html, html } from '../page/html.ts';
import { decimal } from '../page/numbers.ts';

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

const x = (value: number): string => (SQUARE.left + value * SQUARE.size).toFixed(1);
const y = (value: number): string => (SQUARE.top + (1 - value) * SQUARE.size).toFixed(1);

function gridLine(value: number): Html {
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
