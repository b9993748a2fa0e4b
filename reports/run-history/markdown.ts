/** reports/run-history/markdown: a history for a job page: sparklines and a table of the runs. */
import { markdownList } from '../text-list.ts';
import { markdown } from '../untrusted.ts';
import type { RunHistory } from './run-history.ts';
import { cellsOf } from './text.ts';
import { coverageShare, resultShare, sparkline } from './trend.ts';

/** Rows of the table, the newest runs, and skipped files. */
const SHOWN = 100;

export function runHistoryMarkdown({ runs, skipped }: RunHistory): string {
  const shown = runs.slice(-SHOWN);
  const sections = [
    `## Touchstone: ${runs.length} ${runs.length === 1 ? 'report' : 'reports'}`,
    `Result ${sparkline(shown.map(resultShare))}, coverage ${sparkline(shown.map(coverageShare))}`,
    ...(runs.length > shown.length ? [`The last ${SHOWN} runs:`] : []),
    [
      '| run | verdict | coverage | result | fail | warn | new | fixed | |',
      '|---|---|--:|--:|--:|--:|--:|--:|---|',
      ...shown.map((run) => `| ${cellsOf(run).map(markdown).join(' | ')} |`),
    ].join('\n'),
    ...(skipped.length === 0 ? [] : [skippedList(skipped)]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function skippedList(skipped: RunHistory['skipped']): string {
  const lines = skipped.map(({ file, reason }) => `${file}: ${reason}`);
  return `### Skipped (${skipped.length})\n\n${markdownList(lines, SHOWN)}`;
}
