/** sim/journal/run-file: lines, and the only reader of journals. The first damaged line is an error with its place. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { isObject, parseJson } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { attempt, JournalError } from './journal-error.ts';
import { FORMAT, FORMAT_VERSION, Header, JournalRecord } from './record.ts';

const FRAME = /^[0-9a-f]{8} $/;
const FRAME_BYTES = 9;

/** The line for a JSON text. */
export function lineOf(json: string): Buffer {
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

export function checksum(...parts: readonly (Uint8Array | string)[]): string {
  const sum = parts.reduce((crc, part) => crc32(part, crc), 0);
  return sum.toString(16).padStart(8, '0');
}

/** The content of a line without its line feed, or the defect of the line. */
export function contentOf(line: Buffer): Result<Buffer, string> {
  if (!FRAME.test(line.toString('latin1', 0, FRAME_BYTES))) {
    return refuse('the line does not begin with 8 hexadecimal digits and a blank');
  }
  const content = line.subarray(FRAME_BYTES);
  const [written, actual] = [line.toString('latin1', 0, 8), checksum(content)];
  return written === actual ? ok(content) : refuse(`the checksum is ${actual}, not ${written} as written`);
}

/** `bytes` without the line feed. `isEnded`: a line feed follows; only the last line of a file can lack it. */
type Line = { readonly bytes: Buffer; readonly offset: number; readonly isEnded: boolean };

/** Longer lines are rejected, so that a file without line feeds fills no memory. Written ones are far shorter. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** The lines of a file from byte `from` on; each valid until the next. Throws `JournalError` for no such file. */
function* linesOf(path: string, from = 0): Generator<Line, void> {
  const reading = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be read`, 'check the path and its permissions', action);
  // A pipe would block its reader.
  if (!reading(() => statSync(path)).isFile()) {
    throw new JournalError(`${path} is no regular file: remove it, or name another directory`);
  }
  const descriptor = reading(() => openSync(path, 'r'));
  try {
    const { size } = fstatSync(descriptor);
    const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(size - from, LINE_BYTES_MAX + 1)));
    for (let offset = from; offset < size; ) {
      const bytes = chunk.subarray(
        0,
        reading(() => readSync(descriptor, chunk, 0, chunk.length, offset)),
      );
      let start = 0;
      for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
        yield { bytes: bytes.subarray(start, end), offset: offset + start, isEnded: true };
        start = end + 1;
      }
      if (start === 0) {
        if (offset + bytes.length < size) {
          throw new JournalError(`${path}: byte ${offset}: a line of more than ${LINE_BYTES_MAX} bytes`);
        }
        return yield { bytes, offset, isEnded: false };
      }
      offset += start;
    }
  } finally {
    closeSync(descriptor);
  }
}

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
