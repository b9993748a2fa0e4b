/** conformance/verdict/excessive tests: routes over the same bound are one defect, and verify no clause. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { trouble } from '../fixtures/fake-target.ts';
import type { Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';

/** Judges the small world with oversized responses on some routes, and returns the findings of each. */
function judgeWith(bounds: Readonly<Record<string, string>>): Promise<Report> {
  const clean = inProcessTarget(createSimulator());
  const target: typeof clean = {
    ...clean,
    async send(request) {
      const bound = bounds[matchRoute(request)?.id ?? ''];
      return bound === undefined ? clean.send(request) : trouble('too-large', bound);
    },
  };
  return runChecks({ target, checks: allChecks(), register: loadRegister() });
}

it('is one finding for all routes with the same bound, and one for each other bound', async () => {
  const report = await judgeWith({ books: 'too deep', prices: 'too deep', positions: 'too wide' });
  const failing = report.checks.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  expect(failing).toEqual(['positions.shape', 'books.shape']);
  expect(report.remarks).toContain('too deep; no further requests to POST /books, POST /prices');
  expect(report.checks.find(({ id }) => id === 'prices.shape')).toMatchObject({
    verdict: 'blocked',
    reason: 'too deep; see books.shape',
  });
  expect(report.unverified).toContain('4.17/response.json');
});
