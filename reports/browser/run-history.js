/** reports/browser/run-history: the script of the page of a history: the chart over the runs, sortable tables. */
import { drawChart, keepChartsCurrent } from './charts.js';
import { pageData } from './page-data.js';
import { makeTablesSortable } from './tables.js';

/** @import { RunHistoryPageData } from '../run-history/page-data.ts' */

/** With more runs than this, dots would hide the line. */
const DOTS = 100;

/** Distances between the ticks of the axis. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/**
 * The chart with numbers of runs in place of times, and the name of a run above its values.
 * @param {HTMLElement} host
 * @param {RunHistoryPageData} data
 */
function drawRuns(host, { chart, names }) {
  const { plot } = drawChart(host, chart);
  const [axis] = plot.axes;
  if (axis !== undefined) {
    axis.incrs = () => STEPS;
    axis.values = (_, ticks) => ticks.map(String);
  }
  for (const { points } of plot.series.slice(1)) if (points !== undefined) points.show = () => names.length <= DOTS;
  const showName = () => {
    const moment = document.querySelector('[data-readout="trend"] .time');
    if (moment !== null) moment.textContent = names[plot.cursor.idx ?? names.length - 1] ?? '';
  };
  plot.hooks.setCursor?.push(showName);
  // Drawing moves the cursor, which names the newest run.
  plot.redraw(false, true);
}

const host = document.querySelector('[data-chart="trend"]');
if (host instanceof HTMLElement) drawRuns(host, /** @type {RunHistoryPageData} */ (pageData('data')));
makeTablesSortable();
keepChartsCurrent();
