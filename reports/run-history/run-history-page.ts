/** reports/run-history/run-history-page: a history as one HTML file: the newest run, a chart, a table of all runs. */
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { chartPlace } from '../page/chart.ts';
import { type Content, count, countOf, dataBlock, type Html, html, table } from '../page/html.ts';
import { page, verdictBadge } from '../page/page.ts';
import { percent } from '../summary.ts';
import type { RunHistoryPageData } from './page-data.ts';
import type { HistoryRun, RunHistory } from './run-history.ts';
import { coverageShare, remark, resultShare, shareText } from './text.ts';

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['page-data', 'number-text', 'tables', 'charts', 'run-history'];

/** Runs of the chart; each is a point, and more of them than pixels show nothing more. */
const CHARTED = 2_000;

export function runHistoryHtml(history: RunHistory): string {
  const { skipped } = history;
  const charted = history.runs.slice(-CHARTED);
  const first = history.runs.length - charted.length + 1;
  const data: RunHistoryPageData = {
    chart: {
      unit: 'percent',
      times: charted.map((_, index) => first + index),
      series: [
        { label: 'Result', look: 'line', values: charted.map(resultShare) },
        { label: 'Coverage', look: 'quiet', values: charted.map(coverageShare) },
      ],
    },
    names: charted.map(({ file }) => file),
  };
  return page({
    title: `${history.runs.length} reports`,
    styles: kitStyles(),
    scripts: [chartLibrary(), browserScript(SCRIPTS)],
    body: html`<main class="page">
${header(history)}
<section id="trend"><h2>Trend</h2>${chartPlace({
      chart: 'trend',
      title: 'Result and coverage of each run',
      summary: `Result and coverage over ${charted.length} runs; the table has the numbers`,
      height: 260,
      note:
        'Result is the share of verified clauses that passed, ' +
        'coverage the share of MUST clauses that were verified.',
    })}</section>
<section id="runs"><h2>Runs</h2>${runTable(history.runs)}</section>
${skipped.length > 0 && html`<section id="skipped"><h2>Skipped files</h2>${skippedTable(skipped)}</section>`}
</main>
${dataBlock('data', data)}`,
  });
}

function header({ runs }: RunHistory): Html {
  const last = runs.at(-1);
  return html`<header>
<p class="kicker">Touchstone history</p>
<h1>${countOf(runs.length, 'report')}</h1>
${last !== undefined && newest(last)}
</header>`;
}

function newest(run: HistoryRun): Html {
  const { file, target, coverage, result, counts } = run;
  return html`<p class="summary">The newest is ${file}, of ${target}</p>
<ul class="badges">
${verdictBadge(run, 'Verdict')}
<li class="badge">Coverage <b>${percent(coverage.verified, coverage.must)}</b></li>
<li class="badge">Result <b>${percent(result.passed, result.verified)}</b></li>
<li class="badge">Failing checks <b>${count(counts.fail)}</b></li>
</ul>`;
}

type Numbered = { readonly run: HistoryRun; readonly number: number };

function runTable(runs: readonly HistoryRun[]): Html {
  const newestFirst = runs.map((run, index): Numbered => ({ run, number: index + 1 })).reverse();
  return table<Numbered>({
    caption: 'Runs, newest first',
    note: 'New and fixed are findings against the run before.',
    rows: newestFirst,
    empty: 'There are no runs.',
    columns: [
      { head: 'Number', value: 'number', format: count },
      { head: 'File', text: ({ run: { file } }) => file, isProse: true },
      { head: 'Verdict', text: ({ run }) => verdictText(run) },
      { head: 'Coverage', value: ({ run }) => coverageShare(run), format: shareText },
      { head: 'Result', value: ({ run }) => resultShare(run), format: shareText },
      { head: 'Fail', value: ({ run: { counts } }) => counts.fail, format: count },
      { head: 'Warn', value: ({ run: { counts } }) => counts.warn, format: count },
      { head: 'New', value: ({ run: { change } }) => change?.new, format: count },
      { head: 'Fixed', value: ({ run: { change } }) => change?.fixed, format: count },
      { head: 'Remarks', text: ({ run }) => remark(run), isProse: true },
    ],
  });
}

function verdictText({ verdict }: HistoryRun): Content {
  return html`<span class="${verdict === 'non-conformant' && 'loss'}">${verdict}</span>`;
}

function skippedTable(skipped: RunHistory['skipped']) {
  return table<RunHistory['skipped'][number]>({
    caption: 'Files that are not reports',
    rows: skipped,
    empty: '',
    columns: [
      { head: 'File', text: 'file', isProse: true },
      { head: 'Reason', text: 'reason', isProse: true },
    ],
  });
}
