/** reports/check-page/check-page: the report of a check run as one HTML file that needs no network. */

import { type CheckResult, type CheckVerdict, Report } from '../../conformance/report.ts';
import { isOfTraffic } from '../../conformance/traffic/label.ts';
import { routeName } from '../../spec/clauses/clause.ts';
import { ROUTES } from '../../spec/routes.ts';
import { browserScript, chartLibrary, kitStyles } from '../page/assets.ts';
import { count, dataBlock, type Html, html, separated } from '../page/html.ts';
import { contentsOf, facts, page, type Section, sectionParts, withContent } from '../page/page.ts';
import { beginningOf, mapTexts, withoutRepeats } from '../page/repeated-texts.ts';
import type { ReportExtras } from '../report-writer.ts';
import { checkHeader, TITLES } from './check-header.ts';
import { CLAUSE_STATES } from './clause-states.ts';
import { pageClauses, UNKNOWN_SECTION } from './page-clauses.ts';
import type { CheckPageData, PageClause } from './page-data.ts';
import { sectionTitle } from './section-titles.ts';
import { exchangesOf, trafficSection } from './traffic.ts';

/** Verdicts in the order of severity, with the class of a cell and its word. The first one that occurs decides. */
const TONES: readonly (readonly [name: string, word: string, verdicts: readonly CheckVerdict[]])[] = [
  ...(['fail', 'error', 'warn', 'note'] as const).map((verdict) => [verdict, verdict, [verdict]] as const),
  ['idle', 'not judged', ['not-testable', 'blocked', 'not-run', 'not-applicable']],
];

type Row = { readonly route: string | undefined; readonly name: string };

/** Undefined if no check names a route. */
export function heatMap({ checks }: Report): Html | undefined {
  if (checks.every(({ route }) => route === undefined)) return undefined;
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  const byCell = Map.groupBy(checks, ({ route, kind }) => keyOf(route, kind));
  return html`<div class="scroll map" role="region" tabindex="0" aria-label="Checks by route and kind">\
<table class="heat">
<thead><tr><th scope="col">Route</th>${kinds.map((kind) => html`<th scope="col">${kind}</th>`)}</tr></thead>
<tbody>${rowsOf(checks).map(
    ({ route, name }) =>
      html`<tr><th scope="row">${name}</th>${kinds.map((kind) =>
        cell(byCell.get(keyOf(route, kind)) ?? [], route, kind),
      )}</tr>\n`,
  )}</tbody></table></div>
${legend()}`;
}

const keyOf = (route: string | undefined, kind: string) => JSON.stringify([route, kind]);

/** Routes of the table in its order, then others by id, then the checks of several routes. */
function rowsOf(checks: readonly CheckResult[]): readonly Row[] {
  const seen = new Set(checks.map(({ route }) => route));
  const known = ROUTES.flatMap((route) => (seen.delete(route.id) ? [{ route: route.id, name: routeName(route) }] : []));
  const several = seen.delete(undefined) ? [{ route: undefined, name: 'several routes' }] : [];
  return [...known, ...[...seen].map((route) => ({ route, name: route ?? '' })), ...several];
}

function cell(checks: readonly CheckResult[], route: string | undefined, kind: string): Html {
  if (checks.length === 0) return html`<td class="none">–</td>`;
  for (const [name, word, verdicts] of TONES) {
    const found = checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
    if (found === 0) continue;
    return filled(name, checks.length, `${count(found)} ${word}`, linkTo(route, kind));
  }
  return filled('pass', checks.length, 'pass', linkTo(route, kind));
}

function filled(tone: string, all: number, text: string, link: string): Html {
  const cell = html`<a class="cell" href="${link}">${count(all)}<span class="count">${text}</span></a>`;
  return html`<td class="tone-${tone}">${cell}</td>`;
}

/** As `hashOf` of `reports/browser/address.js` writes it. */
function linkTo(route: string | undefined, kind: string): string {
  const words = [`route:${route === undefined ? 'several' : phrase(route)}`, `kind:${phrase(kind)}`];
  return `#filter=${encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('%3A', ':').replaceAll('%20', '+')}`;
}

const phrase = (text: string) => (/[\s,"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text);

function legend(): Html {
  const items = [['pass', 'all pass'], ...TONES.map(([name, word]) => [name, word] as const)] as const;
  return html`<p class="note legend">${items.map(
    ([name, word]) => html`<span><i class="swatch-cell tone-${name}"></i>${word}</span> `,
  )}</p>`;
}

function clauseTree(clauses: readonly PageClause[]): Html {
  const sections = [...Map.groupBy(clauses, ({ section }) => section)];
  return html`<p class="note legend">${CLAUSE_STATES.map(
    (state) => html`<span><i class="swatch-cell state-${slug(state)}"></i>${state}</span> `,
  )}</p>
<div class="clause-tree">${sections.map(([section, group]) => sectionPart(section, group))}</div>`;
}

const slug = (state: string) => state.replace(' ', '-');

function sectionPart(section: string, clauses: readonly PageClause[]): Html {
  const counts = CLAUSE_STATES.flatMap((state) => {
    const number = clauses.filter((clause) => clause.state === state).length;
    return number === 0 ? [] : [{ state, number }];
  });
  const [number, title] =
    section === UNKNOWN_SECTION ? ['?', 'Clauses that this version does not know'] : [section, sectionTitle(section)];
  return html`<details data-section="${section}"${section.includes('.') && html` class="inner"`}>\
<summary><span class="section-number">${number}</span>
<span class="section-title">${title}</span>
${bar(counts, clauses.length)}
<span class="section-counts">${separated(
    counts.map(({ state, number: size }) => html`<span class="ink-${slug(state)}">${count(size)} ${state}</span>`),
    ', ',
  )}</span></summary><div class="section-body"></div></details>\n`;
}

const BAR_WIDTH = 120;

function bar(counts: readonly { readonly state: string; readonly number: number }[], all: number): Html {
  let left = 0;
  const parts = counts.map(({ state, number }) => {
    const width = (number / all) * BAR_WIDTH;
    const [x, size] = [left.toFixed(2), width.toFixed(2)];
    const part = html`<rect class="state-${slug(state)}" x="${x}" width="${size}" height="8"/>`;
    left += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 8" \
preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = [
  'page-data',
  'number-text',
  'tables',
  'charts',
  'dom',
  'address',
  'filter',
  'filter-box',
  'long-list',
  'json-layout',
  'message-parts',
  'copyable',
  'finding-trace',
  'finding-view',
  'clause-tree',
  'check-rows',
  'check-row',
  'check-list',
  'check-view',
  'exchange-list',
  'exchange-view',
  'latency-chart',
  'check-page',
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
    title: `${TITLES[report.verdict]}: ${report.target}`,
    styles: kitStyles('check-page/check-page.css'),
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
  const fingerprint = Object.entries(report.fingerprint);
  const list = html`<noscript><p class="empty">The list of checks needs JavaScript.</p></noscript>
<div id="check-list"></div>`;
  return withContent([
    { id: 'checks', title: 'Checks', content: list },
    { id: 'routes', title: 'Routes by kind of check', content: heatMap(report) },
    { id: 'clauses', title: 'Clauses', content: clauses.length > 0 && clauseTree(clauses) },
    { id: 'traffic', title: 'Traffic', content: traffic },
    { id: 'choices', title: 'Choices of this deployment', content: fingerprint.length > 0 && facts(fingerprint) },
  ]);
}

/** Characters of a text in the page; the report as JSON has all. */
const LONGEST = 10_000;

/** The report without texts that would make the page slow. */
function shortened({ fingerprint, ...report }: Report): Report {
  const names = Object.entries(fingerprint).map(([name, value]) => [short(name), value]);
  return Report.parse(mapTexts({ ...report, fingerprint: Object.fromEntries(names) }, short));
}

const short = (text: string) => beginningOf(text, LONGEST);
