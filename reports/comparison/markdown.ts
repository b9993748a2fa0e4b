/** reports/comparison/markdown: a comparison for a pull request or a job page: the numbers in a table, then each list. */
import { markdown } from '../untrusted.ts';
import type { ChangedFinding, ComparedFinding, Comparison } from './comparison.ts';
import {
  CLASSES,
  classCounts,
  outcomeLine,
  RUN_CHANGES,
  runChangeLine,
  SEVERITIES,
  settingLine,
  sideLine,
  suitesLine,
} from './sentences.ts';

/** Rows of a list; a comment has a size limit. */
const SHOWN = 50;

export function comparisonMarkdown(comparison: Comparison): string {
  const { old, new: newer, settings, findings, checks } = comparison;
  const sections = [
    `## Touchstone: ${outcomeLine(comparison).toLowerCase()}`,
    [
      '| | |',
      '|---|---|',
      ...[old, newer].map(
        (side, index) => `| ${index === 0 ? 'Old' : 'New'}: ${markdown(side.name)} | ${markdown(sideLine(side))} |`,
      ),
    ].join('\n'),
    suitesLine(comparison) ?? '',
    bullets('Settings that differ', settings.map(settingLine)),
    countsTable(comparison),
    ...CLASSES.map(({ key, title }) => section(title, findings[key].map(findingLine), key === 'still')),
    ...RUN_CHANGES.map(({ key, title }) => bullets(title, checks[key].map(runChangeLine))),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function countsTable(comparison: Comparison): string {
  return [
    `| findings | ${SEVERITIES.join(' | ')} |`,
    '|---|--:|--:|--:|',
    ...classCounts(comparison).map(({ title, counts }) => `| ${title} | ${counts.join(' | ')} |`),
  ].join('\n');
}

function findingLine(found: ComparedFinding | ChangedFinding): string {
  const { check, clause, severity, request, pointer, expected, actual } = found;
  const was = 'old' in found ? found.old : undefined;
  const parts = [
    `${severity} ${check}, ${clause}: expected ${expected}, was ${actual}${pointer === '' ? '' : ` at ${pointer}`}`,
    ...(was === undefined ? [] : [`before: ${was.severity}, expected ${was.expected}, was ${was.actual}`]),
    ...(request === '' ? [] : [request]),
  ];
  return parts.join('; ');
}

function bullets(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length > SHOWN ? [`- and ${items.length - SHOWN} more`] : [];
  const lines = items.slice(0, SHOWN).map((item) => `- ${markdown(item)}`);
  return [`### ${title} (${items.length})`, '', ...lines, ...more].join('\n');
}

/** Findings that did not change are folded. */
function section(title: string, items: readonly string[], isFolded: boolean): string {
  const text = bullets(title, items);
  if (!isFolded || text === '') return text;
  const [, ...rest] = text.split('\n');
  return `<details><summary>${title} (${items.length})</summary>\n${rest.join('\n')}\n\n</details>`;
}
