/** reports/matrix/failure-lists: the failing checks of each cell, folded. A link to a folded place opens it. */
import { type Html, html } from '../page/html.ts';
import { count } from '../page/numbers.ts';
import type { Failure, Matrix } from './matrix.ts';

/** Failures of a cell; more would make the page slow. */
const SHOWN = 50;

/** The id of the failures of a cell in the page. */
export function placeOf(implementation: number, section: string): string {
  return `failures-${implementation + 1}-${section}`;
}

export function failureLists({ implementations, sections }: Matrix): Html {
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
  return html`<details class="failures"><summary>${title}: ${count(checks)} failing ${checks === 1 ? 'check' : 'checks'}</summary>
<ul id="${place}" tabindex="-1">${failures.slice(0, SHOWN).map(failurePart)}</ul>
${more > 0 && html`<p class="note">And ${count(more)} more, all in the JSON of the matrix.</p>`}
<p class="note on-screen"><a href="#matrix">Back to the matrix</a></p></details>\n`;
}

function failurePart({
  check,
  title,
  clause,
  level,
  request,
  expected,
  actual,
  pointer,
  expectedFailure,
}: Failure): Html {
  return html`<li><b>${check}</b>${expectedFailure === true && ' (expected)'} ${title}
<dl class="facts">
<div class="fact"><dt>Clause</dt><dd>${clause} (${level})</dd></div>
<div class="fact"><dt>Request</dt><dd><code>${request}</code></dd></div>
<div class="fact"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="fact"><dt>Actual</dt><dd>${actual}${pointer !== '' && ` at ${pointer}`}</dd></div>
</dl></li>\n`;
}
