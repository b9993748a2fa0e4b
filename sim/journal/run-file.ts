/** sim/journal/run-file: lines, and the only reader of journals. The first damaged line is an error with its place. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { attempt, JournalError } from './journal-error.ts';
import { Header, JournalRecord, type Mark } from './record.ts';

export const FRAME_BYTES = 9;

/** The line for a JSON text. */
export function lineOf(json: string): Buffer {
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

export function checksum(content: Uint8Array | string): string {
  return crc32(content).toString(16).padStart(8, '0');
}

/** The content of a line without its line feed; undefined if the line does not begin with its checksum. */
export function contentOf(line: Buffer): Buffer | undefined {
  const content = line.subarray(FRAME_BYTES);
  return line.toString('latin1', 0, FRAME_BYTES) === `${checksum(content)} ` ? content : undefined;
}

const CHUNK_BYTES = 1024 * 1024;
/** Written lines are far shorter. A file without line feeds cannot fill the memory. */
const LINE_BYTES_MAX = 16 * CHUNK_BYTES;

/** The lines from byte `from` on, up to the last line feed before byte `to`. Throws `JournalError` if it cannot. */
function* linesOf(
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Generator<{ readonly bytes: Buffer; readonly offset: number }, void> {
  const reading = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be read`, 'check the path and its permissions', action);
  // A pipe would block its reader.
  if (!reading(() => statSync(path)).isFile()) throw new JournalError(`${path} is no regular file`);
  const descriptor = reading(() => openSync(path, 'r'));
  try {
    let [rest, offset] = [Buffer.alloc(0), from];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const at = offset + rest.length;
      const count = reading(() => readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, to - at), at));
      if (count === 0) return;
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
      let start = 0;
      for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
        yield { bytes: rest.subarray(start, end), offset: offset + start };
        start = end + 1;
      }
      rest = rest.subarray(start);
      offset += start;
      if (rest.length <= LINE_BYTES_MAX) continue;
      throw new JournalError(`${path}: byte ${offset}: a line of more than ${LINE_BYTES_MAX} bytes`);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** A record, and the marks before and behind it. */
export type Entry = { readonly record: JournalRecord; readonly start: Mark; readonly end: Mark };

/** An error that names its line (from 1) and byte (from 0). */
export function misplaced(path: string, { n, offset }: Mark, what: string): JournalError {
  return new JournalError(`${path}:${n + 2} (byte ${offset}): ${what}`);
}

/** The header of a journal and the mark behind it; undefined if its line is incomplete. Throws `JournalError`. */
export function readHeader(path: string): { readonly header: Header; readonly end: Mark } | undefined {
  const [line] = linesOf(path);
  if (line === undefined) return undefined;
  const header = parse(Header, line.bytes, path, { n: -1, offset: 0 });
  return { header, end: { n: 0, offset: line.bytes.length + 1 } };
}

/**
 * The records behind a mark and before byte `to`. A last line without a line feed is an interrupted write and no
 * record. Throws `JournalError` at any other damage.
 */
export function* readRecords(path: string, from: Mark, to?: number): Generator<Entry, void> {
  let start = from;
  for (const { bytes, offset } of linesOf(path, from.offset, to)) {
    const record = parse(JournalRecord, bytes, path, start);
    const n = start.n + 1;
    if (record.n !== n) throw misplaced(path, start, `record ${record.n} where record ${n} belongs`);
    const end = { n, offset: offset + bytes.length + 1 };
    yield { record, start, end };
    start = end;
  }
}

/** Names the first field that does not fit the schema, and repeats no text of the file. */
function parse<Schema extends z.ZodType>(schema: Schema, line: Buffer, path: string, place: Mark): z.infer<Schema> {
  const content = contentOf(line);
  if (content === undefined) throw misplaced(path, place, 'the line does not begin with the checksum of its content');
  const { data, error } = schema.safeParse(parseJson(content.toString()));
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw misplaced(path, place, `${[...(issue?.path ?? []), issue?.message].join(': ')}`);
}
