/** reports/comparison/markdown: a comparison for a pull request or a job page: numbers in a table, then lists. */
import { atPointer } from '../../base/json-pointer.ts';
import { joinedSections, markdownList } from '../text-list.ts';
import { markdown } from '../untrusted.ts';
import type { ChangedFinding, ComparedFinding, Comparison } from './comparison.ts';
import {
  CAUSE_CHANGES,
  CLASSES,
  causeLine,
  classCounts,
  LONE_CHECKS,
  loneLine,
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
  const { old, new: newer, suites, settings, findings, causes, checks } = comparison;
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
    ...LONE_CHECKS.map(({ key, title }) => bullets(title, suites[key].map(loneLine))),
    bullets('Settings that differ', settings.map(settingLine)),
    countsTable(comparison),
    ...CAUSE_CHANGES.map(({ key, title }) => section(title, causes[key].map(causeLine), key === 'still')),
    ...CLASSES.map(({ key, title }) => section(title, findings[key].map(findingLine), key === 'still')),
    ...RUN_CHANGES.map(({ key, title }) => bullets(title, checks[key].map(runChangeLine))),
  ];
  return joinedSections(sections);
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
    `${severity} ${check}, ${clause}: expected ${expected}, was ${actual}${atPointer(pointer)}`,
    ...(was === undefined ? [] : [`before: ${was.severity}, expected ${was.expected}, was ${was.actual}`]),
    ...(request === '' ? [] : [request]),
  ];
  return parts.join('; ');
}

function bullets(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `### ${title} (${items.length})\n\n${markdownList(items, SHOWN)}`;
}

/** Findings that did not change are folded. */
function section(title: string, items: readonly string[], isFolded: boolean): string {
  if (!isFolded || items.length === 0) return bullets(title, items);
  return `<details><summary>${title} (${items.length})</summary>\n\n${markdownList(items, SHOWN)}\n\n</details>`;
}
