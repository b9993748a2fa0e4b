/**
 * sim/journal/run-file: the lines of a journal, and their only reader and writer. The first damaged line is an error
 * with its place. The writer ends with its first failure, because later lines might not follow.
 */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
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

/**
 * When written lines are brought to the disk: before `append` returns, within a second, or when the system decides.
 * They survive the end of the process in any case.
 */
type SyncPolicy = 'always' | 'interval' | 'never';

export type JournalOptions = Readonly<{
  /** Default `interval`. */
  sync?: SyncPolicy;
  /** The version of Touchstone, for headers and snapshots. */
  touchstone?: string;
  /** Called once, when nothing can be written any more. */
  onFailure?: (failure: JournalError) => void;
  /** The number of records between two snapshots; 0, the default, for no snapshots. */
  snapshotEvery?: number;
  /** Called with remarks, such as a snapshot that could not be written. */
  onNotice?: (notice: string) => void;
}>;

const INTERVAL_MS = 1_000;

/** Appends to a file of `length` bytes. Throws `JournalError` if it cannot be opened. */
export function createWriter(path: string, length: number, { sync: policy = 'interval', onFailure }: JournalOptions) {
  const writing = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be written`, 'see to the disk and start again', action);
  const descriptor = writing(() => openSync(path, 'a', 0o644));
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const guarded = (action: () => void) => {
    if (writer.failure !== undefined) throw writer.failure;
    try {
      writing(action);
    } catch (cause) {
      writer.fail(cause as JournalError);
      throw cause;
    }
  };
  const writer = {
    length,
    /** The reason why nothing is written any more. */
    failure: undefined as JournalError | undefined,
    /** Appends a line; it is in the file when this returns. Throws `JournalError` if it cannot be written. */
    append: (json: string): void =>
      guarded(() => {
        const line = lineOf(json);
        try {
          for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
          if (policy === 'always') fdatasyncSync(descriptor);
        } catch (cause) {
          // The next start cuts the rest of the line if the disk does not allow it now.
          unlessFailing(() => ftruncateSync(descriptor, writer.length));
          throw cause;
        }
        writer.length += line.length;
        if (policy !== 'interval') return;
        timer ??= setTimeout(() => {
          timer = undefined;
          // `failure` has the reason.
          unlessFailing(writer.sync);
        }, INTERVAL_MS).unref();
      }),
    /** Ends writing, also for another reason than the disk. Only the first failure counts. */
    fail(failure: JournalError): void {
      if (writer.failure !== undefined) return;
      writer.failure = failure;
      onFailure?.(failure);
    },
    /** Brings all lines to the disk now, with any policy. Throws `JournalError` if the disk fails. */
    sync: (): void => guarded(() => fdatasyncSync(descriptor)),
    /** Closes the file. Throws `JournalError` if the disk does not take the last lines. */
    close(): void {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      try {
        if (writer.failure === undefined && policy !== 'never') writer.sync();
      } finally {
        writer.failure ??= new JournalError(`${path}: the journal is closed`);
        closeSync(descriptor);
      }
    },
  };
  return writer;
}

export type Writer = ReturnType<typeof createWriter>;

function unlessFailing(action: () => void) {
  try {
    action();
  } catch {}
}
