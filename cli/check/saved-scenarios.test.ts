/** cli/check/saved-scenarios tests: `--save-scenarios` saves the findings of `check`, and `run` repeats them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutantById } from '../../conformance/mutants/catalog.ts';
import { mutated } from '../../conformance/mutants/mutated.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { testFolder } from '../fixtures/test-folder.ts';
import { run } from '../program.ts';

const printed = capturePrinted();
const { file } = testFolder('save');
const saved = file('saved');
const credentials = file('credentials.json');
let sound: RunningServer;
let broken: RunningServer;

beforeAll(async () => {
  const wrap = mutantById('place-order.fok-partly')?.wrap;
  if (wrap === undefined) throw new Error('the mutant is gone');
  const simulator = createSimulator();
  file('credentials.json', JSON.stringify(simulator.credentials));
  sound = await startServer(simulator.handle, { control: simulator });
  const worse = mutated(createSimulator(), wrap);
  broken = await startServer(worse.handle, { control: worse });
});
afterAll(() => Promise.all([sound.close(), broken.close()]));

describe('touchstone check --save-scenarios', () => {
  const writing = (url: string): string[] => [url, '--credentials', credentials, '--allow-writes', '--quiet'];

  it('writes what failed as scenarios, which fail there again and pass on a sound service', async () => {
    const only = ['--only', '4.3/fok.killed', '--save-scenarios', saved];
    expect(await run(['check', ...writing(broken.url), ...only])).toBe(EXIT.failed);
    const files = readdirSync(saved);
    expect(files).toContain('place-order.fok-killed-buy--4.3-fok.killed.yaml');
    const text = readFileSync(join(saved, files[0] ?? ''), 'utf8');
    const { wallets } = JSON.parse(readFileSync(credentials, 'utf8'));
    for (const { apiKey, secret, passphrase } of wallets)
      for (const word of [apiKey, secret, passphrase]) expect(text).not.toContain(word);
    const play = (url: string): Promise<number | string> =>
      run(['run', saved, '--target', url, '--credentials', credentials, '--allow-writes']);
    expect(await play(broken.url), printed.err).toBe(EXIT.failed);
    expect(await play(sound.url), printed.err).toBe(EXIT.ok);
    expect(await run(['run', saved])).toBe(EXIT.ok);
  });

  it('writes nothing if nothing failed', async () => {
    const none = file('none');
    await run(['check', ...writing(sound.url), '--only', '4.3/fok.killed', '--save-scenarios', none]);
    expect(readdirSync(none)).toEqual([]);
  });

  it('names the flag if the folder cannot be made', async () => {
    expect(await run(['check', '--save-scenarios', join(import.meta.filename, 'x')])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/is no folder that can be written in \(ENOTDIR\): name another with --save-scenarios/);
  });
});
