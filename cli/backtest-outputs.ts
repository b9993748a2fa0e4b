/** cli/backtest-outputs: what a backtest leaves: a summary on standard output, and the files and folders of `--report`. */
import { reportOf } from '../backtest/report.ts';
import type { BacktestResult } from '../backtest/result.ts';
import { backtestJson } from '../reports/backtest/json.ts';
import { summaryText } from './backtest-summary.ts';
import { CliError, type ExitCode } from './exit.ts';
import { assertWritten, writeEach } from './report-files.ts';
import { version } from './version.ts';
import { assertApart, assertWritable } from './whole-file.ts';

export type BacktestOutput = { readonly format: 'json'; readonly path: string };

const FORMATS = ['json'] as const;

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs(values: readonly string[]): readonly BacktestOutput[] {
  const outputs = values.map((value): BacktestOutput => {
    const [name = '', path = ''] = value.split(/=(.*)/s);
    const format = FORMATS.find((known) => known === name);
    if (format === undefined || path === '') {
      throw new CliError(`--report takes json=FILE; "${value}" is not like that`);
    }
    assertWritable(path);
    return { format, path };
  });
  assertApart(outputs.map(({ format, path }) => ({ flag: `--report ${format}`, file: path })));
  return outputs;
}

/** Prints the summary and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeOutputs(
  result: BacktestResult,
  outputs: readonly BacktestOutput[],
  code: ExitCode,
): Promise<void> {
  const report = reportOf(result, { version: version() });
  process.stdout.write(summaryText(result));
  const unwritten = writeEach(outputs.map(({ path }) => ({ file: path, text: () => backtestJson(report) })));
  assertWritten(unwritten, code);
}
