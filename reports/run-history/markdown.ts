/** reports/run-history/markdown: a history for a job page: sparklines and a table of the runs. */
import { percent } from '../summary.ts';
import { markdownList } from '../text-list.ts';
import { markdown } from '../untrusted.ts';
import type { HistoryRun, RunHistory } from './run-history.ts';
import { remark } from './text.ts';
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
      ...shown.map(row),
    ].join('\n'),
    ...(skipped.length === 0 ? [] : [skippedList(skipped)]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function row(run: HistoryRun): string {
  const { file, verdict, coverage, result, counts, change } = run;
  const cells = [
    markdown(file),
    verdict,
    percent(coverage.verified, coverage.must),
    percent(result.passed, result.verified),
    counts.fail,
    counts.warn,
    change?.new ?? '',
    change?.fixed ?? '',
    markdown(remark(run)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function skippedList(skipped: RunHistory['skipped']): string {
  const lines = skipped.map(({ file, reason }) => `${file}: ${reason}`);
  return `### Skipped (${skipped.length})\n\n${markdownList(lines, SHOWN)}`;
}
