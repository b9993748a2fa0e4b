/** cli/report-outputs: the values of `--report FORMAT=PATH` for reports that are written as files and as folders of tables. */
import { CliError, type ExitCode } from './exit.ts';
import { assertWritten, makeFolder, writeEach } from './report-files.ts';
import { assertApart, assertWritable, type Content } from './whole-file.ts';

type OutputFile = { readonly file: string; readonly text: () => Content };

/** Returns the files of a format. `path` is a file or a folder. */
type Writer<Report> = (report: Report, path: string) => Promise<readonly OutputFile[]>;

/** By format. */
export type Writers<Report> = {
  readonly files: Readonly<Record<string, Writer<Report>>>;
  readonly folders: Readonly<Record<string, Writer<Report>>>;
};

export type ReportOutput<Report> = { readonly path: string; readonly write: Writer<Report> };

/** Throws `CliError` for a format that does not exist and a place that cannot be written. */
export function parseOutputs<Report>(
  values: readonly string[],
  { files, folders }: Writers<Report>,
): readonly ReportOutput<Report>[] {
  const parsed = values.map((value) => {
    const [format = '', path = ''] = value.split(/=(.*)/s);
    const isFile = Object.hasOwn(files, format);
    const write = isFile ? files[format] : Object.hasOwn(folders, format) ? folders[format] : undefined;
    if (write === undefined || path === '') {
      const known = [
        ...Object.keys(files).map((name) => `${name}=FILE`),
        ...Object.keys(folders).map((name) => `${name}=FOLDER`),
      ];
      throw new CliError(`--report takes ${known.join(', ')}; "${value}" is none of them`);
    }
    if (path === '-') throw new CliError(`--report ${value}: give a path; standard output has the summary`);
    if (isFile) assertWritable(path);
    else makeFolder(path, `--report ${format}`);
    return { flag: `--report ${format}`, file: path, path, write, isFile };
  });
  assertApart(parsed.filter(({ isFile }) => isFile));
  return parsed;
}

/** Writes every output and prints its name. Throws `CliError` with the places that could not be written. */
export async function writeReports<Report>(
  report: Report,
  outputs: readonly ReportOutput<Report>[],
  code: ExitCode,
): Promise<void> {
  const files = await Promise.all(outputs.map(({ path, write }) => write(report, path)));
  assertWritten(writeEach(files.flat()), code);
  for (const { path } of outputs) process.stdout.write(`${path} is written\n`);
}
