/** cli/flags/summary-formats: `--report FORMAT=FILE` of reports (also as tables) and of summaries. */
import { join } from 'node:path';
import { CliError } from '../exit.ts';
import { makeFolder, type OutputFile, writeEach } from '../files/output-files.ts';
import { assertApart, assertInputsKept, assertWritable, type Content } from '../files/whole-file.ts';

type SummaryFormat = 'text' | 'markdown' | 'html' | 'json';
const FORMATS: { readonly files: readonly SummaryFormat[]; readonly folders: readonly never[] } = {
  files: ['text', 'markdown', 'html', 'json'],
  folders: [],
};

/** Asynchronous, so that the page kit is loaded only for a page. */
export type SummaryWriters<Summary> = Readonly<Record<SummaryFormat, (summary: Summary) => Promise<string>>>;

/** Throws `CliError` for a format that does not exist and a file that cannot be written. */
export function parseSummaryOutputs(values: readonly string[]): readonly ReportOutput<SummaryFormat>[] {
  return parseOutputs(values, FORMATS);
}

/** Returns a message for each file that cannot be written. Throws `CliError` if one of `inputs` would be replaced. */
export async function writeSummary<Summary>(
  summary: Summary,
  outputs: readonly ReportOutput<SummaryFormat>[],
  writers: SummaryWriters<Summary>,
  inputs: readonly string[],
): Promise<readonly string[]> {
  const named = outputs.map(({ format, path }) => ({ flag: `--report ${format}`, file: path }));
  assertInputsKept(named, inputs);
  const files = outputs.map(async ({ format, path }) => {
    const text = await writers[format](summary);
    return { file: path, text: () => text };
  });
  return writeEach(await Promise.all(files));
}

/** The formats of a report: those that are one file, and those that are a folder of files. */
type Formats = { readonly files: readonly string[]; readonly folders: readonly string[] };
export type FormatOf<Known extends Formats> = Known['files'][number] | Known['folders'][number];

export type ReportOutput<Format> = { readonly format: Format; readonly path: string };

export type Writer<Report> = (report: Report, path: string) => Promise<readonly OutputFile[]>;

/** Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs<Known extends Formats>(
  values: readonly string[],
  { files, folders }: Known,
): readonly ReportOutput<FormatOf<Known>>[] {
  const parsed = values.map((value) => {
    const [given = '', path = ''] = value.split(/=(.*)/s);
    const format = [...files, ...folders].find((name) => name === given);
    if (format === undefined || path === '') {
      const known = [...files.map((name) => `${name}=FILE`), ...folders.map((name) => `${name}=FOLDER`)];
      throw new CliError(`--report takes ${known.join(', ')}; got "${value}"`);
    }
    if (path === '-') throw new CliError(`--report ${value}: give a path; standard output has the summary`);
    const isFile = files.includes(format);
    if (isFile) assertWritable(path);
    else makeFolder(path, `--report ${format}`);
    return { flag: `--report ${format}`, format, path, isFile };
  });
  assertApart(parsed.filter(({ isFile }) => isFile).map(({ flag, path }) => ({ flag, file: path })));
  return parsed.map(({ format, path }) => ({ format, path }));
}

/** The files of tables in a folder. */
export function tableFiles(
  folder: string,
  tables: readonly { readonly name: string; readonly pieces: Content }[],
): readonly OutputFile[] {
  return tables.map(({ name, pieces }) => ({ file: join(folder, name), text: () => pieces }));
}

/** Writes one output. Returns a message for each of its files that cannot be written. */
export async function writeOutput<Format extends string, Report>(
  report: Report,
  { format, path }: ReportOutput<Format>,
  writers: Readonly<Record<Format, Writer<Report>>>,
): Promise<readonly string[]> {
  return writeEach(await writers[format](report, path));
}
