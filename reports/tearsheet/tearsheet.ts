/** reports/tearsheet/tearsheet: the report of a backtest as one HTML file that needs no network. */
import type { Metric, ReportTable, ReportView } from '../../backtest/report-schema.ts';
import { LazyRows } from '../../backtest/rows.ts';
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { chartPlace } from '../page/chart.ts';
import { type Column, type Content, dataBlock, type Html, html, priceDigits, table } from '../page/html.ts';
import { contentsOf, definitionList, keyFigures, page, type Section, sectionParts } from '../page/page.ts';
import { calibrationCurve, type EquityCharts, equityCharts } from './equity-charts.ts';
import { assumptionFacts, auditTable, dataFacts, header } from './header.ts';
import { FACT_NAMES, marketCharts, pricePanel } from './market-charts.ts';
import { type Names, namesOf } from './market-names.ts';
import type { PageData } from './page-data.ts';
import { fillTable, holdingTable, logTable, orderTable, settlementTable } from './record-tables.ts';
import { FORMATS, metricFigure } from './unit-text.ts';

type Row = ReportTable['rows'][number];

/** A table with more columns has the width of the page for itself. */
const NARROW = 6;

/** Narrow tables stand side by side. */
function resultTables(tables: readonly ReportTable[]): Content {
  const isNarrow = ({ columns }: ReportTable) => columns.length <= NARROW;
  return [
    tables.filter((each) => !isNarrow(each)).map(resultTable),
    html`<div class="pair">${tables.filter(isNarrow).map(resultTable)}</div>`,
  ];
}

function resultTable({ id, title, definition, columns, rows }: ReportTable): Html {
  const addsUp = id.startsWith('pnl-by-');
  return table<Row>({
    caption: title,
    note: definition,
    columns: columns.map((column) => columnOf(column, addsUp)),
    rows,
    empty: 'No rows.',
  });
}

const SIGNED = /pnl|realised/i;

function columnOf({ id, title, unit }: ReportTable['columns'][number], addsUp: boolean): Column<Row> {
  if (unit === 'text') return { head: title, text: (row) => String(row[id] ?? ''), isProse: true };
  return {
    head: title,
    value: ({ [id]: value }) => (typeof value === 'number' ? value : undefined),
    format: FORMATS[unit],
    isSigned: unit === 'dollars a share' || (unit === 'dollars' && SIGNED.test(id)),
    hasTotal: addsUp && (unit === 'dollars' || unit === 'count'),
  };
}

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['page-data', 'number-text', 'tables', 'charts', 'price-marks', 'price-panel', 'tearsheet'];

export function tearsheetHtml(report: ReportView): string {
  const digits = priceDigits(new LazyRows(report.fills, ({ price }) => price));
  const names = namesOf(report);
  const equity = equityCharts(report);
  const markets = marketCharts(report, names, digits);
  const data: PageData = {
    charts: equity === undefined ? {} : { equity: equity.equity, drawdown: equity.drawdown },
    markets,
    factNames: FACT_NAMES,
  };
  const sections: readonly Section[] = [
    {
      id: 'result',
      title: 'Result',
      content: [figures(report, 'result'), equityPlaces(equity), figures(report, 'risk')],
    },
    { id: 'prices', title: 'Prices and fills', content: pricePanel(markets, report.prices.length) },
    { id: 'origin', title: 'Where the money came from', content: origin(report, names) },
    { id: 'execution', title: 'Execution', content: execution(report, names, digits) },
    { id: 'forecasts', title: 'Forecasts', content: forecasts(report) },
    { id: 'assumptions', title: 'Assumptions and data', content: basis(report) },
    { id: 'log', title: 'Log', content: logTable(report) },
    { id: 'definitions', title: 'Definitions', content: definitions(report) },
  ];
  return page({
    title: `${report.strategy}: backtest`,
    styles: kitStyles(),
    scripts: [chartLibrary(), browserScript(SCRIPTS)],
    body: html`<main class="page">
${header(report)}
${contentsOf(sections)}
<noscript><p class="note">The charts need scripts. Everything else reads without them.</p></noscript>
${sectionParts(sections)}
</main>
${dataBlock('data', data)}`,
  });
}

function figures({ metrics }: ReportView, group: Metric['group']) {
  return keyFigures(metrics.filter((metric) => metric.group === group).map(metricFigure));
}

function equityPlaces(charts: EquityCharts | undefined): Content {
  if (charts === undefined) return html`<p class="empty">The run has no point of equity.</p>`;
  const { equity, drawdown } = charts.summaries;
  return [
    chartPlace({ chart: 'equity', title: 'Equity', summary: equity, height: 280 }),
    chartPlace({ chart: 'drawdown', title: 'Drawdown', summary: drawdown, height: 150 }),
  ];
}

const EXECUTION_TABLES: readonly string[] = ['markouts', 'unfilled-orders'];
const FORECAST_TABLES: readonly string[] = ['forecast-horizons', 'calibration'];

function origin(report: ReportView, names: Names): Content {
  const elsewhere = [...EXECUTION_TABLES, ...FORECAST_TABLES];
  const tables = report.tables.filter(({ id }) => !elsewhere.includes(id));
  return [resultTables(tables), settlementTable(report, names), holdingTable(report, names)];
}

function execution(report: ReportView, names: Names, digits: number): Content {
  const tables = report.tables.filter(({ id }) => EXECUTION_TABLES.includes(id));
  return [
    figures(report, 'execution'),
    resultTables(tables),
    fillTable(report, names, digits),
    orderTable(report, names, digits),
  ];
}

function forecasts(report: ReportView): Content {
  if (report.forecasts.length === 0) return html`<p class="empty">The strategy made no forecasts.</p>`;
  const tables = report.tables.filter(({ id }) => FORECAST_TABLES.includes(id));
  const calibration = tables.find(({ id }) => id === 'calibration');
  return [
    figures(report, 'forecasts'),
    calibration && html`<div class="pair">${calibrationCurve(calibration)}${resultTable(calibration)}</div>`,
    resultTables(tables.filter((table) => table !== calibration)),
  ];
}

function basis(report: ReportView): Content {
  return [
    auditTable(report),
    html`<div class="pair"><section><h3>Assumptions</h3>${assumptionFacts(report)}</section>
<section><h3>Data</h3>${dataFacts(report)}</section></div>`,
  ];
}

/** Of all that the page shows. A name stands twice where it means two things. */
function definitions(report: ReportView): Content {
  const hasForecasts = report.forecasts.length > 0;
  const metrics = report.metrics.filter(({ group }) => hasForecasts || group !== 'forecasts');
  const tables = report.tables.filter(({ id }) => hasForecasts || !FORECAST_TABLES.includes(id));
  const columns = tables.flatMap((table) => table.columns);
  const unique = new Map(columns.map((column) => [`${column.title}: ${column.definition}`, column])).values();
  return [
    html`<h3>Figures</h3>${definitionList(metrics)}`,
    html`<h3>Columns of tables</h3>${definitionList([...unique])}`,
  ];
}
