import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeCapture } from '../../backtest/data/generate/capture-file.ts';
import { generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { openData } from './recording.ts';
import { cacheFolder } from './recording-cache.ts';

const { folder, file: pathOf } = testFolder('backtest-data');
const cache = pathOf('cache');
const capture = pathOf('capture.csv');
const printed = capturePrinted();
beforeAll(async () => {
  const table = generatedTable({ seed: 1, events: 800, markets: 1, defects: [] });
  await writeCapture(table, { file: capture, named: capture }, () => undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

type Flags = Parameters<typeof openData>[0];

/** Opens, notes which file it is, and closes. */
async function open(
  data: readonly string[],
  more: Partial<Flags> = {},
): Promise<{ readonly file: string; readonly checksum: string }> {
  const opened = await openData({ data, gap: 60, cache, ...more });
  if (opened === 'interrupted') throw new Error('interrupted');
  const { file, checksum } = opened.recording;
  opened.close();
  return { file, checksum };
}

describe('captures', () => {
  it('are converted once', async () => {
    const first = await open([capture]);
    expect(printed.err).toContain('converting 1 file');
    printed.err = '';
    expect(await open([capture])).toEqual(first);
    expect(printed.err).toBe('');
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^[0-9a-f]{40}\.arrow$/)]);
  });

  it('are converted again when content, name or flags differ', async () => {
    const other = pathOf('other.csv');
    copyFileSync(capture, other);
    const { file } = await open([capture]);
    const files = [file, (await open([other])).file, (await open([capture], { gap: 30 })).file];
    files.push((await open([capture], { format: 'plain' })).file);
    writeFileSync(other, readFileSync(capture, 'utf8').replace(',1,', ',2,').trimEnd());
    files.push((await open([other])).file);
    expect(new Set(files).size).toBe(5);
  });

  it('are converted again when the cache is damaged', async () => {
    const { file, checksum } = await open([capture]);
    truncateSync(file, 900);
    expect((await open([capture])).checksum).toBe(checksum);
  });

  it('of several files make one recording', async () => {
    const { recording, close } = (await openData({ data: [capture, capture], gap: 60, cache })) as Exclude<
      Awaited<ReturnType<typeof openData>>,
      'interrupted'
    >;
    expect(recording.sources.map(({ source }) => source)).toEqual([capture, capture]);
    close();
  });

  it('leave nothing behind without the cache, and nothing half written when they cannot be read', async () => {
    const { file } = await open([capture], { cache: false });
    expect(existsSync(file)).toBe(false);
    const bad = pathOf('bad.csv', 'colour,price\nred,5\n');
    await expect(open([bad])).rejects.toThrow(/bad\.csv/);
    await expect(open([bad], { cache: false })).rejects.toThrow(/bad\.csv/);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe('a recording', () => {
  it('is opened as it is, alone', async () => {
    const { file } = await open([capture]);
    const recording = pathOf('own.arrow');
    copyFileSync(file, recording);
    rmSync(cache, { recursive: true });
    expect((await open([recording])).file).toBe(recording);
    expect(existsSync(cache)).toBe(false);
    for (const data of [
      [recording, recording],
      [recording, capture],
      [capture, recording],
    ]) {
      await expect(open(data)).rejects.toThrow(
        'own.arrow is a recording, and a run takes one: ' +
          `make one of all captures with touchstone data convert ${capture} -o joined.arrow`,
      );
    }
    const lost = pathOf('lost.csv');
    copyFileSync(capture, lost);
    copyFileSync((await open([lost])).file, recording);
    rmSync(lost);
    await expect(open([recording, capture])).rejects.toThrow(`data convert ${capture} CAPTURES... -o joined.arrow`);
  });
});

describe('the cache folder', () => {
  it('is that of the user unless one is named', () => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'xdg'));
    expect(cacheFolder(undefined)).toBe(join(folder, 'xdg', 'touchstone', 'recordings'));
    vi.stubEnv('XDG_CACHE_HOME', 'relative');
    vi.stubEnv('HOME', join(folder, 'home'));
    expect(cacheFolder(undefined)).toBe(join(folder, 'home', '.cache', 'touchstone', 'recordings'));
  });

  it('has to be one', () => {
    expect(() => cacheFolder(pathOf('file', ''))).toThrow(
      /is no folder that can be written in \(.*\): name another with --cache$/,
    );
  });
});
