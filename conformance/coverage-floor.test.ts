/** conformance/coverage-floor tests: the runs that reach a floor, and the text about one that does not. */
import { describe, expect, it } from 'vitest';
import { finding, report, result } from '../reports/fixtures/report.ts';
import { isEnough, shortfallText } from './coverage-floor.ts';
import type { Report } from './report.ts';

const partial = report([result('a', 'pass')], { verdict: 'partial' });
const foreseen = result('b', 'fail', { expected: true, findings: [finding('fail')] });
const whole = { verified: 3, must: 3 };

describe('enough', () => {
  it.each<[boolean, string, Report, number | undefined]>([
    [true, 'conformant', report([], { verdict: 'conformant', coverage: whole }), undefined],
    [true, 'failures foreseen, all else seen', report([foreseen], { coverage: whole }), undefined],
    [true, 'two of three, with a floor of 66', partial, 66],
    [false, 'two of three, with a floor of 67', partial, 67],
    [false, 'two of three', partial, undefined],
    [
      false,
      'failures foreseen, something blocked',
      report([foreseen, result('c', 'blocked')], { coverage: whole }),
      undefined,
    ],
    [false, 'nothing seen, with a floor of 0', report([], { verdict: 'inconclusive' }), 0],
    [false, 'nothing demanded, with a floor of 1', report([], { coverage: { verified: 0, must: 0 } }), 1],
  ])('%s: %s', (enough, _, outcome, minCoverage) => {
    expect(isEnough(outcome, minCoverage)).toBe(enough);
  });
});

describe('a shortfall', () => {
  it('names coverage, clauses, and each reason once with the checks that had it', () => {
    const noRow = { reason: 'no row', remedy: 'add a row' };
    const idle = ['b', 'c', 'd', 'e'].map((id) => result(id, 'not-testable', noRow));
    const checks = [...idle, result('f', 'blocked', { reason: 'timeout' }), result('g', 'not-applicable')];
    expect(shortfallText(report(checks, { verdict: 'partial' }), 90).split('\n')).toEqual([
      'partial: 2 of 3 MUST clauses of the claimed capabilities verified (66.6%), 90% are demanded',
      'not verified: 4.8/title.maxLength',
      'b, c, d and 1 more not-testable: no row; add a row',
      'f blocked: timeout',
      'give the deployment what is missing, or accept a floor with minCoverage: 66',
    ]);
  });

  it('of a run that saw nothing names no floor to accept', () => {
    const nothing = report([], { verdict: 'inconclusive', coverage: { verified: 0, must: 3 } });
    expect(shortfallText(nothing, 0)).toMatch(/ saw nothing meets no floor$/);
  });

  it('is of bounded length', () => {
    const checks = Array.from({ length: 500 }, (_, index) =>
      result(`c${index}`, 'blocked', { reason: `reason ${index}` }),
    );
    const unverified = checks.map(({ id }) => id);
    const lines = shortfallText(report(checks, { verdict: 'partial', unverified }), undefined).split('\n');
    expect(lines).toHaveLength(14);
    expect(lines[1]).toMatch(/ c24 and 475 more$/);
    expect(lines[12]).toBe('and 490 more reasons');
  });
});
