/**
 * sim/journal/directory: the files of a journal. A run is one generation; its records lie in numbered segments, of which
 * all but the last are closed and have the number of their last record in their name, so that none can be missing unseen.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { JournalError, systemReason } from './journal-error.ts';

export type Segment = {
  readonly path: string;
  /** Number of its first record. */
  readonly first: number;
  /** Number of its last record, where it is closed. */
  readonly last: number | undefined;
};

/** A snapshot of a run as it was after record `n`. */
type SnapshotName = { readonly path: string; readonly n: number };

/** The latest generation in a directory: its segments in order of their records, its snapshots, the latest first. */
export type Generation = {
  readonly directory: string;
  readonly generation: number;
  readonly segments: readonly Segment[];
  readonly snapshots: readonly SnapshotName[];
};

const SEGMENT = /^g(\d{4,9})-(\d{10,15})(?:-(\d{10,15}))?\.journal$/;
const SNAPSHOT = /^g(\d{4,9})-(\d{10,15})\.snapshot$/;

/** What to do about a directory of other files, for whoever wants to write a journal. */
const FOR_WRITERS = 'name an empty or a new directory';

/** The file name of a segment that is being written. */
export function segmentPath(directory: string, generation: number, first: number): string {
  return join(directory, `g${padded(generation, 4)}-${padded(first, 10)}.journal`);
}

/** The file name it gets when it is closed. */
export function closedPath(directory: string, generation: number, first: number, last: number): string {
  return join(directory, `g${padded(generation, 4)}-${padded(first, 10)}-${padded(last, 10)}.journal`);
}

/** The file name of a snapshot taken after record `n`. */
export function snapshotPath(directory: string, generation: number, n: number): string {
  return join(directory, `g${padded(generation, 4)}-${padded(n, 10)}.snapshot`);
}

function padded(count: number, digits: number): string {
  return String(count).padStart(digits, '0');
}

/** The latest generation; undefined where the directory is empty. Throws `JournalError` with `advice` where it is no journal. */
export function latestGeneration(directory: string, advice = FOR_WRITERS): Generation | undefined {
  const names = list(directory).filter((name) => !name.startsWith(LOCK_NAME));
  const segments = names.flatMap((name) => {
    const [match, generation, first, last] = SEGMENT.exec(name) ?? [];
    if (match === undefined) return [];
    const path = join(directory, name);
    return [
      { generation: Number(generation), path, first: Number(first), last: last === undefined ? last : Number(last) },
    ];
  });
  const snapshots = names.flatMap((name) => {
    const [match, generation, n] = SNAPSHOT.exec(name) ?? [];
    return match === undefined ? [] : [{ generation: Number(generation), path: join(directory, name), n: Number(n) }];
  });
  const [newest] = [...segments, ...snapshots].map(({ generation }) => generation).sort((a, b) => b - a);
  if (newest === undefined) {
    if (names.length === 0) return undefined;
    throw new JournalError(`${directory} holds no journal but other files: ${advice}`);
  }
  return {
    directory,
    generation: newest,
    segments: segments
      .filter(({ generation }) => generation === newest)
      .sort((a, b) => a.first - b.first || (a.last ?? 0) - (b.last ?? 0)),
    snapshots: snapshots.filter(({ generation }) => generation === newest).sort((a, b) => b.n - a.n),
  };
}

/** The lock lies among the segments; a draft of it has a longer name. */
export const LOCK_NAME = 'lock';

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (cause) {
    throw new JournalError(
      `${directory} cannot be read as a journal directory (${systemReason(cause)}): check the path`,
    );
  }
}

/** The segments from record `n` on. Throws `JournalError` where one with a record after `n` is missing, or one is there twice. */
export function segmentsAfter({ directory, segments }: Generation, n: number): readonly Segment[] {
  const wanted = segments.filter(({ last }) => last === undefined || last >= n);
  // The name of an open segment does not tell where it ends; its records do when they are read.
  let next: number | undefined;
  let previous = 0;
  for (const { path, first, last } of wanted) {
    if (first === previous || (next !== undefined && first < next)) {
      throw new JournalError(`${path}: another segment holds record ${first} as well: remove one of the two`);
    }
    const needed = previous === 0 ? Math.min(first, n + 1) : next;
    if (needed !== undefined && first > needed) throw missing(directory, needed, `${first - 1}`);
    next = last === undefined ? undefined : last + 1;
    previous = first;
  }
  const end = wanted.at(-1);
  if (end === undefined || end.last !== undefined) throw missing(directory, (end?.last ?? n) + 1, 'the end');
  return wanted;
}

function missing(directory: string, from: number, to: string): JournalError {
  return new JournalError(
    `${directory}: the segment with records ${from} to ${to} is missing: put it back, or begin with an empty directory`,
  );
}
