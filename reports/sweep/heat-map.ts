/** reports/sweep/heat-map: the metric by two parameters, for each pair of them, as a table of means and trials. */
import type { ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';
import { type Content, type Html, html } from '../page/html.ts';
import { count } from '../page/numbers.ts';
import { formatOf } from '../tearsheet/unit-text.ts';
import { type Axis, axesOf } from './parameter-axes.ts';

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

const nameOf = (x: Axis, y: Axis | undefined): string => (y === undefined ? x.name : `${x.name} and ${y.name}`);

function choice(pairs: readonly (readonly [Axis, Axis | undefined])[]): Html {
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
  const format = formatOf(report.metric.unit);
  const best = report.points.find(({ point }) => point === report.best);
  const bestKey = best === undefined ? '' : keyOf(x.placeOf(best), y?.placeOf(best) ?? 0);
  const title = `${report.metric.title} by ${nameOf(x, y)}`;
  const rows = y === undefined ? [undefined] : y.labels;
  const cell = (column: number, row: number): Html => {
    const key = keyOf(column, row);
    const found = cells.get(key);
    if (found === undefined) return html`<td class="none">–</td>`;
    return html`<td class="${shade(found.mean)}${key === bestKey && ' best'}">${format(found.mean)}
<span class="count">${counted(found.trials)}${key === bestKey && ', best point'}</span></td>`;
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

const counted = (trials: number): string => `${count(trials)} ${trials === 1 ? 'trial' : 'trials'}`;
const keyOf = (column: number, row: number): string => `${column} ${row}`;

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
${hidden > 0 && `Left out: ${count(hidden)} ${hidden === 1 ? 'point' : 'points'} without a value.`}</p>`;
}
