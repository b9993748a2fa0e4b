import { describe, expect, it } from 'vitest';
import type { CheckResult, CheckVerdict, Report } from '../../conformance/report.ts';
import { largeReport } from '../fixtures/large-report.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from '../fixtures/report.ts';
import { jsonFile } from '../untrusted.ts';
import { compareReports } from './compare.ts';
import { Comparison } from './comparison.ts';
import { comparisonHtml } from './comparison-page.ts';
import { comparisonMarkdown, comparisonText } from './text.ts';

const compared = (old: Report, newer: Report): Comparison =>
  compareReports({ name: 'old.json', report: old }, { name: 'new.json', report: newer });

const changesOf = (old: Partial<CheckResult>, newer: Partial<CheckResult>): Comparison =>
  compared(report([result('a', 'pass', old)]), report([result('a', 'pass', newer)]));

/** The sizes of the lists that are not empty. */
function sizes({ findings, checks }: Comparison): Record<string, number> {
  const lists = Object.entries({ ...findings, ...checks });
  return Object.fromEntries(lists.flatMap(([name, list]) => (list.length > 0 ? [[name, list.length]] : [])));
}

const failing = (
  parts: Parameters<typeof finding>[1] = {},
  severity: 'fail' | 'warn' = 'fail',
): Partial<CheckResult> => ({ verdict: severity, findings: [finding(severity, parts)] });
const difference = (pointer: string, actual: string) => ({ pointer, expected: '$number', actual });

describe('a comparison of findings', () => {
  it.each([
    ['a new failure', {}, failing(), { new: 1 }, 1],
    ['a new failure that is expected', {}, { ...failing(), expected: true }, { new: 1 }, 0],
    ['a new warning', {}, failing({}, 'warn'), { new: 1 }, 0],
    ['a failure that is gone', failing(), {}, { fixed: 1 }, 0],
    ['the same failure', failing(), failing(), { still: 1 }, 0],
    [
      'the same failure in another row',
      failing({ pointer: '/1/size' }),
      failing({ pointer: '/4/size' }),
      { still: 1 },
      0,
    ],
    ['the same failure with a shortest trace', failing(), failing({ scenario: { file: 'a.yaml' } }), { still: 1 }, 0],
    ['another value', failing(), failing({ actual: '7' }), { changed: 1 }, 0],
    ['another expectation', failing(), failing({ expected: 'a string' }), { changed: 1 }, 0],
    [
      'another difference',
      failing({ difference: difference('/0', '5') }),
      failing({ difference: difference('/0', '6') }),
      { changed: 1 },
      0,
    ],
    ['a warning that became a failure', failing({}, 'warn'), failing(), { changed: 1 }, 1],
    ['a failure that became a warning', failing(), failing({}, 'warn'), { changed: 1 }, 0],
    [
      'a second failure with one id',
      failing(),
      { verdict: 'fail', findings: [finding('fail'), finding('fail')] },
      { still: 1, new: 1 },
      1,
    ],
    ['a failed check without findings', {}, { verdict: 'fail' }, { new: 1 }, 1],
    ['a passing check that is blocked', {}, { verdict: 'blocked', reason: 'timeout' }, { noLongerRun: 1 }, 1],
    ['a failing check that is blocked', failing(), { verdict: 'blocked' }, { noLongerRun: 1 }, 0],
    ['a check that now passes', { verdict: 'not-run' }, {}, { newlyRun: 1 }, 0],
    ['a check that now fails', { verdict: 'not-run' }, failing(), { newlyRun: 1, new: 1 }, 1],
    ['a check that runs in neither', { verdict: 'not-run' }, { verdict: 'blocked' }, {}, 0],
  ] as const)('%s', (_, old, newer, lists, regressions) => {
    const comparison = changesOf(old as Partial<CheckResult>, newer as Partial<CheckResult>);
    expect(sizes(comparison)).toEqual(lists);
    expect(comparison.regressions).toBe(regressions);
  });

  it('has regressions first, then other findings by severity', () => {
    const ids = ['w', 'x', 'y', 'z'];
    const verdicts = ['note', 'fail', 'warn', 'fail'] as const;
    const comparison = compared(
      report(ids.map((id) => result(id, id === 'z' ? 'not-run' : 'pass'))),
      report(
        ids.map((id, index) => {
          const verdict = verdicts[index] ?? 'note';
          return result(id, verdict, { findings: [finding(verdict)], ...(id === 'x' ? { expected: true } : {}) });
        }),
      ),
    );
    expect(comparison.findings.new.map(({ check }) => check)).toEqual(['z', 'x', 'y', 'w']);
  });

  it('of different suites is one of their common checks', () => {
    const comparison = compared(
      report([result('a', 'pass'), result('gone', 'pass')]),
      report([result('a', 'pass'), result('added', 'fail', failing())], { touchstone: '0.2.0' }),
    );
    expect(comparison.suites).toEqual({
      common: 1,
      onlyOld: [{ check: 'gone', verdict: 'pass' }],
      onlyNew: [{ check: 'added', verdict: 'fail' }],
    });
    expect([sizes(comparison), comparison.regressions]).toEqual([{}, 0]);
    expect(comparisonText(comparison)).toContain(
      'the 1 checks of both are compared, 2 others are not.\n\nonly in the older report (1)\n  gone: pass',
    );
  });

  it('states the settings that differ', () => {
    const { settings } = compared(everyVerdict, {
      ...everyVerdict,
      seed: '2',
      profile: 'document',
      complete: false,
      stopped: 'max-time',
      capabilities: { read: 'claimed', wallet: 'claimed' },
    });
    expect(settings).toEqual([
      { name: 'profile', old: 'none', new: 'document' },
      { name: 'seed', old: '1', new: '2' },
      { name: 'capability wallet', old: 'blocked', new: 'claimed' },
      { name: 'capability trading', old: 'not-claimed', new: 'none' },
      { name: 'end of the run', old: 'complete', new: 'max-time' },
    ]);
  });

  it('of 10,000 checks takes less than a second', () => {
    const [old, newer] = [largeReport(10_000), largeReport(10_000)];
    const start = performance.now();
    expect(sizes(compared(old, newer))).toEqual({ still: 2_000 });
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('the formats', () => {
  const before = report([
    result('a.fixed', 'fail', failing()),
    result('a.lost', 'pass'),
    result('a.changed', 'fail', failing()),
  ]);
  const after = report([
    result('a.fixed', 'pass'),
    result('a.lost', 'blocked', { reason: 'timeout' }),
    result('a.changed', 'fail', failing({ actual: '7' })),
  ]);
  const comparison = compared(before, after);

  it('has text with every change and the numbers', () => {
    const text = comparisonText(comparison);
    expect(text).toContain('FAIL a.changed  4.8/limit.max  0123456789ab');
    expect(text).toContain('actual    before: "5" at /0/size\n       actual    7 at /0/size');
    expect(text).toContain('  a.lost: was pass, now blocked (timeout)');
    expect(text).toMatch(/\nfixed +1 +0 +0\n/);
    expect(text).toMatch(/\n1 regression\n$/);
    expect(comparisonText(comparison, true)).toContain('\u001b[1m\u001b[31m1 regression');
  });

  it('has JSON of the published schema', () => {
    expect(Comparison.parse(JSON.parse(jsonFile(comparison)))).toEqual(comparison);
  });

  it('has Markdown that shows lists in part', () => {
    const many = Array.from({ length: 60 }, (_, index) => `c${index}`);
    const of = (parts: Partial<CheckResult>): Report => report(many.map((id) => result(id, 'pass', parts)));
    const text = comparisonMarkdown(compared(of({}), of(failing())));
    expect(text).toMatch(/^## Touchstone: 60 regressions\n/);
    expect(text).toContain('- and 10 more');
  });

  it('are harmless with hostile texts', () => {
    const hostile = compared(report([result('h.fail', 'pass'), result('h.blocked', 'pass')]), hostileReport);
    const changed = compared(hostileReport, { ...hostileReport, profile: HOSTILE });
    for (const write of [comparisonText, comparisonMarkdown, jsonFile, comparisonHtml]) {
      for (const text of [write(hostile), write(changed)]) {
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
        if (write === comparisonMarkdown) expect(text.replaceAll(/<\/?(?:details|summary)>/g, '')).not.toMatch(/[<`]/);
        if (write === comparisonHtml) expect(text.match(/<\/script>/g)).toHaveLength(1);
      }
    }
  });
});

const judged = (verdicts: Readonly<Record<string, CheckVerdict>>): Report =>
  report(
    Object.entries(verdicts).map(([id, verdict]) =>
      result(`${id}.shape`, verdict, { route: id, findings: verdict === 'fail' ? [finding('fail')] : [] }),
    ),
  );

it('new, solved and remaining causes are counted; a cause that was not judged again is not solved', () => {
  const old = judged({ markets: 'fail', books: 'fail', holders: 'fail', event: 'pass' });
  const newer = judged({ markets: 'pass', books: 'not-run', holders: 'fail', event: 'fail' });
  const { causes: _, ...withoutCauses } = old;
  const comparison = compared(withoutCauses as Report, newer);
  const ids = Object.entries(comparison.causes).map(([key, causes]) => [key, causes.map(({ id }) => id)]);
  expect(Object.fromEntries(ids)).toEqual({
    new: ['event/fields'],
    solved: ['markets/fields'],
    still: ['holders/fields'],
  });
  const text = comparisonText(comparison);
  expect(text).toContain('solved causes (1)\n  GET /markets: 1 field has another form: size (1 clause)');
  expect(text).toMatch(/^new causes {9}1$/m);
});
