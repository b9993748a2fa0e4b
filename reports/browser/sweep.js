/** reports/browser/sweep: the script of a sweep's page: pairs of parameters, sortable tables, the chart of profits. */
import { drawChart, keepChartsCurrent } from './charts.js';
import { pageData } from './page-data.js';
import { makeTablesSortable } from './tables.js';

/** @import { SweepPageData } from '../sweep/page-data.ts' */

/** Without scripts all heat maps show. */
function showChosenHeatMap() {
  const choice = document.getElementById('heat-choice');
  if (!(choice instanceof HTMLSelectElement)) return;
  const show = () => {
    for (const map of document.querySelectorAll('[data-heat]')) {
      if (map instanceof HTMLElement) map.hidden = map.dataset['heat'] !== choice.value;
    }
  };
  choice.addEventListener('change', show);
  show();
}

const sweep = /** @type {SweepPageData} */ (pageData('data'));
for (const host of document.querySelectorAll('[data-chart]')) {
  if (!(host instanceof HTMLElement)) continue;
  const chart = sweep.charts[host.dataset['chart'] ?? ''];
  if (chart !== undefined) drawChart(host, chart);
}
showChosenHeatMap();
makeTablesSortable();
keepChartsCurrent();
