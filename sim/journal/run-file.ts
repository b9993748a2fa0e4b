/** sim/journal/run-file: the only reader of journals. The first damaged line is an error that names its place. */
import type { z } from 'zod';
import { isObject, parseJson } from '../../base/json.ts';
import { JournalError } from './journal-error.ts';
import { contentOf, linesOf } from './line.ts';
import { FORMAT, FORMAT_VERSION, Header, JournalRecord } from './record.ts';

/** File, line (from 1) and byte (from 0). */
type Place = { readonly path: string; readonly line: number; readonly offset: number };

/** The place to read on from: the byte behind record `n`. */
export type Mark = { readonly n: number; readonly offset: number };

/** A record, its place, and the mark behind it. */
type Entry = { readonly record: JournalRecord; readonly place: Place; readonly next: Mark };

/** The end of the intact records, and the bytes of an interrupted write behind it. */
export type End = Mark & { readonly torn: number };

export type Records = Generator<Entry, End>;

/** An error that names its place: `path:line (byte N): what`. */
export function misplaced({ path, line, offset }: Place, what: string): JournalError {
  return new JournalError(`${path}:${line} (byte ${offset}): ${what}`);
}

/** The header of a journal and the mark behind it; undefined if its line is incomplete. Throws `JournalError`. */
export function readHeader(path: string): { readonly header: Header; readonly mark: Mark } | undefined {
  const [line] = linesOf(path);
  if (line === undefined || !line.isEnded) return undefined;
  const place = { path, line: 1, offset: 0 };
  const value = jsonIn(line.bytes, place);
  const { format, version } = isObject(value) ? value : {};
  if (format !== FORMAT) throw misplaced(place, 'the first line is no header of a Touchstone journal');
  if (version !== FORMAT_VERSION) {
    const written = typeof version === 'number' ? `version ${version}` : 'an unknown version';
    const reads = `this Touchstone reads version ${FORMAT_VERSION}`;
    const advice = 'name a new directory, or use the Touchstone that wrote it';
    throw misplaced(place, `the journal has ${written} of its format, and ${reads}: ${advice}`);
  }
  return { header: parse(Header, value, place), mark: { n: 0, offset: line.bytes.length + 1 } };
}

/**
 * The records behind a mark, and finally the end of the intact ones. A last line without a line feed is an interrupted
 * write. Throws `JournalError` at any other damage.
 */
export function* readRecords(path: string, mark: Mark): Records {
  let last = mark;
  for (const line of linesOf(path, mark.offset)) {
    if (!line.isEnded) return { ...last, torn: line.bytes.length };
    // The header is line 1.
    const place = { path, line: last.n + 2, offset: line.offset };
    const record = parse(JournalRecord, jsonIn(line.bytes, place), place);
    if (record.n !== last.n + 1) throw misplaced(place, `record ${record.n} where record ${last.n + 1} belongs`);
    last = { n: record.n, offset: line.offset + line.bytes.length + 1 };
    yield { record, place, next: last };
  }
  return { ...last, torn: 0 };
}

function jsonIn(line: Buffer, place: Place): unknown {
  const content = contentOf(line);
  if (!content.ok) throw misplaced(place, content.refusal);
  const value = parseJson(content.value.toString());
  if (value === undefined) throw misplaced(place, 'the line is not JSON');
  return value;
}

/** Names the first field that does not fit the schema, and repeats no text of the file. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, place: Place): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw misplaced(place, `${field}${issue?.message}`);
}
