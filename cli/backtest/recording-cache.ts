/** cli/backtest/recording-cache: recordings converted for backtests, kept by captures, flags and versions. */

import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { FORMAT } from '../../backtest/data/recording-schema.ts';
import { digestOf } from '../../backtest/data/sources/tables.ts';
import { makeFolder } from '../files/output-files.ts';
import { version } from '../version.ts';

type Conversion = Readonly<{
  data: readonly string[];
  format?: string;
  gap?: number;
  maxLoss?: number;
}>;

/** The folder that a flag names, or the user's. It is made if it does not exist; throws `CliError`. */
export function cacheFolder(named: string | undefined): string {
  const folder = named ?? join(userCache(), 'touchstone', 'recordings');
  makeFolder(folder, '--cache');
  return folder;
}

/** `XDG_CACHE_HOME` counts only as an absolute path. */
function userCache(): string {
  const stated = process.env['XDG_CACHE_HOME'];
  return stated !== undefined && isAbsolute(stated) ? stated : join(homedir(), '.cache');
}

/** The file of the recording in the cache. A recording states the names of its captures, so they count as well. */
export async function cachedFile(
  folder: string,
  { data, format, gap, maxLoss }: Conversion,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<string> {
  const parts: string[] = [];
  let read = 0;
  const onChunk = (bytes: number) => {
    read += bytes;
    onBytes(read);
  };
  for (const file of data) parts.push(file, await digestOf(file, signal, onChunk));
  const key = createHash('sha256').update(JSON.stringify([version(), FORMAT, format ?? '', gap, maxLoss ?? '', parts]));
  return join(folder, `${key.digest('hex').slice(0, 40)}.arrow`);
}
