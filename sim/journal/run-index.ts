/** sim/journal/run-index: a run that was written down, be it a journal directory or one file, and where it stood after each record. */
import { hash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { createVenue, type Venue } from '../core/venue.ts';
import { buildWorld } from '../world/build.ts';
import { WorldError } from '../world/world-error.ts';
import { latestGeneration, type Segment, segmentsAfter } from './directory.ts';
import { JournalError, systemReason } from './journal-error.ts';
import type { Header, JournalRecord } from './record.ts';
import { type Entry, readSegments, type TornTail } from './record-reader.ts';

/** What tells a record from others without keeping it. */
type RecordMark = {
  /** Over everything the record says, but for its number and for sessions of heartbeats, which are no part of the venue. */
  readonly digest: string;
  /** Whether it tells of work that fell due by itself. */
  readonly isDueWork: boolean;
};

export type RunIndex = {
  readonly path: string;
  readonly header: Header;
  readonly records: number;
  /** Events in the log after each record, the beginning first; and the hash over them. */
  readonly events: readonly number[];
  readonly hashes: readonly string[];
  /** One for each record, that of record 1 first. */
  readonly marks: readonly RecordMark[];
  /** An interrupted write at the end, which is left out. */
  readonly torn: TornTail | undefined;
  /** The records, read anew. */
  entries(): Generator<Entry, unknown>;
};

/** What to do about a path that leads to no run. */
const ADVICE = 'name a journal directory or a run log';

/** Reads a run from end to end. Throws `JournalError` where it is damaged before its end, or is none. */
export function indexRun(path: string): RunIndex {
  const segments = segmentsAt(path);
  let header: Header | undefined;
  const entries = (): ReturnType<typeof readSegments> =>
    readSegments(segments, (found) => {
      header ??= found;
    });
  const reading = entries();
  const events: number[] = [];
  const hashes: string[] = [];
  const marks: RecordMark[] = [];
  let next = reading.next();
  for (; next.done !== true; next = reading.next()) {
    const { record } = next.value;
    events.push(record.events);
    hashes.push(record.hash);
    marks.push(markOf(record));
  }
  if (header === undefined) throw new JournalError(`${path} holds no run: its header was never written whole`);
  const { start } = header;
  return {
    ...{ path, header, records: events.length, marks, torn: next.value.torn, entries },
    events: [start.events, ...events],
    hashes: [start.hash, ...hashes],
  };
}

/** The mark of a record. */
export function markOf({ at, do: deed, events, hash: state }: JournalRecord): RecordMark {
  // What is read has its keys in the order of its schema, whatever the order in the file.
  const digest = hash('sha1', JSON.stringify([at, deed, events, state]), 'base64');
  return { digest, isDueWork: deed.kind === 'clock' };
}

function segmentsAt(path: string): readonly Segment[] {
  const stats = statsOf(path);
  if (stats.isFile()) return [{ path, first: 1, last: undefined }];
  if (!stats.isDirectory()) {
    // A run is read once to compare it and once more to do it again, which a pipe cannot be.
    throw new JournalError(`${path} is no regular file and no directory: write the run into a file and name that`);
  }
  const latest = latestGeneration(path, ADVICE);
  if (latest === undefined) throw new JournalError(`${path} is empty: ${ADVICE}`);
  return segmentsAfter(latest, 0);
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new JournalError(`${path} cannot be read (${systemReason(cause)}): ${ADVICE}`);
  }
}

/** The venue a run begins with. Throws `WorldError` where its world cannot be built. */
export function beginningOf({ world, seed, rules, tape }: Header): Venue {
  if (tape !== undefined)
    throw new WorldError(`a run with the tape ${tape.slice(0, 100)} cannot be done again without it`);
  return world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
}
