/** cli/backtest-outputs: what a backtest leaves: a summary on standard output, and the files and folders of `--report`. */
import { join } from 'node:path';
import { reportOf } from '../backtest/report.ts';
import type { AuditBadge, BacktestReport } from '../backtest/report-schema.ts';
import type { BacktestResult } from '../backtest/result.ts';
import { backtestJson } from '../reports/backtest/json.ts';
import { backtestText } from '../reports/backtest/text.ts';
import { hasColours } from './colours.ts';
import type { ExitCode } from './exit.ts';
import { type ReportOutput, type Writers, writeReports } from './report-outputs.ts';
import { version } from './version.ts';

/** A writer is loaded when it is wanted: the tearsheet brings styles and scripts along. */
export const BACKTEST_WRITERS: Writers<BacktestReport> = {
  files: {
    json: async (report, file) => [{ file, text: () => backtestJson(report) }],
    html: async (report, file) => {
      const { tearsheetHtml } = await import('../reports/tearsheet/tearsheet.ts');
      return [{ file, text: () => tearsheetHtml(report) }];
    },
  },
  folders: {
    csv: async (report, folder) => {
      const { backtestCsv } = await import('../reports/backtest/csv.ts');
      return backtestCsv(report).map(({ name, text }) => ({ file: join(folder, name), text: () => text }));
    },
    parquet: async (report, folder) => {
      const { backtestParquet } = await import('../reports/backtest/parquet.ts');
      return backtestParquet(report).map(({ name, bytes }) => ({ file: join(folder, name), text: () => bytes }));
    },
  },
};

/** Prints the summary and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeOutputs(
  result: BacktestResult,
  badge: AuditBadge | undefined,
  outputs: readonly ReportOutput<BacktestReport>[],
  code: ExitCode,
): Promise<void> {
  const report = reportOf(result, { version: version(), ...(badge === undefined ? {} : { audit: badge }) });
  process.stdout.write(backtestText(report, hasColours()));
  await writeReports(report, outputs, code);
}
