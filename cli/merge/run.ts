/** cli/merge/run: the work of `touchstone merge`. */
import { readExpectations } from '../../conformance/input/expectations.ts';
import { mergeShards, type NamedReport } from '../../conformance/shard/merge.ts';
import { suiteOf } from '../../conformance/suite.ts';
import { textReport } from '../../reports/text.ts';
import { registerOf } from '../../spec/clauses/register.ts';
import { exitCodeOf } from '../check/exit-code.ts';
import { readBaseline } from '../check/inputs.ts';
import { CliError, type ExitCode } from '../exit.ts';
import { conclude, writeEach } from '../files/output-files.ts';
import { reading, readReport } from '../files/read-report.ts';
import { outputsOf, parseReportFiles } from '../files/report-files.ts';
import { assertInputsKept } from '../files/whole-file.ts';
import { hasColours } from '../terminal/colors.ts';
import { version } from '../version.ts';
import type { MergeFlags } from './command.ts';

/** Prints the report of the run whose shards have the reports in `files`. Throws `CliError`. */
export function merge(files: readonly string[], flags: MergeFlags): ExitCode {
  const { output, report: named, expect, baseline, minCoverage } = flags;
  const outputs = parseReportFiles(output === undefined ? named : [...(named ?? []), `json=${output}`]);
  assertInputsKept(outputs, [...files, expect]);
  const markNew = readBaseline(baseline);
  const shards = files.map((file) => ({ file, report: readReport(file) }));
  if (baseline === undefined) assertUnmarked(shards);
  const profile = shards[0]?.report.profile;
  const merged = reading(() =>
    mergeShards(shards, {
      suite: suiteOf(profile),
      register: registerOf(profile),
      version: version(),
      expectations: expect === undefined ? [] : readExpectations(expect),
      isSameDeployment: flags.sameDeployment === true,
      today: new Date().toISOString().slice(0, 10),
    }),
  );
  const report = markNew(merged);
  const unwritten = writeEach(outputsOf(outputs, () => report));
  return conclude(exitCodeOf(report, minCoverage), textReport(report, hasColours()), unwritten);
}

/** The merged findings come from the evidence of the shards, which has no marks. */
function assertUnmarked(shards: readonly NamedReport[]) {
  const marked = shards.find(({ report }) =>
    report.checks.some(({ findings }) => findings.some(({ isNew }) => isNew !== undefined)),
  );
  if (marked === undefined) return;
  throw new CliError(
    `${marked.file} has marks of a baseline, which the merged report would lose: give merge the same --baseline FILE`,
  );
}
