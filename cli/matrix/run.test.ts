import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import type { Matrix } from '../../reports/matrix/build.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('matrix');
const printed = capturePrinted();
const report = file('report.json', JSON.stringify(everyVerdict));

describe('touchstone matrix', () => {
  it('counts as many clauses in its cells as the report of a run', async () => {
    const report = file('run.json');
    await run(['check', '--in-process', '--only', 'positions.limit.*', '--quiet', '--report', `json=${report}`]);
    printed.out = '';
    process.exitCode = undefined;
    expect(await run(['matrix', report, report, '--name', 'Alpha', '--name', 'Beta', '--as', 'json'])).toBe(0);
    const { implementations, sections, remarks }: Matrix = JSON.parse(printed.out);
    expect(implementations.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    const sum = (key: 'must' | 'verified' | 'passed'): number =>
      sections.reduce((total, { cells }) => total + (cells[0]?.[key] ?? 0), 0);
    const { coverage, result }: Report = JSON.parse(readFileSync(report, 'utf8'));
    expect({ must: sum('must'), verified: sum('verified') }).toEqual(coverage);
    expect({ passed: sum('passed'), verified: sum('verified') }).toEqual(result);
    expect(result.passed).toBeGreaterThan(0);
    expect(remarks).toEqual(['Alpha', 'Beta'].map((name) => `${name}: some checks were left out on request.`));
  });

  it('writes a page or prints it, and names implementations by their targets', async () => {
    expect(await run(['matrix', report, '-o', file('matrix.html')])).toBe(0);
    await run(['matrix', report]);
    expect(readFileSync(file('matrix.html'), 'utf8')).toBe(printed.out);
    expect(printed.out).toContain('<th scope="col">http://127.0.0.1:4010</th>');
  });

  it('refuses names that do not match the reports, and reports of other commands', async () => {
    expect(await run(['matrix', report, report, '--name', 'Alpha'])).toBe(2);
    expect(printed.err).toContain('--name takes one name for each report: 2 reports, 1 names');
    const other = file('other.json', JSON.stringify({ ...everyVerdict, command: 'run' }));
    expect(await run(['matrix', other])).toBe(2);
    expect(printed.err).toContain(
      'other.json is a report of touchstone run: a matrix takes reports of touchstone check',
    );
  });
});
