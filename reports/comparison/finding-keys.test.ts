import { expect, it } from 'vitest';
import { finding, report, result } from '../fixtures/report.ts';
import { markdownReport } from '../markdown.ts';
import { textReport } from '../text.ts';
import { markNew } from './finding-keys.ts';

const known = finding('fail', { id: 'known' });
const baseline = report([
  result('a.known', 'fail', { findings: [known] }),
  result('a.worse', 'fail', { findings: [known] }),
]);
const current = report([
  result('a.known', 'fail', { findings: [known] }),
  result('a.worse', 'fail', { findings: [known, finding('fail', { id: 'second' })] }),
  result('a.added', 'note', { findings: [known] }),
  result('a.pass', 'pass'),
]);
const marked = markNew(current, baseline);

it('a baseline marks findings by check and id, and changes nothing else', () => {
  expect(marked.checks.map(({ findings }) => findings.map(({ isNew }) => isNew))).toEqual([
    [false],
    [false, true],
    [true],
    [],
  ]);
  const unmarked = marked.checks.map(({ findings, ...check }) => ({
    ...check,
    findings: findings.map(({ isNew: _, ...found }) => found),
  }));
  expect({ ...marked, checks: unmarked }).toEqual(current);
});

it('text and Markdown mark checks with a new finding, and count', () => {
  const [text, summary] = [textReport(marked), markdownReport(marked)];
  expect(text).toContain('\nFAIL a.known ');
  expect(text).toContain('\nFAIL NEW a.worse ');
  expect(text).toContain('\n  NEW a.added: ');
  expect(text).toContain('\nbaseline      2 new findings, 2 known\n');
  expect(summary).toContain('<summary>a.known:');
  expect(summary).toContain('<summary><b>NEW</b> a.worse:');
  expect(summary).toContain('- NEW a.added&#58;');
  expect(summary).toContain('| Baseline | 2 new findings, 2 known |');
  expect(textReport(current) + markdownReport(current)).not.toMatch(/NEW|baseline/i);
});
