/** cli/matrix/run: the work of `touchstone matrix`. */
import type { NamedReport } from '../../reports/comparison/compare.ts';
import { type Matrix, matrixOf } from '../../reports/matrix/build.ts';
import { matrixMarkdown } from '../../reports/matrix/markdown.ts';
import { matrixHtml } from '../../reports/matrix/matrix-page.ts';
import { jsonFile } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { assertInputsKept, assertWritable, writeWhole } from '../files/whole-file.ts';
import type { MatrixFlags } from './command.ts';

const WRITERS: Readonly<Record<MatrixFlags['as'], (matrix: Matrix) => string>> = {
  html: matrixHtml,
  markdown: matrixMarkdown,
  json: jsonFile,
};

export function printMatrix(files: readonly string[], { as, output, name: names }: MatrixFlags): ExitCode {
  if (names.length > 0 && names.length !== files.length)
    throw new CliError(`--name takes one name for each report: ${files.length} reports, ${names.length} names`);
  if (output !== undefined) {
    assertWritable(output);
    assertInputsKept([{ flag: '--output', file: output }], files);
  }
  const text = WRITERS[as](matrixOf(files.map((file, index) => namedReport(file, names[index]))));
  if (output === undefined) process.stdout.write(text);
  else writeWhole(output, text);
  return EXIT.ok;
}

function namedReport(file: string, name: string | undefined): NamedReport {
  const report = readReport(file);
  if (report.command !== 'check')
    throw new CliError(
      `${file} is a report of touchstone ${report.command}: a matrix takes reports of touchstone check`,
    );
  return { name: name ?? report.target, report };
}
