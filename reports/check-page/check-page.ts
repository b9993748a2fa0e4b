/** reports/check-page/check-page: the report of a check run as one HTML file that needs no network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Report } from '../../conformance/report.ts';
import { isOfTraffic } from '../../conformance/traffic/label.ts';
import { routeName } from '../../spec/clauses/subject.ts';
import { ROUTES } from '../../spec/routes.ts';
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { dataBlock, type Html, html } from '../page/html.ts';
import { facts } from '../page/key-figures.ts';
import { contentsOf, page, type Section, sectionParts } from '../page/page.ts';
import { beginningOf, mapTexts, withoutRepeats } from '../page/repeated-texts.ts';
import type { ReportExtras } from '../report-writer.ts';
import { checkHeader, titleOf } from './check-header.ts';
import { clauseTree } from './clause-tree.ts';
import { heatMap } from './heat-map.ts';
import { pageClauses } from './page-clauses.ts';
import type { CheckPageData } from './page-data.ts';
import { exchangesOf, trafficSection } from './traffic.ts';

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = [
  ...['page-data', 'number-text', 'tables', 'charts', 'dom', 'address', 'filter', 'filter-box', 'long-list'],
  ...[
    'json-layout',
    'message-parts',
    'copyable',
    'finding-trace',
    'finding-view',
    'clause-tree',
    'check-rows',
    'check-row',
  ],
  ...['check-list', 'check-view', 'exchange-list', 'exchange-view', 'latency-chart', 'check-page'],
];

export function checkHtml(whole: Report, { trace, timings = new Map() }: ReportExtras): string {
  const report = shortened(whole);
  const clauses = report.command === 'check' ? pageClauses(report) : [];
  const data: CheckPageData = {
    report: { ...report, fingerprint: {} },
    clauses,
    routes: Object.fromEntries(ROUTES.map((route) => [route.id, { name: routeName(route), path: route.path }])),
    timings: Object.fromEntries(timings),
    exchanges: trace === undefined ? [] : exchangesOf(trace),
    ...(report.command === 'check' ? { replayFlags: `--report FILE${isOfTraffic(report) ? ' --url URL' : ''}` } : {}),
  };
  const sections = sectionsOf(report, data, trace === undefined ? undefined : trafficSection(trace));
  return page({
    title: `${titleOf(report.verdict)}: ${report.target}`,
    styles: [...kitStyles(), readFileSync(join(import.meta.dirname, 'check-page.css'), 'utf8')],
    scripts: [...(trace === undefined ? [] : [chartLibrary()]), browserScript(SCRIPTS)],
    body: html`<main class="page">
<div id="overview">
${checkHeader(report)}
${contentsOf(sections)}
${sectionParts(sections)}
</div>
<article id="detail" hidden></article>
</main>
${dataBlock('data', withoutRepeats(data))}`,
  });
}

function sectionsOf(report: Report, { clauses }: CheckPageData, traffic: Html | undefined): readonly Section[] {
  const map = heatMap(report);
  const fingerprint = Object.entries(report.fingerprint);
  return [
    { id: 'checks', title: 'Checks', content: checkPlace() },
    ...(map === undefined ? [] : [{ id: 'routes', title: 'Routes by kind of check', content: map }]),
    ...(clauses.length === 0 ? [] : [{ id: 'clauses', title: 'Clauses', content: clauseTree(clauses) }]),
    ...(traffic === undefined ? [] : [{ id: 'traffic', title: 'Traffic', content: traffic }]),
    ...(fingerprint.length === 0
      ? []
      : [{ id: 'choices', title: 'Choices of this deployment', content: facts(fingerprint) }]),
  ];
}

function checkPlace(): Html {
  return html`<noscript><p class="empty">The list of checks needs JavaScript.</p></noscript>
<div id="check-list"></div>`;
}

/** Characters of a text in the page; the report as JSON has all. */
const LONGEST = 10_000;

/** The report without texts that would make the page slow. */
function shortened({ fingerprint, ...report }: Report): Report {
  const names = Object.entries(fingerprint).map(([name, value]) => [short(name), value]);
  return Report.parse(mapTexts({ ...report, fingerprint: Object.fromEntries(names) }, short));
}

const short = (text: string): string => beginningOf(text, LONGEST);
