/** reports/matrix/markdown: a matrix for a repository: a table of sections, then the failures of each cell. */
import { atPointer } from '../../base/json-pointer.ts';
import { percent } from '../summary.ts';
import { joinedSections, markdown, markdownList } from '../untrusted.ts';
import type { Cell, Failure, Matrix } from './build.ts';

/** Failures of a cell, and remarks. */
const SHOWN = 20;

export function matrixMarkdown(matrix: Matrix): string {
  const { implementations, remarks } = matrix;
  const sections = [
    '## Touchstone: implementations',
    [
      `| section | ${implementations.map(({ name }) => markdown(name)).join(' | ')} |`,
      `|---|${implementations.map(() => '---|').join('')}`,
      `| verdict | ${implementations.map(({ verdict }) => `**${verdict}**`).join(' | ')} |`,
      `| coverage | ${implementations.map(({ coverage: of }) => percent(of.verified, of.must)).join(' | ')} |`,
      `| result | ${implementations.map(({ result: of }) => percent(of.passed, of.verified)).join(' | ')} |`,
      ...matrix.sections.map(
        ({ section, title, cells }) => `| ${markdown(`${section} ${title}`)} | ${cells.map(cellText).join(' | ')} |`,
      ),
    ].join('\n'),
    'A cell has the verified clauses of a section that passed, of those that were verified.',
    markdownList(remarks, SHOWN),
    ...failureSections(matrix),
  ];
  return joinedSections(sections);
}

/** `58/60, 2 failed, 3 not seen` */
function cellText({ must, verified, passed, failed }: Cell) {
  if (must === 0 && failed === 0) return 'not claimed';
  const parts = [
    ...(must === 0 ? [] : [`${passed}/${verified}`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(verified === must ? [] : [`${must - verified} not seen`]),
  ];
  return parts.join(', ');
}

function failureSections({ implementations, sections }: Matrix): readonly string[] {
  return implementations.flatMap(({ name }, index) => {
    const blocks = sections.flatMap(({ section, title, cells }) => {
      const failures = cells[index]?.failures ?? [];
      return failures.length === 0
        ? []
        : [`**${markdown(`${section} ${title}`)}**\n\n${markdownList(failures.map(failureText), SHOWN)}`];
    });
    return blocks.length === 0 ? [] : [`### Failures of ${markdown(name)}`, ...blocks];
  });
}

function failureText({ check, clause, expected, actual, pointer, expectedFailure }: Failure) {
  const mark = expectedFailure === true ? ' (expected)' : '';
  return `${check}, ${clause}: expected ${expected}, was ${actual}${atPointer(pointer)}${mark}`;
}
