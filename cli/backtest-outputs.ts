/** cli/backtest-outputs: what a backtest leaves: a summary on standard output, and the files of `--report`. */
import { reportOf } from '../backtest/report.ts';
import type { AuditBadge, BacktestReport } from '../backtest/report-schema.ts';
import type { BacktestResult } from '../backtest/result.ts';
import { backtestJson } from '../reports/backtest/json.ts';
import { summaryText } from './backtest-summary.ts';
import { CliError, type ExitCode } from './exit.ts';
import { assertWritten, writeEach } from './report-files.ts';
import { version } from './version.ts';
import { assertApart, assertWritable } from './whole-file.ts';

/** The formats of one file. A writer is loaded when it is wanted: the tearsheet brings styles and scripts along. */
const WRITERS = {
  json: async (): Promise<ReportText> => backtestJson,
  html: async (): Promise<ReportText> => (await import('../reports/tearsheet/tearsheet.ts')).tearsheetHtml,
};

type ReportText = (report: BacktestReport) => string;

export type BacktestOutput = { readonly format: keyof typeof WRITERS; readonly path: string };

const FORMATS = ['json', 'html'] as const satisfies readonly (keyof typeof WRITERS)[];

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs(values: readonly string[]): readonly BacktestOutput[] {
  const outputs = values.map((value): BacktestOutput => {
    const [name = '', path = ''] = value.split(/=(.*)/s);
    const format = FORMATS.find((known) => known === name);
    if (format === undefined || path === '') {
      const known = FORMATS.map((each) => `${each}=FILE`).join(', ');
      throw new CliError(`--report takes ${known}; "${value}" is none of them`);
    }
    if (path === '-') throw new CliError(`--report ${value}: give a file; standard output has the summary`);
    assertWritable(path);
    return { format, path };
  });
  assertApart(outputs.map(({ format, path }) => ({ flag: `--report ${format}`, file: path })));
  return outputs;
}

/** Prints the summary and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeOutputs(
  result: BacktestResult,
  badge: AuditBadge | undefined,
  outputs: readonly BacktestOutput[],
  code: ExitCode,
): Promise<void> {
  const report = reportOf(result, { version: version(), ...(badge === undefined ? {} : { audit: badge }) });
  process.stdout.write(summaryText(result, badge));
  const texts = await Promise.all(outputs.map(async ({ format }) => await WRITERS[format]()));
  const files = outputs.map(({ path }, index) => ({ file: path, text: () => texts[index]?.(report) ?? '' }));
  assertWritten(writeEach(files), code);
  for (const { path } of outputs) process.stdout.write(`${path} is written\n`);
}
