/** cli/backtest-outputs: the files and folders of `--report`, checked before a backtest runs. */
import { CliError } from './exit.ts';
import { makeFolder } from './report-files.ts';
import { assertApart, assertWritable } from './whole-file.ts';

const FILE_FORMATS = ['json', 'html'] as const;
const FOLDER_FORMATS = ['csv', 'parquet'] as const;

/** A place to write to: a file, or a folder of tables. */
export type BacktestOutput = {
  readonly format: (typeof FILE_FORMATS)[number] | (typeof FOLDER_FORMATS)[number];
  readonly path: string;
};

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs(values: readonly string[]): readonly BacktestOutput[] {
  const files: { readonly flag: string; readonly file: string }[] = [];
  const outputs = values.map((value): BacktestOutput => {
    const [given = '', path = ''] = value.split(/=(.*)/s);
    const fileFormat = FILE_FORMATS.find((known) => known === given);
    const format = fileFormat ?? FOLDER_FORMATS.find((known) => known === given);
    if (format === undefined || path === '') {
      throw new CliError(`--report takes json=FILE, html=FILE, csv=FOLDER, parquet=FOLDER; "${value}" is none of them`);
    }
    if (path === '-') throw new CliError(`--report ${value}: give a path; standard output has the summary`);
    if (fileFormat === undefined) makeFolder(path, `--report ${format}`);
    else {
      assertWritable(path);
      files.push({ flag: `--report ${format}`, file: path });
    }
    return { format, path };
  });
  assertApart(files);
  return outputs;
}
