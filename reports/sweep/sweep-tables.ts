/** reports/sweep/sweep-tables: the points from the best to the worst, and the windows of a walk-forward, as tables. */
import type { ReportPoint, ReportWindow, SweepReport } from '../../backtest/sweep/report-schema.ts';
import { type Html, html } from '../page/html.ts';
import { count, decimal, moment, money, trimmed } from '../page/numbers.ts';
import { type Column, table } from '../page/table.ts';
import { formatOf } from '../tearsheet/unit-text.ts';
import { ranked } from './best-points.ts';

const DIGITS = 8;

export function pointTable(report: SweepReport): Html {
  const { metric, parameters, windows } = report;
  const format = formatOf(metric.unit);
  const isSigned = metric.id !== 'brier';
  const rows = ranked(report);
  return table<ReportPoint>({
    caption: 'Points, best first',
    note:
      `${metric.definition} The deviation is that over the trials of the point: ` +
      `seeds, markets${windows.length > 0 ? ' and windows' : ''}.`,
    rows,
    empty: 'No point ran.',
    columns: [
      ...parameters.map(({ name }) => parameterColumn(name, rows)),
      { head: metric.title, value: ({ value }) => value?.mean, format, isSigned },
      { head: 'Deviation', value: ({ value }) => value?.deviation, format },
      { head: 'Lowest', value: ({ value }) => value?.low, format, isSigned },
      { head: 'Highest', value: ({ value }) => value?.high, format, isSigned },
      { head: 'P&L', value: ({ pnl }) => pnl, format: money, isSigned: true },
      { head: 'Drawdown', value: ({ drawdown }) => drawdown, format: money },
      { head: 'Fees', value: ({ fees }) => fees, format: money },
      { head: 'Fills', value: ({ fills }) => fills, format: (value) => trimmed(value, 1) },
      { head: 'Trials', value: ({ trials }) => trials, format: count },
      { head: 'Failed', value: ({ failed }) => failed, format: count },
      { head: 'Point', value: ({ point }) => point, format: String },
    ],
  });
}

function parameterColumn(name: string, rows: readonly ReportPoint[]): Column<ReportPoint> {
  const isNumber = rows.every(({ params }) => typeof params[name] === 'number');
  if (!isNumber) return { head: name, text: ({ params }) => String(params[name]) };
  return { head: name, value: ({ params }) => Number(params[name]), format: (value) => trimmed(value, DIGITS) };
}

export function windowTable(report: SweepReport): Html {
  const { metric, windows } = report;
  const [format, isSigned] = [formatOf(metric.unit), metric.id !== 'brier'];
  return table<ReportWindow>({
    caption: 'Windows',
    note:
      'In each window the best point over the training span runs over the test span behind it. ' +
      'Embargoed markets have an outcome that was not known when the training ended; the choice did not use it.',
    rows: windows,
    empty: 'No windows.',
    columns: [
      { head: 'Training from (UTC)', text: ({ train }) => time(train.from) },
      { head: 'Test from (UTC)', text: ({ test }) => time(test.from) },
      { head: 'Chosen', text: (window) => chosenText(report, window) },
      { head: `${metric.id}, training`, value: ({ trained }) => trained?.mean, format, isSigned },
      { head: 'Deflated Sharpe', value: ({ deflatedSharpe }) => deflatedSharpe, format: (value) => decimal(value, 3) },
      { head: `${metric.id}, test`, value: ({ tested }) => tested?.value?.mean, format, isSigned },
      { head: 'P&L, test', value: ({ tested }) => tested?.pnl, format: money, isSigned: true, hasTotal: true },
      { head: 'Fills, test', value: ({ tested }) => tested?.fills, format: (value) => trimmed(value, 1) },
      { head: 'Embargoed', value: ({ embargoed }) => embargoed, format: count },
    ],
  });
}

const time = (at: number): Html => html`<span class="time">${moment(at)}</span>`;

function chosenText({ parameters }: SweepReport, { tested }: ReportWindow): string {
  if (tested === null) return 'none';
  const pairs = parameters.map(({ name }) => `${name}=${tested.params[name]}`);
  return pairs.length === 0 ? 'the only point' : pairs.join(', ');
}
