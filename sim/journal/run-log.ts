/** sim/journal/run-log: a whole run in one file, in the format of a journal, to be compared with another or played again. */
import { writeFileSync } from 'node:fs';
import type { Command } from '../core/command.ts';
import { createVenue, type Venue } from '../core/venue.ts';
import { DISK } from './disk.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { journaled } from './journaled.ts';
import { lineOf } from './line.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, recordText } from './record.ts';
import { standingOf } from './replay.ts';

export type RunLogOptions = {
  /** What does the commands, as a run of `identity` begins; default: a venue without markets and wallets. */
  readonly venue?: Venue;
  /** The version of Touchstone, for the header. */
  readonly touchstone?: string;
};

/**
 * Gives the commands to the venue, each at its moment, and writes what it did into a new file at `path`. Refused commands leave
 * no record. Throws `JournalError` where the file cannot be written.
 */
export function writeRunLog(
  path: string,
  identity: Identity,
  given: Iterable<{ readonly command: Command; readonly now: number }>,
  { venue = createVenue(identity.rules), touchstone = '' }: RunLogOptions = {},
): void {
  const start = standingOf(venue);
  const header: Header = {
    ...{ format: FORMAT, version: FORMAT_VERSION, touchstone },
    ...{ ...identity, generation: 1, first: 1, start },
  };
  const run = { venue, rotations: new Map<number, number>(), aheadMs: 0 };
  const guarded = <Value>(action: () => Value): Value => {
    try {
      return action();
    } catch (cause) {
      throw new JournalError(`${path} cannot be written (${systemReason(cause)}): check the path and the disk`);
    }
  };
  guarded(() => writeFileSync(path, lineOf(JSON.stringify(header))));
  const file = guarded(() => DISK.open(path));
  try {
    const append: Parameters<typeof journaled>[2]['append'] = (record) =>
      guarded(() => file.append(lineOf(recordText(record))));
    const logged = journaled(run, 0, { append, failure: undefined, halt: () => undefined }).venue;
    for (const { command, now } of given) logged.step(command, now);
  } finally {
    file.close();
  }
}
