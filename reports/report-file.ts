/** reports/report-file: reads untrusted report files, whole or not at all. Errors are one line with file and place. */
import type { z } from 'zod';
import { isObject } from '../base/json.ts';
import { firstDefect, InputError } from '../conformance/input/input-file.ts';
import { REPORT_FORMAT, Report } from '../conformance/report.ts';

const REMEDY = 'write one with --report json=FILE';

/** The report in `text`. `file` is its name in messages. Throws `InputError`. */
export function parseReport(text: string, file: string): Report {
  const value = parseJsonFile(text, file, REMEDY);
  if (!isObject(value) || typeof value['format'] !== 'number' || typeof value['command'] !== 'string') {
    throw new InputError(`${file}: this is not a report of touchstone: ${REMEDY}`);
  }
  if (value['format'] > REPORT_FORMAT) {
    throw new InputError(
      `${file}: the report has format ${value['format']}, and this version of touchstone reads up to ` +
        `${REPORT_FORMAT}: update it`,
    );
  }
  return parseAs(Report, value, file);
}

/** JSON with the line and column of an error. `text` begins in line `line` of the file. Throws `InputError`. */
export function parseJsonFile(text: string, file: string, remedy: string, line = 1): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    const at = endOfJson(text);
    const lines = text.slice(0, at).split('\n');
    const place = `${file}:${line + lines.length - 1}:${(lines.at(-1)?.length ?? 0) + 1}`;
    const why = at === text.length ? 'the file ends too early: it may be truncated' : `this is not JSON: ${remedy}`;
    throw new InputError(`${place}: ${why}`, { cause: error });
  }
}

/** The length of the longest start of `text` that can be completed to JSON. V8 does not always state it. */
function endOfJson(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isStartOfJson(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isStartOfJson(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = String(error);
    return /end of JSON input|Unterminated string/.test(message) || message.includes(`at position ${text.length} `);
  }
}

/** `value` as the schema says. Throws `InputError` with the path of the first defect. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InputError(`${file}: ${firstDefect(schema, value, parsed.error.issues).message}`);
}
