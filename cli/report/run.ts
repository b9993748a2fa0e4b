/** cli/report/run: the work of `touchstone report`. */
import { omitUndefined } from '../../base/record.ts';
import { APPENDED, FORMATS, HTTP_TRACE_FORMATS, writerOf } from '../../reports/formats.ts';
import type { ReportExtras } from '../../reports/report-writer.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { readHttpTrace, readReport, readTimings } from '../files/read-report.ts';
import { appendText, assertInputsKept, writeWhole } from '../files/whole-file.ts';
import type { ReportFlags } from './command.ts';

export function printReport(file: string, { as, output, timings, trace }: ReportFlags): ExitCode {
  if (output !== undefined) assertInputsKept([{ flag: '--output', file: output }], [file, timings, trace]);
  const write = writerOf(as);
  if (write === undefined) throw new CliError(`--as takes ${Object.keys(FORMATS).join(', ')}; got "${as}"`);
  if (HTTP_TRACE_FORMATS.has(as) && trace === undefined)
    throw new CliError(`--as ${as} needs --trace FILE, the file of check --trace`);
  const extras: ReportExtras = omitUndefined({
    timings: timings === undefined ? undefined : readTimings(timings),
    trace: trace === undefined ? undefined : readHttpTrace(trace),
  });
  const text = write(readReport(file), extras);
  if (output === undefined) process.stdout.write(text);
  else if (APPENDED.has(as)) appendText(output, text);
  else writeWhole(output, text);
  return EXIT.ok;
}
