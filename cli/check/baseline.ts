/** cli/check/baseline: the report of `check --baseline`. */
import type { Report } from '../../conformance/report.ts';
import { CliError } from '../exit.ts';
import { readReport } from '../files/read-report.ts';

/** Throws `CliError` for a file that is not a report of `check`. */
export function readBaseline(file: string): Report {
  const report = readReport(file);
  if (report.command === 'check') return report;
  throw new CliError(`${file} is a report of touchstone ${report.command}: --baseline takes one of touchstone check`);
}
