/** cli/files/report-files: the files of `--report FORMAT=FILE`, checked before the run. */
import type { Report } from '../../conformance/report.ts';
import { APPENDED, FORMATS, HTTP_TRACE_FORMATS, writerOf } from '../../reports/formats.ts';
import type { ReportExtras, ReportWriter } from '../../reports/report-writer.ts';
import { CliError } from '../exit.ts';
import type { OutputFile } from './output-files.ts';
import { assertApart, assertWritable, type NamedFile } from './whole-file.ts';

export type ReportFile = Readonly<{
  flag: string;
  format: string;
  file: string;
  write: ReportWriter;
  /** The file is shared, so the report is added to its end. */
  isAppended: boolean;
}>;

/** The files of a report, which is made only if there is one. */
export function outputsOf(
  files: readonly ReportFile[],
  makeReport: () => Report,
  extras: ReportExtras = {},
): readonly OutputFile[] {
  if (files.length === 0) return [];
  const report = makeReport();
  return files.map((one) => ({ ...one, text: () => one.write(report, extras) }));
}

/** Parses `--report`. `others` are files of other flags. Throws `CliError` for values that cannot be used. */
export function parseReportFiles(
  values: readonly string[] = [],
  others: readonly NamedFile[] = [],
  hasHttpTrace = false,
): readonly ReportFile[] {
  const files = values.map((value) => parseReportFile(value, hasHttpTrace));
  for (const { file } of others) assertWritable(file);
  assertApart([...files, ...others]);
  return files;
}

function parseReportFile(value: string, hasHttpTrace: boolean): ReportFile {
  const [format = '', file = ''] = value.split(/=(.*)/s);
  const write = writerOf(format);
  if (write === undefined || file === '') {
    const known = Object.keys(FORMATS).map((name) => `${name}=FILE`);
    throw new CliError(`--report takes ${known.join(', ')}; got "${value}"`);
  }
  if (file === '-') throw new CliError(`--report ${value}: give a file; standard output has the report as text`);
  if (HTTP_TRACE_FORMATS.has(format) && !hasHttpTrace)
    throw new CliError(`--report ${format} needs check --trace FILE as well, a regular file`);
  assertWritable(file);
  return { flag: `--report ${format}`, format, file, write, isAppended: APPENDED.has(format) };
}
