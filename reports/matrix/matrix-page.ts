/** reports/matrix/matrix-page: a matrix as one HTML file: implementations by sections, and failures of each cell. */
import { sectionTitle } from '../check-page/section-titles.ts';
import { browserScript, kitStyles } from '../page/assets.ts';
import { type Content, count, countOf, type Html, html } from '../page/html.ts';
import { page, verdictBadge } from '../page/page.ts';
import { percent } from '../summary.ts';
import type { Cell, Failure, Implementation, Matrix } from './build.ts';

export function matrixHtml(matrix: Matrix): string {
  const { implementations, remarks } = matrix;
  const items = remarks.map((remark) => html`<li>${remark}</li>`);
  return page({
    title: `${implementations.map(({ name }) => name).join(', ')}: conformance`,
    styles: kitStyles('matrix/matrix.css'),
    scripts: [browserScript(['matrix'])],
    body: html`<main class="page">
<header>
<p class="kicker">Touchstone matrix</p>
<h1>${countOf(implementations.length, 'implementation')}</h1>
<div class="implementations">${implementations.map(card)}</div>
${remarks.length > 0 && html`<div class="notice warn"><h2>Before you compare</h2><ul>${items}</ul></div>`}
</header>
<section id="matrix"><h2>Sections of the interface</h2>
<p class="note">A cell counts MUST clauses: those that passed, of those that were verified. \
A cell with failures links to them.</p>
${table(matrix)}</section>
<section id="failures"><h2>Failures</h2>${failureLists(matrix)}</section>
</main>`,
  });
}

function card(implementation: Implementation): Html {
  const { name, target, profile, touchstone, coverage, result } = implementation;
  return html`<section class="card"><h2>${name}</h2>
<ul class="badges">
${verdictBadge(implementation, 'Verdict')}
<li class="badge">Coverage <b>${percent(coverage.verified, coverage.must)}</b></li>
<li class="badge">Result <b>${percent(result.passed, result.verified)}</b></li>
</ul>
<p class="note">${target !== name && `${target}, `}${profile !== undefined && `profile ${profile}, `}\
touchstone ${touchstone}</p></section>\n`;
}

function table({ implementations, sections }: Matrix): Html {
  const groups = Map.groupBy(sections, ({ section }) => section.split('.')[0] ?? '');
  const names = implementations.map(({ name }) => html`<th scope="col">${name}</th>`);
  const width = names.length + 1;
  return html`<div class="scroll matrix-scroll" role="region" tabindex="0" aria-label="Sections and implementations">
<table class="matrix">
<thead><tr><th scope="col">Section</th>${names}</tr></thead>
${[...groups].map(
  ([group, rows]) => html`<tbody>
${rows.length > 1 && html`<tr><th scope="rowgroup" colspan="${width}">${group} ${sectionTitle(group)}</th></tr>`}
${rows.map(
  ({
    section,
    title,
    cells,
  }) => html`<tr><th scope="row"><div class="section"><span>${section}</span> <span>${title}</span></div></th>
${cells.map((cell, index) => cellPart(cell, placeOf(index, section)))}</tr>\n`,
)}</tbody>\n`,
)}</table>
</div>`;
}

function cellPart(cell: Cell, place: string): Html {
  const { must, verified, passed, failed } = cell;
  if (must === 0 && failed === 0) return html`<td class="cell none">not claimed</td>`;
  const unseen = must - verified;
  const state = failed > 0 ? 'failed' : unseen > 0 ? 'unseen' : 'passed';
  const notes: Content = [
    failed > 0 && html`<span class="count">${count(failed)} failed</span>`,
    unseen > 0 && html`<span class="count">${count(unseen)} not seen</span>`,
  ];
  const figures = html`${must > 0 && `${count(passed)}/${count(verified)}`}${notes}`;
  return html`<td class="cell ${state}">${failed > 0 ? html`<a href="#${place}">${figures}</a>` : figures}</td>`;
}

/** Failures of a cell; more would make the page slow. */
const SHOWN = 50;

/** The id of the failures of a cell in the page. */
function placeOf(implementation: number, section: string) {
  return `failures-${implementation + 1}-${section}`;
}

function failureLists({ implementations, sections }: Matrix): Html {
  const lists = implementations.map(({ name }, index) => {
    const cells = sections.flatMap(({ section, title, cells: row }) => {
      const failures = row[index]?.failures ?? [];
      return failures.length === 0 ? [] : [cellList(`${section} ${title}`, placeOf(index, section), failures)];
    });
    return cells.length > 0 && html`<section class="block"><h3>${name}</h3>${cells}</section>\n`;
  });
  return lists.some((list) => list !== false)
    ? html`${lists}`
    : html`<p class="empty">No implementation has a failure.</p>`;
}

function cellList(title: string, place: string, failures: readonly Failure[]): Html {
  const checks = new Set(failures.map(({ check }) => check)).size;
  const more = failures.length - SHOWN;
  return html`<details class="failures"><summary>${title}: ${countOf(checks, 'failing check')}</summary>
<ul id="${place}" tabindex="-1">${failures.slice(0, SHOWN).map(failurePart)}</ul>
${more > 0 && html`<p class="note">And ${count(more)} more, all in the JSON of the matrix.</p>`}
<p class="note on-screen"><a href="#matrix">Back to the matrix</a></p></details>\n`;
}

function failurePart(failure: Failure): Html {
  const { check, title, clause, level, request, expected, actual, pointer, expectedFailure } = failure;
  return html`<li><b>${check}</b>${expectedFailure === true && ' (expected)'} ${title}
<dl class="facts">
<div class="fact"><dt>Clause</dt><dd>${clause} (${level})</dd></div>
<div class="fact"><dt>Request</dt><dd><code>${request}</code></dd></div>
<div class="fact"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="fact"><dt>Actual</dt><dd>${actual}${pointer !== '' && ` at ${pointer}`}</dd></div>
</dl></li>\n`;
}
