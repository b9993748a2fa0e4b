/** cli/sweep-outputs: what a sweep leaves: a summary on standard output, and the files and folders of `--report`. */
import { join } from 'node:path';
import type { SweepReport } from '../backtest/sweep/report-schema.ts';
import { sweepJson } from '../reports/sweep/json.ts';
import { sweepText } from '../reports/sweep/text.ts';
import { hasColours } from './colours.ts';
import type { ExitCode } from './exit.ts';
import { type ReportOutput, type Writers, writeReports } from './report-outputs.ts';

/** A writer is loaded when it is wanted: the page brings styles and scripts along. */
export const SWEEP_WRITERS: Writers<SweepReport> = {
  files: {
    json: async (report, file) => [{ file, text: () => sweepJson(report) }],
    html: async (report, file) => {
      const { sweepHtml } = await import('../reports/sweep/sweep-page.ts');
      return [{ file, text: () => sweepHtml(report) }];
    },
  },
  folders: {
    csv: async (report, folder) => {
      const { sweepCsv } = await import('../reports/sweep/csv.ts');
      return sweepCsv(report).map(({ name, text }) => ({ file: join(folder, name), text: () => text }));
    },
  },
};

/** Prints the summary with `top` points and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeSweepOutputs(
  report: SweepReport,
  outputs: readonly ReportOutput<SweepReport>[],
  top: number,
  code: ExitCode,
): Promise<void> {
  process.stdout.write(sweepText(report, { top, hasColours: hasColours() }));
  await writeReports(report, outputs, code);
}
