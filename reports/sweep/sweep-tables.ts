/** reports/sweep/sweep-tables: points from best to worst, walk-forward windows, and heat maps of parameters. */
import type { ReportParameter, ReportPoint, ReportWindow, SweepReport } from '../../backtest/sweep/report-schema.ts';
import {
  type Column,
  type Content,
  count,
  countOf,
  decimal,
  type Html,
  html,
  moment,
  money,
  shortNumber,
  table,
  trimmed,
} from '../page/html.ts';
import { FORMATS } from '../tearsheet/unit-text.ts';
import { ranked } from './best-points.ts';

type Axis = {
  readonly name: string;
  readonly labels: readonly string[];
  /** The place of a point in `labels`. */
  readonly placeOf: (point: ReportPoint) => number;
};

/** A parameter with more values is shown in intervals. */
const VALUES_MAX = 16;
const INTERVALS = 8;

/** The parameters that differ between points, in the order of the command line. */
export function axesOf({ parameters, points }: SweepReport): readonly Axis[] {
  return parameters.flatMap((parameter) => {
    const values = new Set(points.map(({ params }) => params[parameter.name]));
    if (values.size < 2) return [];
    const numbers = [...values].filter((value) => typeof value === 'number');
    if (values.size <= VALUES_MAX) return [listed(parameter.name, [...values].toSorted(byValue))];
    if (numbers.length < values.size) return [listed(parameter.name, [...values])];
    return [inIntervals(parameter, numbers)];
  });
}

type Value = string | number | boolean | undefined;

/** Numbers by size, before texts in their order. */
function byValue(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Number(typeof other === 'number') - Number(typeof one === 'number');
}

function listed(name: string, values: readonly Value[]): Axis {
  const places = new Map(values.map((value, place) => [value, place]));
  return { name, labels: values.map(String), placeOf: ({ params }) => places.get(params[name]) ?? 0 };
}

/** Of equal width, or of equal width in logarithms for a range that was drawn so. */
function inIntervals(parameter: ReportParameter, numbers: readonly number[]): Axis {
  const { name } = parameter;
  const isLog = 'scale' in parameter && parameter.scale === 'log';
  const [to, from] = isLog ? [Math.log, Math.exp] : [Number, Number];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map(to) as [number, number];
  const width = (high - low) / INTERVALS;
  const edge = (index: number) => shortNumber(from(low + index * width), 3);
  return {
    name,
    labels: Array.from({ length: INTERVALS }, (_, index) => `${edge(index)} – ${edge(index + 1)}`),
    placeOf: ({ params }) => Math.min(INTERVALS - 1, Math.max(0, Math.floor((to(Number(params[name])) - low) / width))),
  };
}

const DIGITS = 8;

export function pointTable(report: SweepReport): Html {
  const { metric, parameters, windows } = report;
  const format = FORMATS[metric.unit];
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
      { head: 'P&L', value: 'pnl', format: money, isSigned: true },
      { head: 'Drawdown', value: 'drawdown', format: money },
      { head: 'Fees', value: 'fees', format: money },
      { head: 'Fills', value: 'fills', format: (value) => trimmed(value, 1) },
      { head: 'Trials', value: 'trials', format: count },
      { head: 'Failed', value: 'failed', format: count },
      { head: 'Point', value: 'point', format: String },
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
  const [format, isSigned] = [FORMATS[metric.unit], metric.id !== 'brier'];
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
      { head: 'Deflated Sharpe', value: 'deflatedSharpe', format: (value) => decimal(value, 3) },
      { head: `${metric.id}, test`, value: ({ tested }) => tested?.value?.mean, format, isSigned },
      { head: 'P&L, test', value: ({ tested }) => tested?.pnl, format: money, isSigned: true, hasTotal: true },
      { head: 'Fills, test', value: ({ tested }) => tested?.fills, format: (value) => trimmed(value, 1) },
      { head: 'Embargoed', value: 'embargoed', format: count },
    ],
  });
}

const time = (at: number) => html`<span class="time">${moment(at)}</span>`;

function chosenText({ parameters }: SweepReport, { tested }: ReportWindow) {
  if (tested === null) return 'none';
  const pairs = parameters.map(({ name }) => `${name}=${tested.params[name]}`);
  return pairs.length === 0 ? 'the only point' : pairs.join(', ');
}

/** Tables for more pairs would make the page slow; the parameters that stand first are shown. */
const PAIRS_MAX = 45;
const SHADES = 5;

type Cell = { readonly mean: number; readonly trials: number };

type Shade = (value: number) => string;

export function heatMaps(report: SweepReport): Html {
  const axes = axesOf(report);
  const [first] = axes;
  if (first === undefined) return html`<p class="empty">All points have the same parameters.</p>`;
  const pairs = pairsOf(axes).slice(0, PAIRS_MAX);
  const tables = pairs.map(([x, y]) => tableOf(report, x, y));
  return html`${pairs.length > 1 && choice(pairs)}
${pairs.map(
  ([x, y], index) =>
    html`<section class="block" data-heat="${index}"><h3>${nameOf(x, y)}</h3>${tables[index]}</section>\n`,
)}
${legend(report)}`;
}

/** With a single parameter, it stands alone. */
function pairsOf(axes: readonly Axis[]): readonly (readonly [Axis, Axis | undefined])[] {
  const [first] = axes;
  if (first !== undefined && axes.length === 1) return [[first, undefined]];
  return axes.flatMap((x, at) => axes.slice(at + 1).map((y) => [x, y] as const));
}

const nameOf = (x: Axis, y: Axis | undefined) => (y === undefined ? x.name : `${x.name} and ${y.name}`);

function choice(pairs: readonly (readonly [Axis, Axis | undefined])[]) {
  return html`<div class="controls on-screen"><label>Parameters
<select id="heat-choice">${pairs.map(
    ([x, y], index) => html`<option value="${index}">${nameOf(x, y)}</option>`,
  )}</select></label></div>`;
}

function tableOf(report: SweepReport, x: Axis, y: Axis | undefined): Html {
  const cells = cellsOf(report, x, y);
  const shade = shadeOf(
    [...cells.values()].map(({ mean }) => mean),
    report.metric.better === 'higher',
  );
  const format = FORMATS[report.metric.unit];
  const best = report.points.find(({ point }) => point === report.best);
  const bestKey = best === undefined ? '' : keyOf(x.placeOf(best), y?.placeOf(best) ?? 0);
  const title = `${report.metric.title} by ${nameOf(x, y)}`;
  const rows = y === undefined ? [undefined] : y.labels;
  const cell = (column: number, row: number): Html => {
    const key = keyOf(column, row);
    const found = cells.get(key);
    if (found === undefined) return html`<td class="none">–</td>`;
    return html`<td class="${shade(found.mean)}${key === bestKey && ' best'}">${format(found.mean)}
<span class="count">${countOf(found.trials, 'trial')}${key === bestKey && ', best point'}</span></td>`;
  };
  const cellsIn = (row: number): readonly Html[] => x.labels.map((_, column) => cell(column, row));
  const columns = x.labels.map((label) => html`<th scope="col">${label}</th>`);
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${title}"><table class="heat">
<thead><tr><th scope="col">${y === undefined ? x.name : `${y.name} \\ ${x.name}`}</th>${columns}</tr></thead>
<tbody>${rows.map(
    (label, row) => html`<tr><th scope="row">${label ?? report.metric.title}</th>${cellsIn(row)}</tr>\n`,
  )}</tbody>
</table></div>`;
}

const keyOf = (column: number, row: number) => `${column} ${row}`;

function cellsOf({ points }: SweepReport, x: Axis, y: Axis | undefined): ReadonlyMap<string, Cell> {
  const groups = new Map<string, ReportPoint[]>();
  for (const point of points) {
    if (point.value === null) continue;
    const key = keyOf(x.placeOf(point), y?.placeOf(point) ?? 0);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return new Map(
    [...groups].map(([key, group]) => {
      const sum = group.reduce((total, { value }) => total + (value?.mean ?? 0), 0);
      const trials = group.reduce((total, point) => total + point.trials, 0);
      return [key, { mean: sum / group.length, trials }] as const;
    }),
  );
}

/** From 0 on, so that the best of only losses looks like a loss; scores without a sign begin at the lowest. */
function shadeOf(values: readonly number[], isSigned: boolean): Shade {
  const sizes = values.map(Math.abs);
  const high = sizes.reduce((most, value) => Math.max(most, value), 0);
  const low = isSigned ? 0 : sizes.reduce((least, value) => Math.min(least, value), high);
  return (value) => {
    if (high === low) return 'heat';
    const part = (Math.abs(value) - low) / (high - low);
    const level = part === 0 ? 0 : Math.max(1, Math.round(part * SHADES));
    return level === 0 ? 'heat' : `heat-${value < 0 ? 'below' : 'above'}-${level}`;
  };
}

function legend({ metric, points, best }: SweepReport): Content {
  const means = points.flatMap(({ value }) => value?.mean ?? []);
  const hidden = points.length - means.length;
  const side = (name: 'above' | 'below'): Html =>
    html`<span class="swatch-cell heat-${name}-${SHADES}"></span>furthest ${name} 0 `;
  return html`<p class="note">${means.some((mean) => mean > 0) && side('above')}\
${means.some((mean) => mean < 0) && side('below')}
${metric.better === 'higher' ? 'Higher' : 'Lower'} is better.
${best !== null && 'The cell of the best point has a frame.'}
${hidden > 0 && `Left out: ${countOf(hidden, 'point')} without a value.`}</p>`;
}
