/**
 * sim/journal/segment-file: a segment that is being written: whole lines at its end, brought to the disk as the policy says. Should
 * another process write in it against all locks, that is noticed within a second; to look with each line would cost half a write.
 */
import type { Disk } from './disk.ts';
import { JournalError } from './journal-error.ts';

/**
 * When the disk is told to hold what was written: before the call that wrote it returns, within a second, or when the
 * system sees fit. What was written outlives the process in any case.
 */
export type SyncPolicy = 'always' | 'interval' | 'never';

const INTERVAL_MS = 1_000;

export type SegmentFile = {
  /** Bytes written whole. */
  readonly length: number;
  /** Writes a line. Throws the system's error where it cannot; nothing of the line is left then if it can be helped. */
  append(line: Buffer): void;
  /** Brings what was written to the disk now, whatever the policy. */
  sync(): void;
  /** Brings what was written to the disk, unless the policy is `never`, and closes the file. */
  close(): void;
};

/** Opens the segment at `path`, of which `length` bytes are there. `onFailure` hears of what failed between the calls. */
export function openSegmentFile(
  path: string,
  length: number,
  { disk, sync, onFailure }: { disk: Disk; sync: SyncPolicy; onFailure: (cause: unknown) => void },
): SegmentFile {
  const file = disk.open(path);
  let timer: NodeJS.Timeout | undefined;
  const assertAlone = (): void => {
    const size = file.size();
    if (size === length) return;
    throw new JournalError(
      `${path} has ${size} bytes where ${length} were written: another process writes in it: end one`,
    );
  };
  const bringToDisk = (): void => {
    file.sync();
    assertAlone();
  };
  const syncLater = (): void => {
    timer = undefined;
    try {
      if (sync === 'never') assertAlone();
      else bringToDisk();
    } catch (cause) {
      onFailure(cause);
    }
  };
  return {
    get length() {
      return length;
    },
    append(line) {
      if (sync === 'always') assertAlone();
      try {
        file.append(line);
        if (sync === 'always') file.sync();
      } catch (cause) {
        withdraw(() => file.truncate(length));
        throw cause;
      }
      length += line.length;
      if (sync !== 'always') timer ??= setTimeout(syncLater, INTERVAL_MS).unref();
    },
    sync: bringToDisk,
    close() {
      clearTimeout(timer);
      try {
        if (sync !== 'never') file.sync();
        assertAlone();
      } finally {
        file.close();
      }
    },
  };
}

/** A line that was not acknowledged should not be there after the next start; where it is, the next start copes. */
function withdraw(truncate: () => void): void {
  try {
    truncate();
  } catch {
    // The failure that matters has happened already and is on its way to the caller.
  }
}
