/** sim/journal/journaled-run: a run while it is recorded: its venue, the writer of its file, and its snapshots. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type RunPaths, syncDirectory } from './files.ts';
import { type JournalError, systemReason } from './journal-error.ts';
import { type Journaled, journaled } from './journaled.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, type JournalRecord } from './record.ts';
import { type Run, standingOf } from './replay.ts';
import { writeSnapshot } from './snapshot.ts';
import { createWriter, type SyncPolicy, type Writer } from './writer.ts';

export type JournalOptions = {
  /** Default `interval`. */
  readonly sync?: SyncPolicy;
  /** The version of Touchstone, for headers and snapshots. */
  readonly touchstone?: string;
  /** Called once, when nothing can be written any more. */
  readonly onFailure?: (failure: JournalError) => void;
  /** The number of records between two snapshots; 0, the default, for no snapshots. */
  readonly snapshotEvery?: number;
  /** Called with remarks, such as a snapshot that could not be written. */
  readonly onNotice?: (notice: string) => void;
};

export type JournaledRun = Journaled & {
  readonly directory: string;
  /** The number of session ids that each API key has received. The caller adds to it before it performs the heartbeat. */
  readonly rotations: Map<number, number>;
  /** The sum of the moves of the clock on demand, milliseconds. */
  readonly aheadMs: number;
  /** The reason why nothing is written any more; the venue is then ahead of the journal and must not be used. */
  readonly failure: JournalError | undefined;
  /** The number of the run in the directory, and the number of records that were restored. */
  readonly generation: number;
  readonly recovered: number;
  /** Remarks about an interrupted write, a lock left behind or an unused snapshot, one line each. */
  readonly notices: readonly string[];
  /** Ends writing and releases the lock of the directory. */
  close(): void;
};

/** A run, and its position in its file: its last record, the length of the file (0: no header yet), the record of its snapshot. */
export type JournalPosition = {
  readonly run: Run;
  readonly last: number;
  readonly length: number;
  readonly snapshot: number;
};

type RunFiles = RunPaths & { readonly identity: Identity; readonly generation: number };

/** Opens the file of a run to append to it. Throws `JournalError` if it cannot be written. */
export function startRecording(
  position: JournalPosition,
  files: RunFiles,
  options: JournalOptions,
): { readonly recording: Journaled; readonly writer: Writer } {
  const { run, last, length } = position;
  const { sync = 'interval', onFailure = () => undefined } = options;
  const writer = createWriter(files.journal, length, sync, onFailure);
  if (length === 0) writeHeader(writer, run, files, options);
  const takeSnapshot = snapshotTaker(writer, position, files.snapshot, options);
  const log = {
    append(record: JournalRecord) {
      const offset = writer.length;
      writer.append(JSON.stringify(record));
      takeSnapshot(record, offset);
    },
    get failure() {
      return writer.failure;
    },
    halt: writer.halt,
  };
  return { recording: journaled(run, last, log), writer };
}

function writeHeader(writer: Writer, { venue }: Run, files: RunFiles, { touchstone = '' }: JournalOptions): void {
  const { journal, identity, generation } = files;
  const start = standingOf(venue);
  const header: Header = { format: FORMAT, version: FORMAT_VERSION, touchstone, ...identity, generation, start };
  try {
    writer.append(JSON.stringify(header));
    syncDirectory(dirname(journal));
  } catch (cause) {
    writer.close();
    // A file without a header would be continued as a new run, instead of the run before it.
    rmSync(journal, { force: true });
    throw cause;
  }
}

/** Takes a snapshot after every `snapshotEvery` records. A snapshot only saves time, so its failure is only a notice. */
function snapshotTaker(
  writer: Writer,
  { run, snapshot }: JournalPosition,
  path: string,
  { touchstone = '', snapshotEvery = 0, onNotice = () => undefined }: JournalOptions,
): (record: JournalRecord, offset: number) => void {
  let latest = snapshot;
  return (record, offset) => {
    if (snapshotEvery === 0 || record.n - latest < snapshotEvery) return;
    latest = record.n;
    try {
      // A snapshot proves that its record was there, so that the record must reach the disk first.
      writer.sync();
      writeSnapshot(path, run, { touchstone, record, offset });
    } catch (cause) {
      if (writer.failure === undefined)
        onNotice(`${path} cannot be written (${systemReason(cause)}): going on without it`);
    }
  };
}
