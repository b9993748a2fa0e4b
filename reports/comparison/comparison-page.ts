/** reports/comparison/comparison-page: a comparison as one HTML file: the two runs, the numbers, and a table for each class of findings. */
import { browserScript, kitStyles } from '../page/assets.ts';
import { type Content, type Html, html } from '../page/html.ts';
import { keyFigures } from '../page/key-figures.ts';
import { count } from '../page/numbers.ts';
import { page } from '../page/page.ts';
import { type Column, table } from '../page/table.ts';
import { verdictBadge } from '../page/verdict-badge.ts';
import type { ChangedFinding, CheckChange, ComparedFinding, Comparison } from './comparison.ts';
import { CLASSES, classCounts, outcomeLine, RUN_CHANGES, SEVERITIES, sideLine, suitesLine } from './sentences.ts';

/** Modules of `reports/browser/`, each after those that it imports. */
const SCRIPTS = ['tables', 'lists'];

export function comparisonHtml(comparison: Comparison): string {
  const { findings, checks, old, new: newer } = comparison;
  const sections = [
    ...CLASSES.map(({ key, title, meaning }) => ({
      id: key,
      title,
      size: findings[key].length,
      content: findingTable(title, meaning, findings[key]),
    })),
    ...RUN_CHANGES.map(({ key, title }) => ({
      id: key,
      title,
      size: checks[key].length,
      content: changeTable(title, checks[key]),
    })),
  ];
  return page({
    title: `${old.name} and ${newer.name}: comparison`,
    styles: kitStyles(),
    scripts: [browserScript(SCRIPTS)],
    body: html`<main class="page">
${header(comparison)}
<ul class="contents on-screen">${sections.map(({ id, title, size }) => html`<li><a href="#${id}">${title} (${count(size)})</a></li>`)}</ul>
${sections.map(({ id, title, content }) => html`<section id="${id}"><h2>${title}</h2>${content}</section>\n`)}
</main>`,
  });
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
</header>
<section id="numbers"><h2>Numbers</h2>${numbers(comparison)}</section>`;
}

function suitesNotice(comparison: Comparison): Content {
  const text = suitesLine(comparison);
  if (text === undefined) return undefined;
  const { onlyOld, onlyNew } = comparison.suites;
  return html`<div class="notice warn"><h2>The suites differ</h2><p>${text}</p>
${[ids('Only in the older report', onlyOld), ids('Only in the newer report', onlyNew)]}</div>`;
}

const IDS_SHOWN = 50;

function ids(title: string, all: readonly string[]): Content {
  if (all.length === 0) return undefined;
  const more = all.length > IDS_SHOWN ? ` and ${count(all.length - IDS_SHOWN)} more` : '';
  return html`<p>${title}: ${all.slice(0, IDS_SHOWN).join(', ')}${more}</p>`;
}

function settingsNotice({ settings }: Comparison): Content {
  if (settings.length === 0) return undefined;
  return html`<div class="notice"><h2>The settings of the runs differ</h2>
<ul>${settings.map(({ name, old, new: newer }) => html`<li>${name}: ${old}, now <b>${newer}</b></li>`)}</ul></div>`;
}

function numbers(comparison: Comparison): Html {
  const findings = classCounts(comparison).map(({ title, counts }, index) => {
    const details = SEVERITIES.map((severity, at) => `${count(counts[at] ?? 0)} ${severity}`);
    const total = counts.reduce((sum, value) => sum + value, 0);
    const { key, meaning } = CLASSES[index] ?? CLASSES[0];
    return { id: `count-${key}`, name: title, value: count(total), detail: details.join(', '), definition: meaning };
  });
  const checks = [
    {
      id: 'count-lost',
      name: 'No longer run',
      value: count(comparison.checks.noLongerRun.length),
      definition:
        'Checks that judged in the older run and not in the newer one. Losing a passing check is a regression.',
    },
    {
      id: 'count-gained',
      name: 'Newly run',
      value: count(comparison.checks.newlyRun.length),
      definition: 'Checks that judged in the newer run and not in the older one.',
    },
  ];
  return keyFigures([...findings, ...checks]);
}

type Row = ComparedFinding | ChangedFinding;

function findingTable(title: string, meaning: string, rows: readonly Row[]): Html {
  const before: Column<Row> = { head: 'Before', text: (row) => ('old' in row ? placed(row.old) : ''), isProse: true };
  return table<Row>({
    caption: `${title} findings`,
    note: meaning,
    rows,
    empty: 'There are no such findings.',
    columns: [
      { head: 'Severity', text: severityText },
      { head: 'Check', text: ({ check, title: about }) => html`<span title="${about}">${check}</span>`, isProse: true },
      { head: 'Clause', text: ({ clause }) => clause, isProse: true },
      { head: 'Request', text: ({ request }) => html`<code>${request}</code>`, isProse: true },
      { head: 'Expected', text: ({ expected }) => expected, isProse: true },
      ...(title === 'Changed' ? [before] : []),
      { head: title === 'Changed' ? 'Now' : 'Actual', text: placed, isProse: true },
    ],
  });
}

function placed({ actual, pointer }: { readonly actual: string; readonly pointer: string }): string {
  return pointer === '' ? actual : `${actual} at ${pointer}`;
}

function severityText(row: Row): Content {
  const { severity, regression, expectedFailure } = row;
  const was = 'old' in row && row.old.severity !== severity ? `, was ${row.old.severity}` : '';
  const note = regression ? ', regression' : expectedFailure === true ? ', expected' : '';
  return html`<span class="${severity === 'fail' && 'loss'}">${severity}${was}${note}</span>`;
}

function changeTable(title: string, rows: readonly CheckChange[]): Html {
  return table<CheckChange>({
    caption: `Checks: ${title.toLowerCase()}`,
    rows,
    empty: 'There are no such checks.',
    columns: [
      { head: 'Check', text: ({ check, title: about }) => html`<span title="${about}">${check}</span>`, isProse: true },
      { head: 'Old', text: ({ old }) => old },
      {
        head: 'New',
        text: ({ new: now, regression }) => (regression ? html`<span class="loss">${now}, regression</span>` : now),
      },
      { head: 'Reason', text: ({ reason }) => reason ?? '', isProse: true },
    ],
  });
}
