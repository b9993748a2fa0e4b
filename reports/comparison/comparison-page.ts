/** reports/comparison/comparison-page: a comparison as one HTML file: runs, numbers, and a table for each list. */

import { placed } from '../outcome.ts';
import { browserScript, kitStyles } from '../page/assets.ts';
import { type Column, type Content, count, type Html, html, table } from '../page/html.ts';
import { keyFigures, page, sectionParts, verdictBadge } from '../page/page.ts';
import type { ChangedFinding, CheckChange, ComparedFinding, Comparison, LoneCheck } from './comparison.ts';
import {
  CAUSE_CHANGES,
  CLASSES,
  causeLine,
  classCounts,
  LONE_CHECKS,
  loneLine,
  outcomeLine,
  RUN_CHANGES,
  SEVERITIES,
  sideLine,
  suitesLine,
} from './sentences.ts';

type Row = ComparedFinding | ChangedFinding;

const BEFORE: Column<Row> = { head: 'Before', text: (row) => ('old' in row ? placed(row.old) : ''), isProse: true };

function findingTable(caption: string, rows: readonly Row[]): Html {
  const isChange = rows.some((row) => 'old' in row);
  return table<Row>({
    caption,
    rows,
    empty: '',
    columns: [
      { head: 'Severity', text: severityText },
      { head: 'Check', text: checkText, isProse: true },
      { head: 'Clause', text: 'clause', isProse: true },
      { head: 'Request', text: ({ request }) => html`<code>${request}</code>`, isProse: true },
      { head: 'Expected', text: 'expected', isProse: true },
      ...(isChange ? [BEFORE] : []),
      { head: isChange ? 'Now' : 'Actual', text: placed, isProse: true },
    ],
  });
}

function checkText({ check, title }: { readonly check: string; readonly title: string }) {
  return html`<span title="${title}">${check}</span>`;
}

function severityText(row: Row): Content {
  const { severity, regression, expectedFailure } = row;
  const was = 'old' in row && row.old.severity !== severity ? `, was ${row.old.severity}` : '';
  const note = regression ? ', regression' : expectedFailure === true ? ', expected' : '';
  return html`<span class="${severity === 'fail' && 'loss'}">${severity}${was}${note}</span>`;
}

function changeTable(caption: string, rows: readonly CheckChange[]): Html {
  return table<CheckChange>({
    caption,
    rows,
    empty: '',
    columns: [
      { head: 'Check', text: checkText, isProse: true },
      { head: 'Old', text: 'old' },
      {
        head: 'New',
        text: ({ new: now, regression }) => (regression ? html`<span class="loss">${now}, regression</span>` : now),
      },
      { head: 'Reason', text: ({ reason }) => reason ?? '', isProse: true },
    ],
  });
}

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['tables', 'lists'];

export function comparisonHtml(comparison: Comparison): string {
  const { old, new: newer } = comparison;
  const sections = sectionsOf(comparison);
  const links = sections.map(({ id, title, size }) => html`<li><a href="#${id}">${title} (${count(size)})</a></li>`);
  return page({
    title: `${old.name} and ${newer.name}: comparison`,
    styles: kitStyles('comparison/comparison.css'),
    scripts: [browserScript(SCRIPTS)],
    body: html`<main class="page">
${header(comparison)}
${sections.length > 1 && html`<ul class="contents on-screen">${links}</ul>`}
<section id="numbers"><h2>Numbers</h2>${numbers(comparison)}</section>
${sectionParts(sections)}
</main>`,
  });
}

function sectionsOf({ findings, causes, checks }: Comparison) {
  const sections = [
    ...CAUSE_CHANGES.map(({ key, title }) => {
      const content = html`<ul>${causes[key].map((cause) => html`<li>${causeLine(cause)}</li>`)}</ul>`;
      return { id: `causes-${key}`, title, size: causes[key].length, content };
    }),
    ...CLASSES.map(({ key, title, meaning }) => {
      return { id: key, title, size: findings[key].length, content: findingTable(meaning, findings[key]) };
    }),
    ...RUN_CHANGES.map(({ key, title, meaning }) => {
      return { id: key, title, size: checks[key].length, content: changeTable(meaning, checks[key]) };
    }),
  ];
  return sections.filter(({ size }) => size > 0);
}

function header(comparison: Comparison): Html {
  const { old, new: newer, regressions } = comparison;
  return html`<header>
<p class="kicker">Touchstone comparison</p>
<h1>${outcomeLine(comparison)}</h1>
<p class="summary">${old.name} · ${sideLine(old)}<br>${newer.name} · ${sideLine(newer)}</p>
<ul class="badges">
${[verdictBadge(old, 'Old'), verdictBadge(newer, 'New')]}
<li class="badge ${regressions > 0 ? 'bad' : 'good'}">Regressions <b>${count(regressions)}</b></li>
</ul>
${[suitesNotice(comparison), settingsNotice(comparison)]}
</header>`;
}

function suitesNotice(comparison: Comparison): Content {
  const text = suitesLine(comparison);
  if (text === undefined) return undefined;
  return html`<div class="notice warn"><h2>The suites differ</h2><p>${text}</p>
${LONE_CHECKS.map(({ key, title }) => loneChecks(title, comparison.suites[key]))}</div>`;
}

const LONE_SHOWN = 50;

function loneChecks(title: string, all: readonly LoneCheck[]): Content {
  if (all.length === 0) return undefined;
  const more = all.length > LONE_SHOWN ? ` and ${count(all.length - LONE_SHOWN)} more` : '';
  return html`<p>${title}: ${all.slice(0, LONE_SHOWN).map(loneLine).join(', ')}${more}</p>`;
}

function settingsNotice({ settings }: Comparison): Content {
  if (settings.length === 0) return undefined;
  return html`<div class="notice"><h2>The settings of the runs differ</h2>
<ul>${settings.map(({ name, old, new: newer }) => html`<li>${name}: ${old}, now <b>${newer}</b></li>`)}</ul></div>`;
}

function numbers(comparison: Comparison): Html {
  const findings = classCounts(comparison).map(({ key, title, meaning, counts }) => {
    const total = counts.reduce((sum, value) => sum + value, 0);
    const detail = SEVERITIES.map((severity, at) => `${count(counts[at] ?? 0)} ${severity}`).join(', ');
    return { id: `count-${key}`, name: title, value: count(total), detail, definition: `${meaning}.` };
  });
  const checks = RUN_CHANGES.map(({ key, title, meaning }) => {
    return { id: `count-${key}`, name: title, value: count(comparison.checks[key].length), definition: `${meaning}.` };
  });
  return keyFigures([...findings, ...checks]);
}
