/** reports/sweep/sweep-page: the report of a sweep as one HTML file that needs no network. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { type ChartData, chartPlace } from '../page/chart.ts';
import { kept } from '../page/downsample.ts';
import { dataBlock, type Html, html } from '../page/html.ts';
import { definitionList, facts, keyFigures } from '../page/key-figures.ts';
import { count, exactMoment, money } from '../page/numbers.ts';
import { contentsOf, page, type Section, sectionParts } from '../page/page.ts';
import { metricFigure } from '../tearsheet/metric-figures.ts';
import { assumptionFacts } from '../tearsheet/run-facts.ts';
import { heatMaps } from './heat-map.ts';
import type { SweepPageData } from './page-data.ts';
import { sweepHeader } from './sweep-header.ts';
import { pointTable, windowTable } from './sweep-tables.ts';

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['page-data', 'number-text', 'tables', 'charts', 'sweep'];

export function sweepHtml(report: SweepReport): string {
  const profit = profitChart(report);
  const data: SweepPageData = { charts: profit === undefined ? {} : { profit: profit.data } };
  const sections: readonly Section[] = [
    { id: 'result', title: 'Result', content: keyFigures(report.figures.map(metricFigure)) },
    ...(report.windows.length === 0
      ? []
      : [{ id: 'windows', title: 'Walk-forward', content: [profit?.place, windowTable(report)] }]),
    { id: 'parameters', title: 'Parameters', content: heatMaps(report) },
    { id: 'points', title: 'Points', content: pointTable(report) },
    { id: 'assumptions', title: 'Assumptions and data', content: basis(report) },
    { id: 'definitions', title: 'Definitions', content: definitions(report) },
  ];
  return page({
    title: `${report.strategy.name}: sweep`,
    styles: kitStyles(),
    scripts: [chartLibrary(), browserScript(SCRIPTS)],
    body: html`<main class="page">
${sweepHeader(report)}
${contentsOf(sections)}
${sectionParts(sections)}
</main>
${dataBlock('data', data)}`,
  });
}

/** Points of a chart: more than the pixels of a wide screen. */
const POINTS = 4_000;

/** Undefined without an out-of-sample result. */
function profitChart({ outOfSample }: SweepReport): { readonly data: ChartData; readonly place: Html } | undefined {
  const { at, pnl } = outOfSample ?? { at: [], pnl: [] };
  const [first] = at;
  if (first === undefined) return undefined;
  let total = 0;
  const totals = pnl.map((profit) => {
    total += profit;
    return Number(total.toFixed(6));
  });
  const indices = kept(at, [totals], POINTS);
  return {
    data: {
      unit: 'dollars',
      times: indices.map((index) => (at[index] ?? 0) / 1e6),
      series: [{ label: 'Out-of-sample P&L', look: 'line', values: indices.map((index) => totals[index] ?? 0) }],
    },
    place: chartPlace({
      chart: 'profit',
      title: 'Out-of-sample P&L, added up',
      summary: `The P&L of the test spans adds up to ${money(total)}`,
      height: 240,
    }),
  };
}

function basis({ assumptions, fidelity, data, strategy, draws, drawSeed, seeds, touchstone }: SweepReport): Html {
  return html`<div class="pair"><section><h3>Assumptions</h3>${assumptionFacts({ assumptions, fidelity })}</section>
<section><h3>Data and draws</h3>${facts([
    ['From (UTC)', exactMoment(data.from)],
    ['To (UTC)', exactMoment(data.to)],
    ['Rows of the recording', count(data.rows)],
    ['Checksum', html`<code>${data.checksum}</code>`],
    ['SHA-256 of the strategy', html`<code>${strategy.sha256}</code>`],
    ['Seeds', seedText(seeds)],
    ['Draws for each combination', draws > 1 ? `${count(draws)}, seed ${drawSeed}` : 'none'],
    ['Touchstone', touchstone],
  ])}</section></div>`;
}

const SEEDS_SHOWN = 20;

function seedText(seeds: readonly string[]): string {
  const more = seeds.length - SEEDS_SHOWN;
  return `${seeds.slice(0, SEEDS_SHOWN).join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

function definitions({ figures, metric }: SweepReport): Html {
  return definitionList([...figures, metric].map(({ title, definition }) => ({ name: title, definition })));
}
