import { expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import { exitCodeOf } from './exit-code.ts';

const whole = { verdict: 'conformant', coverage: { verified: 3, must: 3 } } as const;
const pass = result('a', 'pass');
const fail = result('b', 'fail', { findings: [finding('fail')] });
const foreseen = { ...fail, expected: true };

it.each<[number, string, Report, number | undefined]>([
  [0, 'conformant', report([pass], whole), undefined],
  [0, 'conformant with notes', report([pass], { ...whole, verdict: 'conformant-with-notes' }), undefined],
  [0, 'failures as expected', report([pass, foreseen], { ...whole, verdict: 'non-conformant' }), undefined],
  [0, 'partial, but no less than --min-coverage', report([pass], { verdict: 'partial' }), 66],
  [1, 'a failure', report([pass, fail], { ...whole, verdict: 'non-conformant' }), undefined],
  [1, 'a failure, with any coverage', report([fail], { verdict: 'non-conformant' }), 0],
  [1, 'one failure foreseen and one not', report([foreseen, fail], { verdict: 'non-conformant' }), undefined],
  [3, 'target gone', report([pass], { verdict: 'inconclusive', complete: false, stopped: 'unreachable' }), 0],
  [3, 'target gone after a failure', report([fail], { complete: false, stopped: 'unreachable' }), undefined],
  [4, 'stale expectation', report([pass], { ...whole, stale: ['a: no longer fails'] }), undefined],
  [4, 'stale expectation of a partial run', report([pass], { verdict: 'partial', stale: ['a'] }), undefined],
  [5, 'partial', report([pass], { verdict: 'partial' }), undefined],
  [5, 'inconclusive', report([], { verdict: 'inconclusive', coverage: { verified: 0, must: 3 } }), undefined],
  [5, 'nothing seen, with any --min-coverage', report([], { verdict: 'inconclusive' }), 0],
  [5, 'less than --min-coverage', report([pass], { verdict: 'partial' }), 67],
  [5, 'failures as expected, the rest unseen', report([pass, foreseen], { verdict: 'non-conformant' }), undefined],
  [6, 'an error of Touchstone', report([pass, result('e', 'error')], { verdict: 'inconclusive' }), 0],
  [6, 'an error of Touchstone beside a failure', report([fail, result('e', 'error')]), undefined],
  [130, 'interrupted', report([fail], { complete: false, stopped: 'interrupted' }), undefined],
])('exit code %i: %s', (code, _, outcome, minCoverage) => {
  expect(exitCodeOf(outcome, minCoverage)).toBe(code);
});
