/** reports/run-history/text: a history for people at a terminal, and as Markdown. */

import { counted } from '../../base/counted.ts';
import { percent } from '../summary.ts';
import { joinedSections, markdown, markdownSection, visible } from '../untrusted.ts';
import type { HistoryRun, RunHistory } from './run-history.ts';

export const coverageShare = ({ coverage: { verified, must } }: HistoryRun): number => share(verified, must);
export const resultShare = ({ result: { passed, verified } }: HistoryRun): number => share(passed, verified);

function share(part: number, whole: number) {
  return whole === 0 ? 0 : part / whole;
}

/** Rounded down, so that 100% means all. */
export function shareText(part: number): string {
  return percent(Math.floor(part * 1e6), 1e6);
}

const BARS = '▁▂▃▄▅▆▇█';

/** One bar for each value, from the lowest to the highest of them; the highest bar if all are the same. */
export function sparkline(values: readonly number[]): string {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const step = (value: number) => (high === low ? 1 : (value - low) / (high - low));
  return values.map((value) => BARS[Math.round(step(value) * (BARS.length - 1))]).join('');
}

/** The shown part of the runs, the newest of them, and of the skipped files. */
const SHOWN_IN_TEXT = 40;
const NAME_LENGTH = 40;

export function runHistoryText({ runs, skipped }: RunHistory): string {
  const shown = runs.slice(-SHOWN_IN_TEXT);
  const earlier = runs.length - shown.length;
  const sections = [
    [trendLine('result', shown.map(resultShare)), trendLine('coverage', shown.map(coverageShare))].join('\n'),
    [...(earlier > 0 ? [`... ${earlier} earlier runs, all in --report json=FILE`] : []), ...rows(shown)].join('\n'),
    skippedText(skipped),
  ];
  return joinedSections(sections);
}

function trendLine(name: string, shares: readonly number[]) {
  const [first = 0, last = 0] = [shares[0], shares.at(-1)];
  return `${name.padEnd(9)} ${sparkline(shares)}  ${shareText(first)} to ${shareText(last)}`;
}

const HEAD = ['run', 'verdict', 'coverage', 'result', 'fail', 'warn', 'new', 'fixed', ''];

function rows(runs: readonly HistoryRun[]): readonly string[] {
  const cells = [HEAD, ...runs.map(clippedCells)];
  const widths = HEAD.map((_, column) => cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0));
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column < 2 || column === HEAD.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function clippedCells(run: HistoryRun): readonly string[] {
  const [file = '', ...others] = cellsOf(run);
  const name = visible(file);
  return [name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}...` : name, ...others];
}

/** A run in the columns of every format. */
function cellsOf(run: HistoryRun): readonly string[] {
  const { file, verdict, coverage, result, counts, change } = run;
  const shares = [percent(coverage.verified, coverage.must), percent(result.passed, result.verified)];
  const findings = [counts.fail, counts.warn, change?.new ?? '', change?.fixed ?? ''];
  return [file, verdict, ...shares, ...findings.map(String), remark(run)];
}

/** The reasons why a run is hard to compare with the run before it. */
export function remark({ complete, filtered, change }: HistoryRun): string {
  const settings = change?.settings ?? [];
  const parts = [
    ...(complete ? [] : ['cut short']),
    ...(filtered ? ['some checks left out'] : []),
    ...(settings.length === 0 ? [] : [`other ${settings.join(', ')}`]),
  ];
  return visible(parts.join('; '));
}

function skippedText(skipped: RunHistory['skipped']) {
  if (skipped.length === 0) return '';
  const lines = skipped.slice(0, SHOWN_IN_TEXT).map(({ file, reason }) => `  ${visible(`${file}: ${reason}`)}`);
  const more = skipped.length > SHOWN_IN_TEXT ? [`  ... and ${skipped.length - SHOWN_IN_TEXT} more`] : [];
  return [`skipped (${skipped.length})`, ...lines, ...more].join('\n');
}

/** Rows of the table, the newest runs, and skipped files. */
const SHOWN_IN_MARKDOWN = 100;

export function runHistoryMarkdown({ runs, skipped }: RunHistory): string {
  const shown = runs.slice(-SHOWN_IN_MARKDOWN);
  const sections = [
    `## Touchstone: ${counted(runs.length, 'report')}`,
    `Result ${sparkline(shown.map(resultShare))}, coverage ${sparkline(shown.map(coverageShare))}`,
    runs.length > shown.length ? `The last ${SHOWN_IN_MARKDOWN} runs:` : '',
    [
      '| run | verdict | coverage | result | fail | warn | new | fixed | |',
      '|---|---|--:|--:|--:|--:|--:|--:|---|',
      ...shown.map((run) => `| ${cellsOf(run).map(markdown).join(' | ')} |`),
    ].join('\n'),
    markdownSection(
      'Skipped',
      skipped.map(({ file, reason }) => `${file}: ${reason}`),
      SHOWN_IN_MARKDOWN,
    ),
  ];
  return joinedSections(sections);
}
