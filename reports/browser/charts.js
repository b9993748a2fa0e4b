/** reports/browser/charts: charts over time on a canvas, with the values under the pointer above them. */
import { elapsedText, tickTexts, timeText, timeTicks, valueText } from './number-text.js';

/** @import { ChartData, ChartSeries } from '../page/chart.ts' */
/** @import UPlot from 'uplot' */
/** @typedef {import('uplot')} Plot */

const { uPlot } = /** @type {{ uPlot: typeof UPlot }} */ (/** @type {unknown} */ (globalThis));

/** Width of a printed page, so that a chart is as wide as the text. */
const PRINTED_WIDTH = 680;

/** @type {Set<{ plot: Plot, host: HTMLElement }>} */
const charts = new Set();

/** @param {string} name */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/**
 * @param {HTMLElement} host
 * @param {ChartData} data
 * @param {{ hooks?: Plot['hooks'], sync?: string, alsoShow?: readonly { at: number, value: number }[] }} extras
 *   `alsoShow`: points that the axis of values has room for
 * @returns {{ plot: Plot, remove: () => void }}
 */
export function drawChart(host, data, { hooks = {}, sync, alsoShow = [] } = {}) {
  const readout = readoutOf(host, data);
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height: Number(host.dataset['height']),
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      cursor: {
        points: { size: 7 },
        drag: { x: true, y: false, dist: 4 },
        ...(sync === undefined ? {} : { sync: { key: sync } }),
      },
      scales: { y: { range: (plot, low, high) => padded(...widened(plot, low, high, alsoShow)) } },
      axes: [timeAxis(data), valueAxis(data)],
      series: [{}, ...data.series.map(lineOf)],
      bands: bandsOf(data.series),
      hooks: { ...hooks, setCursor: [({ cursor: { idx } }) => readout(idx)] },
    },
    [[...data.times], ...data.series.map(({ values }) => [...values])],
    host,
  );
  readout(null);
  const entry = { plot, host };
  charts.add(entry);
  const observer = new ResizeObserver(() => resize(plot, host.clientWidth));
  observer.observe(host);
  const remove = () => {
    observer.disconnect();
    charts.delete(entry);
    plot.destroy();
  };
  return { plot, remove };
}

/**
 * @param {Plot} plot
 * @param {number} width
 */
function resize(plot, width) {
  if (width > 0 && width !== plot.width) plot.setSize({ width, height: plot.height });
}

/**
 * @param {Plot} plot
 * @param {number | null} low
 * @param {number | null} high
 * @param {readonly { at: number, value: number }[]} points
 * @returns {[number | null, number | null]}
 */
function widened({ scales }, low, high, points) {
  const { min = null, max = null } = scales['x'] ?? {};
  const shown = points.filter(({ at }) => at >= (min ?? -Infinity) && at <= (max ?? Infinity));
  const values = [low, high, ...shown.map(({ value }) => value)].filter((value) => value !== null);
  return values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
}

/**
 * A flat line gets room around it.
 * @param {number | null} low
 * @param {number | null} high
 * @returns {[number, number]}
 */
function padded(low, high) {
  if (low === null || high === null) return [0, 1];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.01 || 1;
  return [low - room, high === 0 && low < 0 ? 0 : high + room];
}

/**
 * @param {ChartData} data
 * @returns {UPlot.Axis}
 */
function timeAxis({ clock }) {
  return {
    stroke: () => colour('muted'),
    font: FONT,
    size: clock === 'elapsed' ? 28 : 44,
    gap: 6,
    space: 84,
    values: (_, ticks) => (clock === 'elapsed' ? ticks.map(elapsedText) : timeTicks(ticks)),
    grid: { show: false },
    ticks: { stroke: () => colour('line'), width: 1, size: 4 },
  };
}

const FONT = '12px system-ui, sans-serif';

/**
 * @param {ChartData} data
 * @returns {UPlot.Axis}
 */
function valueAxis({ unit }) {
  return {
    stroke: () => colour('muted'),
    font: FONT,
    size: 68,
    gap: 8,
    values: (_, ticks) => tickTexts(unit, ticks),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
  };
}

/**
 * @param {ChartSeries} series
 * @returns {UPlot.Series}
 */
function lineOf({ label, look }) {
  const steps = uPlot.paths.stepped?.({ align: 1 });
  return {
    label,
    ...(steps === undefined ? {} : { paths: steps }),
    points: { show: false },
    ...LOOKS[look],
  };
}

/** @type {Record<ChartSeries['look'], UPlot.Series>} */
const LOOKS = {
  line: { stroke: () => colour('accent'), width: 1.5 },
  ink: { stroke: () => colour('ink'), width: 1.25 },
  quiet: { stroke: () => colour('muted'), width: 1, dash: [4, 4] },
  area: { stroke: () => colour('loss'), width: 1, fill: () => colour('loss-area'), fillTo: 0 },
  edge: { stroke: () => colour('edge'), width: 1 },
  points: {
    paths: () => null,
    points: { show: true, size: 3, stroke: () => colour('accent'), fill: () => colour('accent') },
  },
};

/**
 * @param {readonly ChartSeries[]} series
 * @returns {UPlot.Band[]}
 */
function bandsOf(series) {
  const edges = series.flatMap(({ look }, index) => (look === 'edge' ? [index + 1] : []));
  const [top, bottom] = edges;
  if (top === undefined || bottom === undefined) return [];
  return [{ series: [top, bottom], fill: () => colour('band') }];
}

/**
 * Writes time and values of a point into the line above the chart; the last point without one.
 * @param {HTMLElement} host
 * @param {ChartData} data
 * @returns {(index: number | null | undefined) => void}
 */
function readoutOf(host, { unit, clock, times, series }) {
  const line = document.querySelector(`[data-readout="${host.dataset['chart']}"]`);
  const moment = document.createElement('span');
  moment.className = 'time';
  const values = series.map(() => document.createElement('b'));
  const entries = series.map(({ label, look }, which) => {
    const [entry, swatch] = [document.createElement('span'), document.createElement('i')];
    swatch.className = `swatch ${look}`;
    entry.append(swatch, `${label} `, values[which] ?? '');
    return entry;
  });
  line?.replaceChildren(moment, ...entries);
  return (index) => {
    const at = index ?? times.length - 1;
    moment.textContent = (clock === 'elapsed' ? elapsedText : timeText)(times[at] ?? 0);
    for (const [which, value] of values.entries()) value.textContent = valueText(unit, series[which]?.values[at]);
  };
}

/** Charts follow the colour scheme of the reader, and are drawn dark on white at the width of the paper for print. */
export function keepChartsCurrent() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('printing');
    for (const { plot } of charts) resize(plot, PRINTED_WIDTH);
    redraw();
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('printing');
    for (const { plot, host } of charts) resize(plot, host.clientWidth);
    redraw();
  });
}

function redraw() {
  for (const { plot } of charts) plot.redraw(false);
}
