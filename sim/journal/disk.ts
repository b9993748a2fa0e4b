/** sim/journal/disk: the few things a journal asks of the file it writes; tests put a disk in its place that fails. */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A file that is being written at its end. Every call may throw the system's error. */
type OpenFile = {
  /** Writes all of `bytes` at the end. */
  append(bytes: Uint8Array): void;
  /** Returns once the disk holds everything written. */
  sync(): void;
  /** Bytes in the file, whoever wrote them. */
  size(): number;
  /** Cuts the file. */
  truncate(length: number): void;
  close(): void;
};

export type Disk = { open(path: string): OpenFile };

/** Files of this machine; `open` creates what is not there. */
export const DISK: Disk = {
  open(path) {
    const descriptor = openSync(path, 'a', 0o644);
    return {
      append(bytes) {
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      },
      sync: () => fdatasyncSync(descriptor),
      size: () => fstatSync(descriptor).size,
      truncate: (length) => ftruncateSync(descriptor, length),
      close: () => closeSync(descriptor),
    };
  },
};
