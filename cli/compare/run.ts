/** cli/compare/run: the work of `touchstone compare`. */
import { compareReports } from '../../reports/comparison/compare.ts';
import type { Comparison } from '../../reports/comparison/comparison.ts';
import { comparisonMarkdown, comparisonText } from '../../reports/comparison/text.ts';
import { jsonFile } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { conclude } from '../files/output-files.ts';
import { readReport } from '../files/read-report.ts';
import { parseSummaryOutputs, type SummaryWriters, writeSummary } from '../flags/summary-formats.ts';
import { hasColours } from '../terminal/colors.ts';
import type { CompareFlags } from './command.ts';

const WRITERS: SummaryWriters<Comparison> = {
  text: async (comparison) => comparisonText(comparison),
  markdown: async (comparison) => comparisonMarkdown(comparison),
  json: async (comparison) => jsonFile(comparison),
  html: async (comparison) => (await import('../../reports/comparison/comparison-page.ts')).comparisonHtml(comparison),
};

export async function compare(oldFile: string, newFile: string, { failOn, report }: CompareFlags): Promise<ExitCode> {
  const outputs = parseSummaryOutputs(report);
  const old = { name: oldFile, report: readReport(oldFile) };
  const newer = { name: newFile, report: readReport(newFile) };
  if (old.report.command !== newer.report.command) {
    const [one, other] = [old.report.command, newer.report.command];
    throw new CliError(
      `${oldFile} is a report of touchstone ${one}, ${newFile} one of ${other}: compare two of the same command`,
    );
  }
  const comparison = compareReports(old, newer);
  const unwritten = await writeSummary(comparison, outputs, WRITERS, [oldFile, newFile]);
  return conclude(exitCodeOf(comparison, failOn), comparisonText(comparison, hasColours()), unwritten);
}

function exitCodeOf({ regressions, findings, checks }: Comparison, failOn: CompareFlags['failOn']): ExitCode {
  const differences = [findings.new, findings.fixed, findings.changed, checks.noLongerRun, checks.newlyRun].flat();
  const counted = { none: 0, any: differences.length, regressions };
  return counted[failOn] > 0 ? EXIT.failed : EXIT.ok;
}
