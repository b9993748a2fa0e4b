/** cli/check/baseline: the report of `check --baseline`. */
import type { Report } from '../../conformance/report.ts';
import { markNew } from '../../reports/comparison/finding-keys.ts';
import { CliError } from '../exit.ts';
import { readReport } from '../files/read-report.ts';

/** The function that marks the findings of a report which the baseline in `file`, if any, lacks. Throws `CliError`. */
export function readBaseline(file: string | undefined): (report: Report) => Report {
  if (file === undefined) return (report) => report;
  const baseline = readReport(file);
  if (baseline.command === 'check') return (report) => markNew(report, baseline);
  throw new CliError(`${file} is a report of touchstone ${baseline.command}: --baseline takes one of touchstone check`);
}
