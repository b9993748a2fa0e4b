/** reports/comparison/text: a comparison for people at a terminal, and for a pull request or a job page. */
import { atPointer } from '../../base/json-pointer.ts';
import { placed } from '../outcome.ts';
import { createPaint, type Paint } from '../paint.ts';
import { clipped, joinedSections, lineOf, listed, markdown, markdownList, markdownSection } from '../untrusted.ts';
import type { ChangedFinding, CheckChange, ComparedFinding, Comparison } from './comparison.ts';
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

/** The comparison as text. `hasColours`: with terminal colours. */
export function comparisonText(comparison: Comparison, hasColours = false): string {
  const paint = createPaint(hasColours);
  const { old, new: newer, suites, settings, findings, causes, checks, regressions } = comparison;
  const sections = [
    [line('old', `${old.name}  ${sideLine(old)}`), line('new', `${newer.name}  ${sideLine(newer)}`)].join('\n'),
    suitesLine(comparison) ?? '',
    ...LONE_CHECKS.map(({ key, title }) => listed(title.toLowerCase(), suites[key], lineOf(loneLine))),
    listed('settings that differ', settings, lineOf(settingLine)),
    ...CAUSE_CHANGES.filter(({ key }) => key !== 'still').map(({ key, title }) =>
      listed(title.toLowerCase(), causes[key], lineOf(causeLine)),
    ),
    ...CLASSES.map(({ key, title }) =>
      listed<Found>(title.toLowerCase(), findings[key], (found) => findingText(found, key, paint)),
    ),
    ...RUN_CHANGES.map(({ key, title }) =>
      listed(title.toLowerCase(), checks[key], (change) => changeText(change, paint)),
    ),
    countsTable(comparison),
    paint(['bold', regressions > 0 ? 'red' : 'green'], outcomeLine(comparison)),
  ];
  return joinedSections(sections);
}

function line(name: string, text: string) {
  return `${name.padEnd(9)} ${clipped(text)}`;
}

type Found = ComparedFinding | ChangedFinding;

/** New and changed findings in full, the others in one line. */
function findingText(found: Found, key: (typeof CLASSES)[number]['key'], paint: Paint) {
  const { check, clause, id, severity } = found;
  const head = `  ${severityWord(found, paint)} ${clipped(`${check}  ${clause}  ${id}`)}`;
  if (key === 'fixed' || key === 'still') return head;
  const old = 'old' in found ? found.old : undefined;
  const rows = [
    line('request', found.request),
    ...(old !== undefined && old.severity !== severity ? [line('severity', `was ${old.severity}`)] : []),
    ...(old !== undefined && old.expected !== found.expected ? [line('expected', `before: ${old.expected}`)] : []),
    line('expected', found.expected),
    ...(old === undefined ? [] : [line('actual', `before: ${placed(old)}`)]),
    line('actual', placed(found)),
  ];
  return [head, ...rows.map((row) => `       ${row}`)].join('\n');
}

function severityWord({ severity, expectedFailure, regression }: ComparedFinding, paint: Paint): string {
  const word = severity.toUpperCase();
  if (regression) return paint(['bold', 'red'], word);
  return expectedFailure === true ? `${word} (expected)` : word;
}

function changeText(change: CheckChange, paint: Paint) {
  const text = clipped(runChangeLine(change));
  return `  ${change.regression ? paint(['bold', 'red'], text) : text}`;
}

function countsTable(comparison: Comparison): string {
  const row = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(13)}${cells.map((cell) => String(cell).padStart(6)).join('')}`;
  return [
    row('findings', SEVERITIES),
    ...classCounts(comparison).map(({ title, counts }) => row(title.toLowerCase(), counts)),
    ...CAUSE_CHANGES.map(({ key, title }) => `${title.toLowerCase().padEnd(19)}${comparison.causes[key].length}`),
    ...RUN_CHANGES.map(({ key, title }) => row(title.toLowerCase(), [comparison.checks[key].length])),
  ].join('\n');
}

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
    ...LONE_CHECKS.map(({ key, title }) => markdownSection(title, suites[key].map(loneLine), SHOWN)),
    markdownSection('Settings that differ', settings.map(settingLine), SHOWN),
    countsMarkdown(comparison),
    ...CAUSE_CHANGES.map(({ key, title }) => section(title, causes[key].map(causeLine), key === 'still')),
    ...CLASSES.map(({ key, title }) => section(title, findings[key].map(findingLine), key === 'still')),
    ...RUN_CHANGES.map(({ key, title }) => markdownSection(title, checks[key].map(runChangeLine), SHOWN)),
  ];
  return joinedSections(sections);
}

function countsMarkdown(comparison: Comparison) {
  return [
    `| findings | ${SEVERITIES.join(' | ')} |`,
    '|---|--:|--:|--:|',
    ...classCounts(comparison).map(({ title, counts }) => `| ${title} | ${counts.join(' | ')} |`),
  ].join('\n');
}

function findingLine(found: ComparedFinding | ChangedFinding) {
  const { check, clause, severity, request, pointer, expected, actual } = found;
  const was = 'old' in found ? found.old : undefined;
  const parts = [
    `${severity} ${check}, ${clause}: expected ${expected}, was ${actual}${atPointer(pointer)}`,
    ...(was === undefined ? [] : [`before: ${was.severity}, expected ${was.expected}, was ${was.actual}`]),
    ...(request === '' ? [] : [request]),
  ];
  return parts.join('; ');
}

/** Findings that did not change are folded. */
function section(title: string, items: readonly string[], isFolded: boolean): string {
  if (!isFolded || items.length === 0) return markdownSection(title, items, SHOWN);
  return `<details><summary>${title} (${items.length})</summary>\n\n${markdownList(items, SHOWN)}\n\n</details>`;
}
