/** reports/run-facts: the part of a report that identifies a run and sums it up, without its checks. */
import type { z } from 'zod';
import { Report } from '../conformance/report.ts';

export const RunFacts = Report.pick({
  touchstone: true,
  target: true,
  profile: true,
  seed: true,
  verdict: true,
  complete: true,
  filtered: true,
  coverage: true,
  result: true,
  counts: true,
});
type RunFacts = z.infer<typeof RunFacts>;

export function runFactsOf(report: Report): RunFacts {
  return RunFacts.strip().parse(report);
}
