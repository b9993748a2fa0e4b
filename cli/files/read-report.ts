/** cli/files/read-report: the report and timings files that users name. Every error is one line. */

import { boundedText } from '../../conformance/input/bounded-text.ts';
import { InputError } from '../../conformance/input/input-file.ts';
import type { Report } from '../../conformance/report.ts';
import { type HttpTrace, parseHttpTrace } from '../../reports/http-trace.ts';
import { parseAs, parseJsonFile, parseReport } from '../../reports/report-file.ts';
import { TimingsFile, timingsOf } from '../../reports/timings-file.ts';
import { CliError, orCliError } from '../exit.ts';

const LARGEST_BYTES = 256 * 1024 * 1024;

export function readReport(file: string): Report {
  return reading(() => parseReport(textOf(file), file));
}

export function readHttpTrace(file: string): HttpTrace {
  return reading(() => parseHttpTrace(textOf(file), file));
}

/** Milliseconds by check id, from the file of `check --timings`. Throws `CliError`. */
export function readTimings(file: string): ReadonlyMap<string, number> {
  return reading(() =>
    timingsOf(parseAs(TimingsFile, parseJsonFile(textOf(file), file, 'write one with --timings FILE'), file)),
  );
}

function textOf(file: string) {
  const text = orCliError(
    () => boundedText(file, LARGEST_BYTES),
    (code) => `${file} cannot be read (${code}): check the path and its permissions`,
  );
  if (text !== undefined) return text;
  throw new CliError(`${file} has more than the ${LARGEST_BYTES} bytes that are read: name a smaller one`);
}

export function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw new CliError(error.message);
    throw error;
  }
}
