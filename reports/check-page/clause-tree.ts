/** reports/check-page/clause-tree: the sections of the interface, with the states of their clauses. */
import { type Html, html } from '../page/html.ts';
import { count } from '../page/numbers.ts';
import { CLAUSE_STATES } from './clause-states.ts';
import { UNKNOWN_SECTION } from './page-clauses.ts';
import type { PageClause } from './page-data.ts';
import { sectionTitle } from './section-titles.ts';

export function clauseTree(clauses: readonly PageClause[]): Html {
  const sections = [...Map.groupBy(clauses, ({ section }) => section)];
  return html`<p class="note legend">${CLAUSE_STATES.map(
    (state) => html`<span><i class="swatch-cell state-${slug(state)}"></i>${state}</span> `,
  )}</p>
<div class="clause-tree">${sections.map(([section, group]) => sectionPart(section, group))}</div>`;
}

const slug = (state: string): string => state.replace(' ', '-');

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
<span class="section-counts">${counts.map(({ state, number: size }, index) => [
    index > 0 && ', ',
    html`<span class="ink-${slug(state)}">${count(size)} ${state}</span>`,
  ])}</span></summary><div class="section-body"></div></details>\n`;
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
