/** cli/backtest/recording-cache: recordings converted for backtests, kept by captures, flags and versions. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FORMAT } from '../../backtest/data/recording-schema.ts';
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
  let before = 0;
  for (const file of data) {
    const { digest, bytes } = await digestOf(file, signal, (read) => onBytes(before + read));
    parts.push(file, digest);
    before += bytes;
  }
  const key = createHash('sha256').update(JSON.stringify([version(), FORMAT, format ?? '', gap, maxLoss ?? '', parts]));
  return join(folder, `${key.digest('hex').slice(0, 40)}.arrow`);
}

async function digestOf(
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ readonly digest: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  await pipeline(
    stream,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(bytes);
      }
    },
    { signal },
  );
  return { digest: hash.digest('hex'), bytes };
}
