import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { Credentials } from '../../wire/credentials.ts';
import { get, type Request } from '../../wire/message.ts';
import { orderRequest } from '../../wire/order-body.ts';
import { signed } from '../../wire/signer.ts';
import { MAIN, startService } from '../fixtures/child-process.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { serveHere } from '../fixtures/service.ts';
import { run as runTouchstone } from '../program.ts';

const { file } = testFolder('serve-journal');
const printed = capturePrinted();

const credentials = file('credentials.json');

function flagsOf(directory: string): readonly string[] {
  return ['--json', '--limits', 'off', '--journal', directory, '--credentials-out', credentials];
}

type FirstLine = { readonly url: string; readonly hash: string; readonly journal: { readonly recovered: number } };

function openedBy(firstLine: string): { readonly first: FirstLine; readonly keys: Credentials } {
  return { first: JSON.parse(firstLine), keys: Credentials.parse(JSON.parse(readFileSync(credentials, 'utf8'))) };
}

/** Starts a service in this process. */
async function start(directory: string, ...flags: string[]) {
  const { firstLine, stop } = await serveHere(printed, ...flagsOf(directory), ...flags);
  return { ...openedBy(firstLine), stop };
}

async function send(url: string, { method, path, headers, body }: Request): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, { method, headers, ...(typeof body === 'string' && { body }) });
  return { status: response.status, body: await response.text() };
}

/** Requests of the first wallet. The moment of a virtual clock is given. */
async function traderOn(url: string, { wallets: [wallet], markets: [conditionId = ''] = [] }: Credentials) {
  invariant(wallet !== undefined, 'the credentials have wallets');
  const market = (await (await fetch(`${url}/clob-markets/${conditionId}`)).json()) as { t: { t: string }[] };
  const [yes = '', no = ''] = market.t.map(({ t }) => t);
  const words = { price: 0.02, size: 10 };
  return {
    buy: (salt: number, now = Date.now()): Request =>
      orderRequest(words, { conditionId, yes, no }, { wallet, now }, `${salt}`),
    live: () => signed(wallet, get('/data/orders'), Math.floor(Date.now() / 1_000)),
  };
}

describe('serve --journal', () => {
  it('is held by one process at a time, and has after its death every order that it had answered', async () => {
    const directory = file('killed');
    const { child, firstLine } = await startService(...flagsOf(directory));
    const { first, keys } = openedBy(firstLine);
    expect(first.journal.recovered).toBe(0);
    expect(await run('--journal', directory)).toEqual({
      status: 2,
      stdout: '',
      stderr:
        `touchstone: ${directory} is in use by process ${child.pid}: ` +
        'stop that first, or remove lock from it if that is no Touchstone\n',
    });
    const trader = await traderOn(first.url, keys);
    const exit = once(child, 'exit');
    const answered: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      if (n === 5) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20);
      const response = await send(first.url, trader.buy(n)).catch(() => undefined);
      if (response === undefined) break;
      expect(response.status).toBe(200);
      answered.push((JSON.parse(response.body) as { orderID: string }).orderID);
    }
    await exit;
    expect(answered.length).toBeGreaterThanOrEqual(5);
    const again = await start(directory);
    const { body } = await send(again.first.url, (await traderOn(again.first.url, again.keys)).live());
    const { data } = JSON.parse(body) as { data: { id: string }[] };
    const found = new Set(data.map(({ id }) => id));
    expect(answered.filter((id) => !found.has(id))).toEqual([]);
    expect(again.first.journal.recovered).toBeGreaterThan(0);
    expect(printed.err).toContain('killed: the last process that used it was killed');
  });

  it('continues after Ctrl-C without a notice, and states the run in the first line', async () => {
    const directory = file('stopped');
    const { stop, first, keys } = await start(directory, '--clock', 'virtual');
    const now = Date.parse((await fetch(`${first.url}/markets`)).headers.get('date') ?? '');
    expect((await send(first.url, (await traderOn(first.url, keys)).buy(1, now))).status).toBe(200);
    expect(await stop('SIGINT')).toBe(0);
    expect(readdirSync(directory)).toEqual(['g0001.journal']);
    const again = await start(directory, '--clock', 'virtual');
    expect(again.first.journal).toEqual({ directory, generation: 1, recovered: 1 });
    expect(again.first.hash).not.toBe(first.hash);
    expect(printed.err).toBe('');
  });

  it.each<[string, string[], RegExp]>([
    ['a directory of other files', ['--journal', import.meta.dirname], /cli\/serve holds no journal but other files/],
    ['a policy without a journal', ['--journal-sync', 'always'], /add --journal DIRECTORY/],
    ['an unknown policy', ['--journal-sync', 'often'], /always, interval, never/],
  ])('refuses %s in one line with exit code 2', async (_, flags, line) => {
    const { status, stdout, stderr } = await run(...flags);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });

  it.each([
    [0, 2, /full-0\/lock cannot be written \(EFBIG\): check the disk, and the permissions of the directory\n$/, []],
    [3, 1, /: stopped; the journal could not be written any more: \S+ cannot be written \(EFBIG\)/, ['g0001.journal']],
  ])('reports a disk that takes files of %i blocks, with exit code %i', async (blocks, status, line, files) => {
    const directory = file(`full-${blocks}`);
    const words = ['serve', '--port', '0', '--json', '--clock', 'virtual', '--control', '--journal', directory];
    const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, MAIN, ...words]);
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.stdout.once('data', async (text) => {
      const advance = { method: 'POST', path: '/_touchstone/advance', query: '', headers: {}, body: '{"ms":5}' };
      while ((await send(JSON.parse(text).url, advance)).status === 200);
      child.kill();
    });
    expect(await once(child, 'close')).toEqual([status, null]);
    expect(stderr).toMatch(line);
    expect(readdirSync(directory)).toEqual(files);
  });
});

async function run(...flags: string[]) {
  printed.out = '';
  printed.err = '';
  const status = await runTouchstone(['serve', '--port', '0', ...flags]);
  return { status, stdout: printed.out, stderr: printed.err };
}
