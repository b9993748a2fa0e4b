/** sim/journal/snapshot-schedule: when a snapshot of a running journal is taken, and which of the earlier ones stay. */
import { rmSync } from 'node:fs';
import { latestGeneration, snapshotPath } from './directory.ts';
import { systemReason } from './journal-error.ts';
import type { Replayed } from './replay.ts';
import { type SnapshotOf, writeSnapshotFile } from './snapshot-file.ts';

export type SnapshotPlan = {
  readonly directory: string;
  readonly generation: number;
  /** Records from one snapshot to the next; 0 for none. */
  readonly every: number;
  /** The record of the snapshot there is, 0 for none. */
  readonly latest: number;
  readonly of: SnapshotOf;
  /** Brings the records to the disk; false where it cannot. */
  readonly syncRecords: () => boolean;
  /** Hears of a snapshot that could not be written. */
  readonly onNotice: (notice: string) => void;
};

/** To be told of each record of `run` once it is written. A snapshot only saves time, so that none is no failure. */
export function createSnapshotTaker(run: Replayed, plan: SnapshotPlan): (n: number) => void {
  const { directory, generation, every, of, syncRecords, onNotice } = plan;
  let { latest } = plan;
  let tried = latest;
  return (n) => {
    if (every === 0 || n - tried < every) return;
    tried = n;
    // A snapshot proves that its record was there: it must not outlive a loss of power which that record does not.
    if (!syncRecords()) return;
    const path = snapshotPath(directory, generation, n);
    try {
      writeSnapshotFile(path, run, n, of);
      // The one before stays, should this one turn out to be damaged.
      for (const old of latestGeneration(directory)?.snapshots ?? []) {
        if (old.n !== n && old.n !== latest) rmSync(old.path);
      }
      latest = n;
    } catch (cause) {
      onNotice(`${path} cannot be written (${systemReason(cause)}): the journal goes on without it`);
    }
  };
}
