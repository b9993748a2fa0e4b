/** sim/journal/run-index: a recorded run, from a journal directory or one file, and its state after each record. */
import { hash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { createVenue, type Venue } from '../core/venue.ts';
import { buildWorld } from '../world/build.ts';
import { WorldError } from '../world/world-error.ts';
import { latestJournal } from './files.ts';
import { JournalError, systemReason } from './journal-error.ts';
import type { Header, JournalRecord } from './record.ts';
import { type Entry, readHeader, readRecords } from './run-file.ts';

/** The facts that identify a record, so that it need not be kept. */
type RecordMark = {
  /** Over all fields of the record except its number and the sessions of heartbeats, which are not part of the venue. */
  readonly digest: string;
  /** Whether the record only moves the clock, so that its events are due work. */
  readonly isDueWork: boolean;
};

export type RunIndex = {
  readonly path: string;
  readonly header: Header;
  readonly records: number;
  /** Events in the log at the beginning and after each record, and the hash over them. */
  readonly events: readonly number[];
  readonly hashes: readonly string[];
  /** One for each record, that of record 1 first. */
  readonly marks: readonly RecordMark[];
  /** An interrupted write at the end, which is ignored. */
  readonly torn: { readonly path: string; readonly keep: number; readonly bytes: number } | undefined;
  /** Reads the records again from the file. */
  entries(): Generator<Entry, unknown>;
};

/** The advice for a path without a run. */
const ADVICE = 'name a journal directory or a run log';

/** Reads a whole run. Throws `JournalError` if it is damaged before its end, or is no run. */
export function indexRun(path: string): RunIndex {
  const file = fileAt(path);
  const found = readHeader(file);
  if (found === undefined) throw new JournalError(`${path} holds no run: its header is incomplete`);
  const { header, mark } = found;
  const reading = readRecords(file, mark);
  const events = [header.start.events];
  const hashes = [header.start.hash];
  const marks: RecordMark[] = [];
  let next = reading.next();
  for (; next.done !== true; next = reading.next()) {
    const { record } = next.value;
    events.push(record.events);
    hashes.push(record.hash);
    marks.push(markOf(record));
  }
  const { n, offset: keep, torn } = next.value;
  return {
    ...{ path, header, records: n, marks, events, hashes },
    torn: torn === 0 ? undefined : { path: file, keep, bytes: torn },
    entries: () => readRecords(file, mark),
  };
}

export function markOf({ at, do: action, events, hash: state }: JournalRecord): RecordMark {
  // A parsed record has its keys in the order of its schema, so the order in the file does not matter.
  const digest = hash('sha1', JSON.stringify([at, action, events, state]), 'base64');
  return { digest, isDueWork: action.kind === 'clock' };
}

function fileAt(path: string): string {
  const stats = statsOf(path);
  if (stats.isFile()) return path;
  if (!stats.isDirectory()) {
    // A run is read once to compare it and once more to replay it. A pipe cannot be read twice.
    throw new JournalError(`${path} is no regular file and no directory: write the run into a file and name that`);
  }
  const latest = latestJournal(path, ADVICE);
  if (latest === undefined) throw new JournalError(`${path} is empty: ${ADVICE}`);
  return latest.path;
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new JournalError(`${path} cannot be read (${systemReason(cause)}): ${ADVICE}`);
  }
}

/** The venue at the beginning of a run. Throws `WorldError` if its world cannot be built. */
export function beginningOf({ world, seed, rules, tape }: Header): Venue {
  if (tape !== undefined)
    throw new WorldError(`a run with the tape ${tape.slice(0, 100)} cannot be replayed without it`);
  return world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
}
