/** reports/browser/tearsheet: the script of a tearsheet: charts, sortable tables, the fills of each market. */
import { drawChart, keepChartsCurrent } from './charts.js';
import { pageData } from './page-data.js';
import { showPricePanel } from './price-panel.js';
import { makeTablesSortable } from './tables.js';

/** @import { PageData } from '../tearsheet/page-data.ts' */

const data = /** @type {PageData} */ (pageData('data'));
for (const host of document.querySelectorAll('[data-chart]')) {
  if (!(host instanceof HTMLElement)) continue;
  const chart = data.charts[host.dataset['chart'] ?? ''];
  if (chart !== undefined) drawChart(host, chart, { sync: 'time' });
}
showPricePanel(data);
makeTablesSortable();
keepChartsCurrent();
