/** reports/http-trace: reads the file of `check --trace`, up to its end if it ends early, and then as incomplete. */
import { isObject } from '../base/json.ts';
import {
  HTTP_TRACE_FORMAT,
  type HttpTraceExchange,
  type HttpTraceHeader,
  HttpTraceLine,
} from '../conformance/http-trace.ts';
import { InputError } from '../conformance/input/input-file.ts';
import { parseAs, parseJsonFile } from './report-file.ts';

/** A trace that was read. `isWhole`: it has its footer. */
export type HttpTrace = Readonly<{
  header: HttpTraceHeader;
  exchanges: readonly HttpTraceExchange[];
  dropped: number;
  isWhole: boolean;
}>;

const REMEDY = 'write one with --trace FILE';

/** The trace in `text`; `file` is its name in messages. Throws `InputError`. */
export function parseHttpTrace(text: string, file: string): HttpTrace {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line !== '');
  // The first line of other JSON is often a single brace, which would look like a truncated header.
  const first = lines[0]?.startsWith('{"') ? lineAt(lines, 0, file) : undefined;
  if (first?.kind !== 'header') throw new InputError(`${file}:1: this is not a trace of touchstone: ${REMEDY}`);
  const exchanges: HttpTraceExchange[] = [];
  for (let index = 1; index <= last; index += 1) {
    // A run that was killed may leave half a line at the end.
    if (index === last && !text.endsWith('\n')) break;
    const line = lineAt(lines, index, file);
    if (line?.kind === 'footer') return { header: first, exchanges, dropped: line.dropped, isWhole: true };
    if (line?.kind === 'exchange') exchanges.push(line);
  }
  return { header: first, exchanges, dropped: 0, isWhole: false };
}

function lineAt(lines: readonly string[], index: number, file: string) {
  const place = `${file}:${index + 1}`;
  const value = parseJsonFile(lines[index] ?? '', file, REMEDY, index + 1);
  if (isObject(value) && typeof value['trace'] === 'number' && value['trace'] > HTTP_TRACE_FORMAT) {
    throw new InputError(
      `${place}: the trace has format ${value['trace']}, and this version reads up to ${HTTP_TRACE_FORMAT}: ` +
        'update touchstone',
    );
  }
  return parseAs(HttpTraceLine, value, place);
}
