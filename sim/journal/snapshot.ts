/** sim/journal/snapshot: restores a run from a snapshot, or from its beginning, and repeats the later records. */
import { existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { messageOf, systemCode } from '../../base/system-code.ts';
import { restoreVenue } from '../core/venue.ts';
import { type Tape, taped } from '../tape/tape.ts';
import type { RunPaths } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';
import { type Beginning, beginningDifferences, Count, JournalRecord, type Run, repeat } from './record.ts';
import {
  checksum,
  contentOf,
  type Entry,
  FRAME_BYTES,
  type JournalOptions,
  misplaced,
  readHeader,
  readRecords,
} from './run-file.ts';

/** The first line of a snapshot; the bytes of the venue follow. The checksum covers both. */
const SnapshotHeader = z.object({
  format: z.literal('touchstone-snapshot'),
  /** Only the version that took a snapshot uses it, because another one may act otherwise. */
  touchstone: z.string(),
  /** The record before it, and the byte at which its line begins. */
  record: JournalRecord,
  offset: Count,
  aheadMs: Count,
  rotations: z.array(z.tuple([Count, Count])),
  /** The position of the tape, if the run has one. */
  tapeAt: z.string().exactOptional(),
});
type SnapshotHeader = z.infer<typeof SnapshotHeader>;

export type TapeOption = { readonly tape?: Tape | undefined };
type Reader = Pick<JournalOptions, 'touchstone'> & TapeOption;

/** Writes a snapshot in place of the last one, which stays if that fails. Throws the system's error. */
export function writeSnapshot(
  path: string,
  { venue, player, rotations, aheadMs }: Run,
  taken: Pick<SnapshotHeader, 'touchstone' | 'record' | 'offset'>,
): void {
  const own = { aheadMs, rotations: [...rotations], ...(player && { tapeAt: player.save() }) };
  const header: SnapshotHeader = { format: 'touchstone-snapshot', ...taken, ...own };
  const file = Buffer.concat([Buffer.alloc(FRAME_BYTES), Buffer.from(`${JSON.stringify(header)}\n`), venue.snapshot()]);
  file.write(`${checksum(file.subarray(FRAME_BYTES))} `);
  const draft = `${path}.draft`;
  try {
    writeFileSync(draft, file, { flush: true });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true, recursive: true });
    throw cause;
  }
}

/** The run after its snapshot, or the reason why that is not used. Throws `JournalError` if its record is missing. */
function readSnapshot({ journal, snapshot }: RunPaths, { touchstone = '', tape }: Reader): Run | string {
  let file: Buffer;
  try {
    file = readFileSync(snapshot);
  } catch (cause) {
    return `it cannot be read (${systemCode(cause, messageOf(cause))})`;
  }
  const content = contentOf(file);
  const length = content?.indexOf('\n') ?? 0;
  const { data: header } = SnapshotHeader.safeParse(parseUnbounded(`${content?.toString('utf8', 0, length)}`));
  if (content === undefined || header === undefined) return 'it is damaged, or of another format';
  const { record, offset, aheadMs, rotations } = header;
  let found: Entry | undefined;
  try {
    [found] = readRecords(journal, { n: record.n - 1, offset });
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    return 'it does not belong to the records of this journal';
  }
  if (found === undefined) throw cutShort(journal, snapshot);
  if (found.record.hash !== record.hash) return 'it does not belong to the records of this journal';
  if (header.touchstone !== touchstone) return 'another version of Touchstone took it';
  const restored = restoreVenue(content.subarray(length + 1));
  if (!restored.ok) return 'it is damaged, or of another format';
  const player = tape?.play(header.tapeAt);
  const venue = player === undefined ? restored.value : taped(restored.value, player);
  return { venue, player, rotations: new Map(rotations), aheadMs, end: found.end };
}

/** Records reach the disk before their snapshot does, so that acknowledged records are missing. */
function cutShort(journal: string, snapshot: string) {
  const advice = `restore the later records, or remove ${snapshot} to continue without them`;
  return new JournalError(`${journal} ends before its last snapshot: ${advice}`);
}

/** `keep`: called after each record, so that the directory stays ours; it throws if another process has taken it. */
type Restoring = Reader & { readonly notices: string[]; readonly keep: () => void };

/** The run in these files, which began as `begun` is now. Throws `JournalError` for another or an unreadable run. */
export function restoreRun(paths: RunPaths, begun: Run, beginning: Beginning, restoring: Restoring): Run {
  const { journal, snapshot } = paths;
  const { notices, keep } = restoring;
  const found = readHeader(journal);
  if (found !== undefined) {
    const [difference] = beginningDifferences(found.header, beginning);
    if (difference !== undefined) {
      const { field, a, b } = difference;
      const advice = field === 'state' ? 'another version made its world' : 'name another directory';
      // Without control characters of the file.
      const fact = `its ${field} is ${JSON.stringify(a)}, not ${JSON.stringify(b)}`.replaceAll(/[^ -~]/g, '?');
      throw new JournalError(`${dirname(journal)} is the journal of another run: ${fact}; ${advice}`);
    }
    begun.end = found.end;
  } else if (existsSync(snapshot)) throw cutShort(journal, snapshot);
  const taken = existsSync(snapshot) ? readSnapshot(paths, restoring) : begun;
  if (typeof taken === 'string') notices.push(`${snapshot} is not used: ${taken}`);
  const run = typeof taken === 'string' ? begun : taken;
  for (const { record, start, end } of readRecords(journal, run.end)) {
    const difference = repeat(run, record);
    if (difference !== undefined)
      throw misplaced(journal, start, `record ${record.n} (${record.do.kind}) ${difference}`);
    run.end = end;
    keep();
  }
  const { n, offset } = run.end;
  const torn = statSync(journal).size - offset;
  if (torn === 0 && offset > 0) return run;
  attempt(`${journal} cannot be cut at byte ${offset}`, 'check its permissions', () => truncateSync(journal, offset));
  const cut = `torn at byte ${offset}: ${torn} bytes of an interrupted write are cut, ${n} records remain`;
  notices.push(`${journal}: ${torn === 0 ? 'it is empty, without a header' : cut}`);
  return run;
}
