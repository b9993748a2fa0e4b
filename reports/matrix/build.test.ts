import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { demandedClauses } from '../../conformance/verdict/assemble.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from '../fixtures/report.ts';
import { jsonFile } from '../untrusted.ts';
import { Matrix, matrixOf } from './build.ts';
import { matrixMarkdown } from './markdown.ts';
import { matrixHtml } from './matrix-page.ts';

const capabilities = { read: 'claimed', wallet: 'claimed', trading: 'not-claimed', limits: 'not-claimed' } as const;
const must = demandedClauses(loadRegister(), { profile: undefined, isStrict: false }, capabilities).length;
const coverage = { verified: must - 2, must };

const failing = report(
  [
    result('positions.limit', 'fail', { findings: [finding('fail'), finding('warn', { clause: '4.8/offset.max' })] }),
    result('positions.order', 'fail', { expected: true, findings: [finding('fail')] }),
    result('own', 'fail', { clauses: ['2.1/size.type'], findings: [finding('fail', { clause: 'own' })] }),
    result('later', 'fail', { findings: [finding('fail', { clause: '99.1/new.clause' })] }),
    result('unlisted', 'fail', { clauses: [], findings: [finding('fail', { clause: 'unlisted' })] }),
  ],
  { capabilities, coverage, unverified: ['4.8/offset.max', '4.8/title.maxLength'] },
);
const green = report([result('a', 'pass')], { capabilities, coverage: { verified: must, must }, unverified: [] });
const named = (...reports: readonly Report[]) => reports.map((each) => ({ name: each.target, report: each }));

const matrix = matrixOf([
  { name: 'Alpha', report: failing },
  { name: 'Beta', report: green },
]);
const cellsOf = (wanted: string) => matrix.sections.find(({ section }) => section === wanted)?.cells ?? [];

describe('a matrix', () => {
  it('counts the clauses of a section', () => {
    const [alpha, beta] = cellsOf('4.8');
    const all = beta?.must ?? 0;
    expect(beta).toEqual({ must: all, verified: all, passed: all, failed: 0, failures: [] });
    expect(alpha).toMatchObject({ must: all, verified: all - 2, passed: all - 3, failed: 1 });
    expect(alpha?.failures.map(({ check, expectedFailure }) => [check, expectedFailure])).toEqual([
      ['positions.limit', undefined],
      ['positions.order', true],
    ]);
  });

  it('puts statements of checks, and clauses of other versions, into a section', () => {
    const placed = ['2.1', '99.1', 'other'].map((section) => cellsOf(section)[0]?.failures.map(({ check }) => check));
    expect(placed).toEqual([['own'], ['later'], ['unlisted']]);
  });

  it('leaves out sections that no implementation claims', () => {
    expect(cellsOf('4.3')).toEqual([]);
    expect(matrix.sections.map(({ section }) => section).slice(0, 3)).toEqual(['1', '2.1', '2.2']);
  });

  it('numbers equal names', () => {
    const { implementations } = matrixOf(named(green, green, failing));
    expect(implementations.map(({ name }) => name)).toEqual([
      'http://127.0.0.1:4010',
      'http://127.0.0.1:4010 (2)',
      'http://127.0.0.1:4010 (3)',
    ]);
  });

  it('remarks on runs that are hard to compare', () => {
    const short = {
      ...green,
      complete: false,
      filtered: true,
      touchstone: '9.9.9',
      coverage: { verified: 1, must: 1 },
    };
    expect(matrixOf([{ name: 'Gamma', report: short }]).remarks).toEqual([
      'Gamma: the run was cut short.',
      'Gamma: some checks were left out on request.',
      `Gamma: its report, of touchstone 9.9.9, counts 1 MUST clauses, and this version counts ${must}.`,
    ]);
    expect(matrix.remarks).toEqual([]);
  });
});

describe('the formats', () => {
  it('has Markdown with a table and the failures of each cell', () => {
    const text = matrixMarkdown(matrix);
    expect(text).toContain('| section | Alpha | Beta |\n|---|---|---|\n| verdict | **non-conformant** |');
    expect(text).toMatch(/\| 4\.8 GET \/positions \| (\d+)\/\d+, 1 failed, 2 not seen \| \d+\/\d+ \|/);
    expect(text).toContain(
      '- positions.order, 4.8/limit.max&#58; expected a number, was &#34;5&#34; at /0/size &#40;expected&#41;',
    );
  });

  it('has JSON of the published schema', () => {
    expect(Matrix.parse(JSON.parse(jsonFile(matrix)))).toEqual(matrix);
  });

  it('has a page whose cells link to their failures', () => {
    const text = matrixHtml(matrix);
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(links.filter((id) => id.startsWith('failures-'))).toContain('failures-1-4.8');
    expect(links.filter((id) => !text.includes(`id="${id}"`))).toEqual([]);
  });

  it('are harmless with hostile texts', () => {
    const hostile = matrixOf([{ name: HOSTILE, report: hostileReport }, ...named(hostileReport, everyVerdict)]);
    for (const write of [matrixMarkdown, jsonFile, matrixHtml]) {
      const text = write(hostile);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      if (write === matrixMarkdown) expect(text).not.toMatch(/[<`]/);
      if (write === matrixHtml) expect(text.match(/<\/script>/g)).toHaveLength(1);
    }
  });
});
