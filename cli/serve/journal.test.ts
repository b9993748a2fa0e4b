/** cli/serve/journal.test: `touchstone serve --journal` as a process: killed, started again, held by one at a time. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch } from 'undici';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTrader } from '../../sim/journal/fixtures/trader.ts';
import { Credentials } from '../../wire/credentials.ts';
import type { Request } from '../../wire/message.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const root = mkdtempSync(join(tmpdir(), 'touchstone-serve-journal-'));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true }));

type FirstLine = { readonly url: string; readonly hash: string; readonly journal: { readonly recovered: number } };

async function start(directory: string, ...flags: string[]) {
  const credentials = join(root, 'credentials.json');
  const args = [
    'serve',
    '--port',
    '0',
    '--json',
    '--limits',
    'off',
    '--journal',
    directory,
    '--credentials-out',
    credentials,
  ];
  const child = spawn(process.execPath, [MAIN, ...args, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let notices = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notices += text;
  });
  const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const first = JSON.parse(text) as FirstLine;
  return {
    child,
    first,
    notices: () => notices,
    keys: Credentials.parse(JSON.parse(readFileSync(credentials, 'utf8'))),
  };
}

const now = (): number => Math.floor(Date.now() / 1_000);

async function send(url: string, { method, path, headers, body }: Request): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, { method, headers, ...(typeof body === 'string' ? { body } : {}) });
  return { status: response.status, body: await response.text() };
}

async function traderOn(url: string, keys: Credentials) {
  const [conditionId = ''] = keys.markets ?? [];
  const market = (await (await fetch(`${url}/clob-markets/${conditionId}`)).json()) as { t: { t: string }[] };
  return createTrader(keys, 0, { conditionId, tokenId: market.t[0]?.t ?? '' });
}

describe('serve --journal', () => {
  it('killed while orders come in has every order that it had answered', { timeout: 60_000 }, async () => {
    const directory = join(root, 'killed');
    const answered: string[] = [];
    for (let life = 0; life < 3; life += 1) {
      const { child, first, keys, notices } = await start(directory);
      const trader = await traderOn(first.url, keys);
      const { body } = await send(first.url, trader.live(now()));
      const { data } = JSON.parse(body) as { data: { id: string }[] };
      const found = new Set(data.map(({ id }) => id));
      expect(answered.filter((id) => !found.has(id))).toEqual([]);
      expect(first.journal.recovered > 0).toBe(life > 0);
      if (life > 0) expect(notices()).toContain('killed: the last process that used it was killed');
      setTimeout(() => child.kill('SIGKILL'), 60 + Math.random() * 60);
      for (let n = 0; child.exitCode === null && child.signalCode === null && n < 25; n += 1) {
        const answer = await send(first.url, trader.buy(`l${life}-${n}`, now())).catch(() => undefined);
        if (answer === undefined) break;
        expect(answer.status).toBe(200);
        answered.push((JSON.parse(answer.body) as { orderID: string }).orderID);
      }
      if (child.signalCode === null) await once(child, 'exit');
    }
    expect(answered.length).toBeGreaterThan(3);
  });

  it('continues after Ctrl-C without a notice, and states the run in the first line', async () => {
    const directory = join(root, 'stopped');
    const { child, first, keys } = await start(directory, '--clock', 'virtual');
    const seconds = Math.floor(Date.parse((await fetch(`${first.url}/markets`)).headers.get('date') ?? '') / 1_000);
    await send(first.url, (await traderOn(first.url, keys)).buy('1', seconds));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(directory)).toEqual(['g0001.journal']);
    const again = await start(directory, '--clock', 'virtual');
    expect(again.first.journal).toEqual({ directory, generation: 1, recovered: 1 });
    expect(again.first.hash).not.toBe(first.hash);
    expect(again.notices()).toBe('');
  });

  it('ends with exit code 1 when its journal had failed before it was stopped', async () => {
    const directory = join(root, 'failed');
    const { child, first, notices } = await start(
      directory,
      '--clock',
      'virtual',
      '--control',
      '--journal-sync',
      'always',
    );
    appendFileSync(join(directory, 'g0001.journal'), 'of another process\n');
    const advance = { method: 'POST', path: '/_touchstone/advance', query: '', headers: {}, body: '{"ms":5}' };
    expect((await send(first.url, advance)).status).toBe(500);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(notices()).toMatch(
      /touchstone: stopped; the journal could not be written any more: .* bytes, not the \d+ written here/,
    );
  });

  it('is held by one process at a time', async () => {
    const directory = join(root, 'held');
    const { child } = await start(directory);
    const { status, stderr } = run('--journal', directory);
    expect(stderr).toBe(
      `touchstone: ${directory} is in use by process ${child.pid}: stop that first, or remove lock from it if that is no Touchstone\n`,
    );
    expect(status).toBe(2);
  });

  it.each<[string, string[], RegExp]>([
    [
      'a directory that lies nowhere',
      ['--journal', '/nowhere/at/all'],
      /\/nowhere\/at\/all cannot be made a journal directory \(ENOENT\)/,
    ],
    ['a directory of other files', ['--journal', import.meta.dirname], /cli\/serve holds no journal but other files/],
    ['a policy without a journal', ['--journal-sync', 'always'], /add --journal DIRECTORY/],
    ['an unknown policy', ['--journal-sync', 'often'], /always, interval, never/],
  ])('refuses %s in one line with exit code 2', (_, flags, line) => {
    const { status, stdout, stderr } = run(...flags);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('reports a disk that is too full even for a lock, and leaves no file there', () => {
    const directory = mkdtempSync(join(root, 'full-'));
    const command = 'ulimit -f 0; exec "$0" "$1" serve --port 0 --journal "$2"';
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, MAIN, directory], {
      encoding: 'utf8',
    });
    expect(stderr).toBe(`touchstone: ${directory}/lock cannot be written (EFBIG): see to the disk and start again\n`);
    expect([status, readdirSync(directory)]).toEqual([2, []]);
  });

  it('refuses a damaged journal with its place', () => {
    const directory = mkdtempSync(join(root, 'damaged-'));
    writeFileSync(join(directory, 'g0001.journal'), 'no journal\n');
    const { status, stderr } = run('--journal', directory);
    expect(stderr).toContain('g0001.journal:1 (byte 0): the line does not begin with 8 hexadecimal digits');
    expect(status).toBe(2);
  });
});

function run(...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'serve', '--port', '0', ...flags], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}
