/** reports/comparison/comparison-tables: tables of findings of a class, and of checks that ran in one run alone. */
import { placed } from '../finding-replay.ts';
import { type Content, type Html, html } from '../page/html.ts';
import { type Column, table } from '../page/table.ts';
import type { ChangedFinding, CheckChange, ComparedFinding } from './comparison.ts';

type Row = ComparedFinding | ChangedFinding;

const BEFORE: Column<Row> = { head: 'Before', text: (row) => ('old' in row ? placed(row.old) : ''), isProse: true };

export function findingTable(caption: string, rows: readonly Row[]): Html {
  const isChange = rows.some((row) => 'old' in row);
  return table<Row>({
    caption,
    rows,
    empty: '',
    columns: [
      { head: 'Severity', text: severityText },
      { head: 'Check', text: checkText, isProse: true },
      { head: 'Clause', text: ({ clause }) => clause, isProse: true },
      { head: 'Request', text: ({ request }) => html`<code>${request}</code>`, isProse: true },
      { head: 'Expected', text: ({ expected }) => expected, isProse: true },
      ...(isChange ? [BEFORE] : []),
      { head: isChange ? 'Now' : 'Actual', text: placed, isProse: true },
    ],
  });
}

function checkText({ check, title }: { readonly check: string; readonly title: string }): Html {
  return html`<span title="${title}">${check}</span>`;
}

function severityText(row: Row): Content {
  const { severity, regression, expectedFailure } = row;
  const was = 'old' in row && row.old.severity !== severity ? `, was ${row.old.severity}` : '';
  const note = regression ? ', regression' : expectedFailure === true ? ', expected' : '';
  return html`<span class="${severity === 'fail' && 'loss'}">${severity}${was}${note}</span>`;
}

export function changeTable(caption: string, rows: readonly CheckChange[]): Html {
  return table<CheckChange>({
    caption,
    rows,
    empty: '',
    columns: [
      { head: 'Check', text: checkText, isProse: true },
      { head: 'Old', text: ({ old }) => old },
      {
        head: 'New',
        text: ({ new: now, regression }) => (regression ? html`<span class="loss">${now}, regression</span>` : now),
      },
      { head: 'Reason', text: ({ reason }) => reason ?? '', isProse: true },
    ],
  });
}
