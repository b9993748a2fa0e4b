/** reports/comparison tests: causes are compared by their id. */
import { expect, it } from 'vitest';
import type { CheckVerdict, Report } from '../../conformance/report.ts';
import { finding, report, result } from '../fixtures/report.ts';
import { textReport } from '../text.ts';
import { compareReports } from './compare.ts';
import { comparisonText } from './text.ts';

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
  const comparison = compareReports({ name: 'a', report: withoutCauses }, { name: 'b', report: newer });
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

it('a stateful failure shows the writes before it and the object', () => {
  const found = finding('fail', {
    before: ['POST $TARGET/order', 'DELETE $TARGET/order'],
    object: '{>>> "size":"5" <<<}',
  });
  const text = textReport(report([result('x.effect', 'fail', { findings: [found] })]));
  expect(text).toContain(
    '  in        {>>> "size":"5" <<<}\n  after     POST $TARGET/order\n            DELETE $TARGET/order\n',
  );
});
