/** cli/backtest-outputs: what a backtest leaves: a summary on standard output, and the files and folders of `--report`. */
import { join } from 'node:path';
import { reportOf } from '../backtest/report.ts';
import type { AuditBadge, BacktestReport } from '../backtest/report-schema.ts';
import type { BacktestResult } from '../backtest/result.ts';
import { backtestJson } from '../reports/backtest/json.ts';
import { backtestText } from '../reports/backtest/text.ts';
import { hasColours } from './colours.ts';
import { CliError, type ExitCode } from './exit.ts';
import { assertWritten, makeFolder, writeEach } from './report-files.ts';
import { version } from './version.ts';
import { assertApart, assertWritable, type Content } from './whole-file.ts';

type OutputFile = { readonly file: string; readonly text: () => Content };

/** Returns the files of a format. `path` is a file or a folder. */
type Writer = (report: BacktestReport, path: string) => Promise<readonly OutputFile[]>;

/** A writer is loaded when it is wanted: the tearsheet brings styles and scripts along. */
const FILE_WRITERS: Readonly<Record<string, Writer>> = {
  json: async (report, file) => [{ file, text: () => backtestJson(report) }],
  html: async (report, file) => {
    const { tearsheetHtml } = await import('../reports/tearsheet/tearsheet.ts');
    return [{ file, text: () => tearsheetHtml(report) }];
  },
};

const FOLDER_WRITERS: Readonly<Record<string, Writer>> = {
  csv: async (report, folder) => {
    const { backtestCsv } = await import('../reports/backtest/csv.ts');
    return backtestCsv(report).map(({ name, text }) => ({ file: join(folder, name), text: () => text }));
  },
  parquet: async (report, folder) => {
    const { backtestParquet } = await import('../reports/backtest/parquet.ts');
    return backtestParquet(report).map(({ name, bytes }) => ({ file: join(folder, name), text: () => bytes }));
  },
};

export type BacktestOutput = { readonly path: string; readonly write: Writer };

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs(values: readonly string[]): readonly BacktestOutput[] {
  const parsed = values.map((value) => {
    const [format = '', path = ''] = value.split(/=(.*)/s);
    const isFile = Object.hasOwn(FILE_WRITERS, format);
    const write = isFile
      ? FILE_WRITERS[format]
      : Object.hasOwn(FOLDER_WRITERS, format)
        ? FOLDER_WRITERS[format]
        : undefined;
    if (write === undefined || path === '') {
      throw new CliError(`--report takes json=FILE, html=FILE, csv=FOLDER, parquet=FOLDER; "${value}" is none of them`);
    }
    if (path === '-') throw new CliError(`--report ${value}: give a path; standard output has the summary`);
    if (isFile) assertWritable(path);
    else makeFolder(path, `--report ${format}`);
    return { flag: `--report ${format}`, file: path, path, write, isFile };
  });
  assertApart(parsed.filter(({ isFile }) => isFile));
  return parsed;
}

/** Prints the summary and writes every output. Throws `CliError` with the places that could not be written. */
export async function writeOutputs(
  result: BacktestResult,
  badge: AuditBadge | undefined,
  outputs: readonly BacktestOutput[],
  code: ExitCode,
): Promise<void> {
  const report = reportOf(result, { version: version(), ...(badge === undefined ? {} : { audit: badge }) });
  process.stdout.write(backtestText(report, hasColours()));
  const files = await Promise.all(outputs.map(({ path, write }) => write(report, path)));
  assertWritten(writeEach(files.flat()), code);
  for (const { path } of outputs) process.stdout.write(`${path} is written\n`);
}
