/** cli/backtest/recording: the recording of a backtest: a named one, or captures converted into the cache. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isArrowFile, openRecording } from '../../backtest/data/open-recording.ts';
import type { Recording } from '../../backtest/data/recording.ts';
import { counted } from '../../base/counted.ts';
import { visible } from '../../reports/untrusted.ts';
import { rowProgress, writeRecording } from '../data/progress.ts';
import { CliError } from '../exit.ts';
import { untilInterrupted, writeDraft } from '../files/whole-file.ts';
import { createLateProgress } from '../terminal/text-progress.ts';
import type { DataFlags } from './flags.ts';
import { cachedFile, cacheFolder } from './recording-cache.ts';

type CaptureFlags = Pick<DataFlags, 'cache' | 'format' | 'gap' | 'maxLoss'> & { readonly data: readonly string[] };

export type OpenedData = {
  readonly recording: Recording;
  /** Closes the recording, and removes what was converted for this run only. */
  close(): void;
};

/** Opens or converts. `interrupted` at Ctrl-C. Throws `DataError` or `CliError` for data that cannot be used. */
export async function openData(flags: CaptureFlags): Promise<OpenedData | 'interrupted'> {
  const recorded: string[] = [];
  for (const file of flags.data) if (await isArrowFile(file)) recorded.push(file);
  const [first = ''] = recorded;
  if (recorded.length === 0) return await openCaptures(flags);
  if (flags.data.length === 1) return opened(await openRecording(first));
  throw new CliError(
    `--data: ${first} is a recording, and a run takes one: ` +
      `make one of all captures with ${await joining(flags.data, recorded)}`,
  );
}

/** The command that makes one recording of captures, also of those behind recordings, as far as they are there. */
async function joining(files: readonly string[], recorded: readonly string[]): Promise<string> {
  const captures = new Set<string>();
  for (const file of files) {
    if (!recorded.includes(file)) {
      captures.add(file);
      continue;
    }
    const recording = await openRecording(file);
    recording.close();
    for (const { source } of recording.sources) captures.add(source);
  }
  const known = [...captures].filter((capture) => existsSync(capture));
  const named = known.length < captures.size ? [...known, 'CAPTURES...'] : known;
  return visible(`touchstone data convert ${named.join(' ')} -o joined.arrow`);
}

function opened(recording: Recording, remove = (): void => undefined): OpenedData {
  return {
    recording,
    close: () => {
      recording.close();
      remove();
    },
  };
}

async function openCaptures(flags: CaptureFlags): Promise<OpenedData | 'interrupted'> {
  if (flags.cache === false) return await openUncached(flags);
  const folder = cacheFolder(flags.cache);
  const file = await untilInterrupted((signal) => lookedUp(folder, flags, signal));
  if (file === 'interrupted') return file;
  const kept = await openKept(file);
  if (kept !== undefined) return opened(kept);
  return (await convert(flags, file)) === 'interrupted' ? 'interrupted' : opened(await openRecording(file));
}

async function lookedUp(folder: string, flags: CaptureFlags, signal: AbortSignal): Promise<string> {
  const progress = createLateProgress(process.stderr);
  const show = (bytes: number) =>
    progress.show(() => `reading captures, to look for them in the cache: ${Math.floor(bytes / 1e6)} MB`);
  try {
    return await cachedFile(folder, flags, signal, show);
  } finally {
    progress.end();
  }
}

/** A file of the cache. One that is damaged is removed, and converted again. */
async function openKept(file: string): Promise<Recording | undefined> {
  try {
    return await openRecording(file);
  } catch {
    rmSync(file, { force: true });
    return undefined;
  }
}

async function openUncached(flags: CaptureFlags): Promise<OpenedData | 'interrupted'> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-recording-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'recording.arrow');
  try {
    if ((await convert(flags, file)) !== 'interrupted') return opened(await openRecording(file), remove);
  } catch (error) {
    remove();
    throw error;
  }
  remove();
  return 'interrupted';
}

async function convert(
  { data, format, gap, maxLoss }: CaptureFlags,
  file: string,
): Promise<'converted' | 'interrupted'> {
  const written = await writeDraft(file, async (draft, signal) => {
    const progress = rowProgress(`converting ${counted(data.length, 'file')}`);
    const source = { files: data, layout: format, gapSeconds: gap, maxLoss, signal };
    await writeRecording(draft, source, progress).finally(() => progress.end());
    return 'converted' as const;
  });
  return written ?? 'interrupted';
}
