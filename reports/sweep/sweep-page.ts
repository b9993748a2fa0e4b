/** reports/sweep/sweep-page: the report of a sweep as one HTML file that needs no network. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { addCount } from '../../base/record.ts';
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { type ChartData, chartPlace } from '../page/chart.ts';
import { kept } from '../page/downsample.ts';
import {
  count,
  countOf,
  dataBlock,
  decimal,
  duration,
  exactMoment,
  type Html,
  html,
  moment,
  money,
  separated,
} from '../page/html.ts';
import { contentsOf, definitionList, facts, keyFigures, page, sectionParts, withContent } from '../page/page.ts';
import { assumptionFacts, rosierNotice } from '../tearsheet/header.ts';
import { metricFigure } from '../tearsheet/unit-text.ts';
import { CONVINCING, figureOf, LOSSES, standingOf } from './best-points.ts';
import type { SweepPageData } from './page-data.ts';
import { heatMaps, pointTable, windowTable } from './sweep-tables.ts';

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['page-data', 'number-text', 'tables', 'charts', 'sweep'];

export function sweepHtml(report: SweepReport): string {
  const profit = profitChart(report);
  const data: SweepPageData = { charts: profit === undefined ? {} : { profit: profit.data } };
  const sections = withContent([
    { id: 'result', title: 'Result', content: keyFigures(report.figures.map(metricFigure)) },
    {
      id: 'windows',
      title: 'Walk-forward',
      content: report.windows.length > 0 && [profit?.place, windowTable(report)],
    },
    { id: 'parameters', title: 'Parameters', content: heatMaps(report) },
    { id: 'points', title: 'Points', content: pointTable(report) },
    { id: 'assumptions', title: 'Assumptions and data', content: basis(report) },
    { id: 'definitions', title: 'Definitions', content: definitionList([...report.figures, report.metric]) },
  ]);
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

function seedText(seeds: readonly string[]) {
  const more = seeds.length - SEEDS_SHOWN;
  return `${seeds.slice(0, SEEDS_SHOWN).join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

function sweepHeader(report: SweepReport): Html {
  const { strategy, fidelity, metric, counts, params } = report;
  return html`<header>
<p class="kicker">Touchstone sweep</p>
<h1>${strategy.name}</h1>
<p class="summary">${summary(report)}</p>
<ul class="badges">
<li class="badge">Points tried <b>${count(counts.points + counts.triedBefore)}</b></li>
<li class="badge">Trials <b>${count(counts.trials)}</b></li>
${deflatedBadge(report)}
${counts.failed > 0 && html`<li class="badge bad">Failed <b>${count(counts.failed)}</b></li>`}
<li class="badge">Compared by <b>${metric.title}</b></li>
<li class="badge">Fidelity <b>${fidelity}</b></li>
${Object.entries(params).map(([name, value]) => html`<li class="badge">${name} <b>${String(value)}</b></li>\n`)}
</ul>
${[failureNotice(report), luckNotice(report), rosierNotice(report)]}
</header>`;
}

function summary({ markets, seeds, data: { from, to }, windows }: SweepReport): Html {
  const span = duration(Math.floor((to - from) / 1e6));
  const each = markets.mode === 'each' ? ', each in separate trials' : '';
  const parts = [
    `${countOf(markets.names.length, 'market')}${each}`,
    html`<span class="time">${moment(from)}</span> to <span class="time">${moment(to)}</span> UTC (${span})`,
    countOf(seeds.length, 'seed'),
    ...(windows.length === 0 ? [] : [`walk-forward over ${count(windows.length)} windows`]),
  ];
  return separated(parts);
}

function deflatedBadge(report: SweepReport): Html {
  const { value = null, reason } = figureOf(report, 'deflated-sharpe') ?? {};
  if (value === null) return html`<li class="badge">Deflated Sharpe <b>${reason?.split(/[:(]/)[0] ?? 'none'}</b></li>`;
  const tone = standingOf(report) === 'convincing' ? 'good' : 'bad';
  return html`<li class="badge ${tone}">Deflated Sharpe <b>${decimal(value, 3)}</b></li>`;
}

function failureNotice({ counts, trials }: SweepReport): Html | undefined {
  if (counts.failed === 0) return undefined;
  const messages = new Map<string, number>();
  for (const { message } of trials) {
    if (message !== undefined) addCount(messages, message);
  }
  const shown = [...messages].toSorted(([, one], [, other]) => other - one).slice(0, 5);
  return html`<div class="notice fail"><h2>${count(counts.failed)} of ${count(counts.trials)} trials failed</h2>
<ul>${shown.map(([message, times]) => html`<li>${count(times)}: ${message}</li>`)}</ul>
<p>They count as tried, and their points were never chosen.</p></div>`;
}

function luckNotice(report: SweepReport): Html | undefined {
  const standing = standingOf(report);
  const { points, triedBefore } = report.counts;
  const { value = null, reason = '' } = figureOf(report, 'deflated-sharpe') ?? {};
  switch (standing) {
    case 'loses':
      return html`<div class="notice fail"><h2>${LOSSES[standing]}</h2>
<p>Every point lost money or did nothing. The best one only lost least.</p></div>`;
    case 'loses-outside':
      return html`<div class="notice fail"><h2>${LOSSES[standing]}</h2>
<p>The points that were best in training lost money or did nothing in the tests \
that followed, or no test completed.</p></div>`;
    case 'short':
      return html`<div class="notice warn"><h2>Too few observations</h2>
<p>No ratio is stated, so that the best point may be luck: ${reason}.</p></div>`;
    case 'luck':
      return html`<div class="notice warn">\
<h2>${report.windows.length > 0 ? 'The choices' : 'The best point'} may well be luck</h2>
<p>The deflated Sharpe ratio is ${decimal(value ?? 0, 3)}, below ${CONVINCING}: \
of ${count(points + triedBefore)} points without an edge, the best one often looks as good.</p></div>`;
    default:
      return undefined;
  }
}
