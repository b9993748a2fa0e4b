/**
 * sim/journal/record-reader: the records of segments, one after the other, each held against what must have come before it. A
 * damaged line is an error that names its place, except for a line without end behind all others: that is what an interrupted
 * write leaves.
 */
import type { z } from 'zod';
import { isObject } from '../../spec/json.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import type { Segment } from './directory.ts';
import { JournalError } from './journal-error.ts';
import { holdsWholeLine, jsonOf } from './line.ts';
import { type LineOfFile, linesOf } from './line-reader.ts';
import { FORMAT, FORMAT_VERSION, Header, JournalRecord, type Standing } from './record.ts';

/** Where something stands: file, line (from 1) and byte (from 0). */
export type Place = { readonly path: string; readonly line: number; readonly offset: number };

export type Entry = { readonly record: JournalRecord; readonly place: Place };

/** What an interrupted write left in the last segment: `bytes` behind the `keep` good ones. */
export type TornTail = { readonly path: string; readonly keep: number; readonly bytes: number };

/** How far reading has come. */
export type Progress = {
  /** The header of the present segment; undefined where not even that was written whole. */
  header: Header | undefined;
  /** Number of the last record, and where the run stood after it. */
  last: number;
  standing: Standing | undefined;
  /** Good bytes of the present segment. */
  bytes: number;
  torn: TornTail | undefined;
};

/** Hears of each header before the records behind it. May throw. */
type HeaderCheck = (header: Header, place: Place) => void;

/** An error that names its place: `path:line (byte N): what`. */
export function misplaced({ path, line, offset }: Place, what: string): JournalError {
  return new JournalError(`${path}:${line} (byte ${offset}): ${what}`);
}

/**
 * The records of `segments`, and at last how far reading has come. Throws `JournalError` at the first line that is
 * damaged, of another version, or at odds with the lines before it; a torn tail is told in the progress instead.
 */
export function* readSegments(segments: readonly Segment[], check: HeaderCheck): Generator<Entry, Progress> {
  const progress: Progress = { header: undefined, last: 0, standing: undefined, bytes: 0, torn: undefined };
  for (const [index, segment] of segments.entries()) {
    progress.header = undefined;
    progress.bytes = 0;
    yield* readSegment(segment, progress, index === segments.length - 1, check);
    if (progress.header === undefined) assertFits(segment, progress);
  }
  return progress;
}

function* readSegment(
  { path, first, last }: Segment,
  progress: Progress,
  isNewest: boolean,
  check: HeaderCheck,
): Generator<Entry, void> {
  for (const line of linesOf(path)) {
    const place = { path, line: line.line, offset: line.offset };
    const read = readJson(line);
    if (!read.ok) {
      // Only the last write can have been interrupted, and it ends with the line feed: a line that has one was acknowledged.
      if (isNewest && !line.isEnded && !holdsWholeLine(line.bytes)) {
        progress.torn = { path, keep: line.offset, bytes: line.bytes.length };
        return;
      }
      throw misplaced(place, read.refusal);
    }
    if (progress.header === undefined) {
      const header = readHeader(read.value, place);
      assertContinues(header, first, progress, place);
      check(header, place);
      Object.assign(progress, { header, standing: header.start, last: header.first - 1 });
    } else {
      const record = parse(JournalRecord, read.value, place);
      assertFollows(record, progress, place);
      const { n: last, at, events, hash } = record;
      Object.assign(progress, { standing: { at, events, hash }, last });
      yield { record, place };
    }
    progress.bytes = line.offset + line.bytes.length + 1;
  }
  if (progress.header === undefined && !isNewest) throw new JournalError(`${path} is empty: put the segment back`);
  if (last !== undefined && progress.last !== last) {
    throw new JournalError(`${path} ends with record ${progress.last}, not with ${last} as its name says`);
  }
}

/** The JSON value of a line; a line without its line feed was not written to the end. */
function readJson(line: LineOfFile): Result<unknown, string> {
  if (!line.isEnded) return refuse(holdsWholeLine(line.bytes) ? 'a line feed is damaged' : 'the line is not complete');
  const json = jsonOf(line.bytes);
  if (!json.ok) return json;
  try {
    return ok(JSON.parse(json.value));
  } catch {
    return refuse('the line is not JSON');
  }
}

function readHeader(value: unknown, place: Place): Header {
  const { format, version } = isObject(value) ? value : {};
  if (format !== FORMAT) throw misplaced(place, 'the first line is no header of a Touchstone journal');
  if (version !== FORMAT_VERSION) {
    const written = typeof version === 'number' ? `version ${version}` : 'an unknown version';
    throw misplaced(place, `the journal has ${written} of its format; this Touchstone reads version ${FORMAT_VERSION}`);
  }
  return parse(Header, value, place);
}

function assertContinues(header: Header, first: number, { standing, last }: Progress, place: Place): void {
  if (header.first !== first)
    throw misplaced(place, `the segment begins with record ${header.first}, not with ${first}`);
  if (standing === undefined) return;
  const { start } = header;
  if (first === last + 1 && start.hash === standing.hash && start.events === standing.events) return;
  throw misplaced(place, `the segment does not continue the one before it, which ends with record ${last}`);
}

/** What would be written in a segment without a header could not be read again if records before it are missing. */
function assertFits({ path, first }: Segment, { standing, last }: Progress): void {
  if (standing === undefined || first === last + 1) return;
  throw new JournalError(
    `${path} has no whole header and is to begin with record ${first}, but the records before it end at ${last}: put those between back, or remove it to go on without them`,
  );
}

function assertFollows(record: JournalRecord, { standing, last }: Progress, place: Place): void {
  if (record.n !== last + 1) throw misplaced(place, `record ${record.n} where record ${last + 1} belongs`);
  if (standing === undefined) return;
  if (record.at < standing.at) throw misplaced(place, `record ${record.n} goes back in time`);
  if (record.events < standing.events)
    throw misplaced(place, `record ${record.n} has fewer events than the one before`);
}

/** The value as `schema` wants it. Names the first field that is not so, and repeats nothing of what the file holds. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, place: Place): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  const what = issue?.code === 'unrecognized_keys' ? 'has fields of another version' : issue?.message;
  throw misplaced(place, `${where}${what ?? 'is not as it must be'}`);
}
