/** cli/sweep/outputs: the output of a sweep: a summary on standard output, and the files and folders of `--report`. */
import { join } from 'node:path';
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { linedJson } from '../../reports/backtest/json.ts';
import { sweepText } from '../../reports/sweep/text.ts';
import type { ExitCode } from '../exit.ts';
import { assertWritten } from '../files/output-files.ts';
import { type FormatOf, type ReportOutput, type Writer, writeOutput } from '../flags/report-outputs.ts';
import { hasColours } from '../terminal/colors.ts';

export const SWEEP_FORMATS = { files: ['json', 'html'], folders: ['csv'] } as const;
type SweepFormat = FormatOf<typeof SWEEP_FORMATS>;

/** A writer is loaded when it is wanted: the page brings styles and scripts along. */
const WRITERS: Readonly<Record<SweepFormat, Writer<SweepReport>>> = {
  json: async (report, file) => [{ file, text: () => linedJson(report) }],
  html: async (report, file) => {
    const { sweepHtml } = await import('../../reports/sweep/sweep-page.ts');
    return [{ file, text: () => sweepHtml(report) }];
  },
  csv: async (report, folder) => {
    const { sweepCsv } = await import('../../reports/sweep/csv.ts');
    return sweepCsv(report).map(({ name, pieces }) => ({ file: join(folder, name), text: () => pieces }));
  },
};

/** Prints the summary with `top` points and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeSweepOutputs(
  report: SweepReport,
  outputs: readonly ReportOutput<SweepFormat>[],
  top: number,
  code: ExitCode,
): Promise<void> {
  process.stdout.write(sweepText(report, { top, hasColours: hasColours() }));
  const unwritten: string[] = [];
  for (const output of outputs) unwritten.push(...(await writeOutput(report, output, WRITERS)));
  assertWritten(unwritten, code);
  for (const { path } of outputs) process.stdout.write(`${path} is written\n`);
}
