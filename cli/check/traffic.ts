/** cli/check/traffic: the work of `touchstone check --har FILE`: judges recorded traffic and sends nothing. */
import { basename } from 'node:path';
import type { Result } from '../../base/result.ts';
import type { Report } from '../../conformance/report.ts';
import { allChecks, applicable } from '../../conformance/suite.ts';
import { readTraffic } from '../../conformance/traffic/har.ts';
import { trafficLabel } from '../../conformance/traffic/label.ts';
import { createTraffic, type Traffic, type TrafficOptions } from '../../conformance/traffic/traffic.ts';
import { visible } from '../../reports/untrusted.ts';
import { registerOf } from '../../spec/clauses/register.ts';
import { assertProfile } from '../deployment/profile-name.ts';
import { CliError, type ExitCode } from '../exit.ts';
import { withHarFile } from '../files/har-file.ts';
import { conclude, writeEach } from '../files/output-files.ts';
import { outputsOf, parseReportFiles, type ReportFile } from '../files/report-files.ts';
import { assertInputsKept } from '../files/whole-file.ts';
import { version } from '../version.ts';
import type { CheckFlags } from './command.ts';
import { trafficExitCodeOf } from './exit-code.ts';
import { assertPatterns, expectationsOf, readBaseline } from './inputs.ts';
import { jsonFileOf, printedReport } from './outputs.ts';

export type TrafficFlags = Pick<
  CheckFlags,
  'profile' | 'expect' | 'baseline' | 'only' | 'skip' | 'strict' | 'report' | 'minCoverage' | 'quiet' | 'full' | 'short'
>;

/** Judges the traffic of the HAR files together. Throws `CliError`. */
export async function checkTraffic(
  files: readonly string[],
  url: string | undefined,
  flags: CheckFlags,
): Promise<ExitCode> {
  if (url !== undefined)
    throw new CliError('--har judges recorded traffic and sends nothing: leave out the URL, or --har');
  const reports = parseTrafficReports(flags, files);
  const markNew = readBaseline(flags.baseline);
  const traffic = createTraffic({ ...trafficOptions(flags), label: trafficLabel(files.join(', ')) });
  const remarks: string[] = [];
  for (const file of files) remarks.push(await judgeFile(traffic, file, flags.base));
  return endTraffic(markNew(traffic.report(remarks)), reports, flags);
}

/** Judges one file. Returns a remark about its base and the entries that were not judged. */
async function judgeFile(traffic: Traffic, file: string, base: string | undefined) {
  return await withHarFile(file, async (source) => {
    const valid = <Value>(read: Result<Value, string>): Value => {
      if (read.ok) return read.value;
      throw new CliError(visible(`${file}: ${read.refusal}`));
    };
    const { exchanges, ignored, base: address } = valid(readTraffic(source, base));
    let count = 0;
    for (const exchange of exchanges) {
      const { request, response } = valid(exchange);
      await traffic.judge(request, response);
      count += 1;
    }
    const others = ignored.text() === '' ? '' : `; entries not judged: ${ignored.text()}`;
    const { mislabelled } = ignored;
    const plain =
      mislabelled === 0 ? '' : `; ${mislabelled} with a body that is called base64 and was read as plain text`;
    return `${basename(file)}: ${count} exchanges of ${address}${others}${plain}`;
  });
}

/** The files of `--report`, none of which is one of `inputs`. Throws `CliError`. */
export function parseTrafficReports(
  { report, expect }: TrafficFlags,
  inputs: readonly string[],
): readonly ReportFile[] {
  const reports = parseReportFiles(report);
  assertInputsKept(reports, [...inputs, expect]);
  return reports;
}

export function trafficOptions(flags: TrafficFlags): Omit<TrafficOptions, 'label'> {
  assertProfile(flags.profile);
  const register = registerOf(flags.profile);
  const checks = applicable(allChecks(), register);
  assertPatterns(checks, flags);
  const { profile, only, skip, strict } = flags;
  return {
    checks,
    register,
    version: version(),
    profile,
    only,
    skip,
    strict: strict === true,
    expectations: expectationsOf(flags),
    today: new Date().toISOString().slice(0, 10),
  };
}

/** Writes and prints the report, and returns the exit code. Throws `CliError` if a file cannot be written. */
export function endTraffic(report: Report, reports: readonly ReportFile[], flags: TrafficFlags): ExitCode {
  const unwritten = writeEach(outputsOf(reports, () => report));
  const layout = { flags, below: 0, file: jsonFileOf(reports) };
  const text = flags.quiet ? `${report.verdict}\n` : printedReport(report, process.stdout, layout);
  return conclude(trafficExitCodeOf(report, flags.minCoverage), text, unwritten);
}
