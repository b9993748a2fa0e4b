import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fetch } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { everyMutant } from '../../proof/judge/catalog.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { Credentials } from '../../wire/credentials.ts';
import { get } from '../../wire/message.ts';
import { startService, startTouchstone } from '../fixtures/child-process.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { serveHere } from '../fixtures/service.ts';
import { run as runTouchstone } from '../program.ts';

const { folder, file } = testFolder('serve');
const printed = capturePrinted();

/** Runs a command line that ends by itself, in this process. */
async function run(...argv: string[]) {
  printed.out = '';
  const status = await runTouchstone(argv);
  return { status, stdout: printed.out, stderr: printed.err };
}

it('the first line is JSON with --json', async () => {
  const { firstLine } = await serveHere(printed, '--json', '--seed', '5', '--clock', 'virtual', '--control');
  const first = JSON.parse(firstLine) as { url: string };
  expect(first).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    seed: 5,
    world: 'small',
    profile: 'document',
    clock: 'virtual',
    control: true,
    mutant: null,
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect((await fetch(`${first.url}/_touchstone/advance`, { method: 'POST', body: '{"ms":1500}' })).status).toBe(200);
});

describe('mutants', () => {
  it('are listed, as text and as JSON, and serve their one mistake', async () => {
    const listed = await run('serve', '--list-mutants', '--json');
    const mutants = JSON.parse(listed.stdout) as { id: string; clause: string; title: string }[];
    expect(mutants.map(({ id }) => id)).toEqual(everyMutant.map(({ id }) => id));
    const text = (await run('serve', '--list-mutants')).stdout;
    expect(text.trimEnd().split('\n')).toHaveLength(everyMutant.length);
    const [mutant] = everyMutant.filter(({ route, family }) => route === 'markets' && family === 'shape');
    const { firstLine } = await serveHere(printed, '--json', '--clock', 'virtual', '--mutant', mutant?.id ?? '');
    const first = JSON.parse(firstLine) as { url: string; mutant: string };
    expect(first.mutant).toBe(mutant?.id);
    const faithful = createSimulator().handle(get('/markets')).body;
    expect(await (await fetch(`${first.url}/markets`)).text()).not.toBe(faithful);
    expect((await fetch(`${first.url}/events/creators`)).status).toBe(200);
  });
});

it('--limits takes own maxima by route', async () => {
  const { firstLine } = await serveHere(
    printed,
    '--json',
    '--clock',
    'virtual',
    '--limits',
    'GET /markets=2, POST /prices=1',
  );
  const { url } = JSON.parse(firstLine) as { url: string };
  const post = async (): Promise<number> =>
    (await fetch(`${url}/prices`, { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } }))
      .status;
  expect([await post(), await post()]).toEqual([200, 429]);
});

describe('--faults', () => {
  const { file } = testFolder('serve-faults');
  const RULES = '[{route: GET /markets, nth: 1, kind: error, status: 503}]';

  it.each([
    ['a list', RULES],
    ['a list under its name', `faults: ${RULES}`],
  ])('%s decides what clients meet', async (_, text) => {
    writeFileSync(file('faults.yaml'), text);
    const { firstLine } = await serveHere(printed, '--json', '--clock', 'virtual', '--faults', file('faults.yaml'));
    const { url } = JSON.parse(firstLine) as { url: string };
    expect([(await fetch(`${url}/markets`)).status, (await fetch(`${url}/markets`)).status]).toEqual([503, 200]);
  });

  it.each<[string, string | undefined, string]>([
    ['no file', undefined, 'cannot be read (ENOENT'],
    ['no YAML', '[', ''],
    ['another object', 'fault: []', ': faults must be a list of rules, [] for none'],
    ['an unknown kind', RULES.replace('error', 'eror'), ': faults[0].kind must be one of'],
    ['an unknown wallet', RULES.replace('nth', 'wallet: zoe, nth'), 'faults[0]: there is no wallet "zoe"'],
  ])('%s ends in one line and exit code 2', async (_, text, line) => {
    const path = file(text === undefined ? 'missing.yaml' : 'wrong.yaml');
    if (text !== undefined) writeFileSync(path, text);
    const { status, stdout, stderr } = await run('serve', '--port', '0', '--faults', path);
    expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(path);
    expect(stderr).toContain(line);
  });
});

/** True if nothing listens on the port. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('signals %s stops it cleanly with exit code 0', async (signal) => {
  const { stop } = await serveHere(printed);
  expect(await stop(signal)).toBe(0);
});

describe('a process', () => {
  it('ends with the npm that started it', async () => {
    const npm = spawn('npm', ['run', '-s', 'touchstone', '--', 'serve', '--port', '0'], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [text] = await once(npm.stdout, 'data');
    const url = new URL(/http:\/\/\S+/.exec(String(text))?.[0] ?? '');
    npm.kill('SIGTERM');
    await once(npm, 'close');
    expect(await isRefused(Number(url.port))).toBe(true);
  });

  it('serves at the URL of its first line, and stops at a second signal in the middle of a request', async () => {
    const { child, ended, firstLine } = await startService();
    const url = /http:\/\/\S+/.exec(firstLine)?.[0] ?? '';
    const response = await fetch(`${url}/markets?limit=1`);
    expect(response.status).toBe(200);
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
    const port = Number(new URL(url).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    await new Promise<void>((resolve) => {
      socket.write('POST /order HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n', () => resolve());
    });
    child.kill('SIGINT');
    // The first signal has arrived when the server accepts no more connections.
    await vi.waitUntil(() => isRefused(port), { timeout: 30_000, interval: 10 });
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    socket.destroy();
  });

  it('that makes a world for long says so on stderr, and a signal ends it before it prints or serves', async () => {
    const { child, printed: shown, ended, seen } = startTouchstone(['serve', '--port', '0', '--world', 'large']);
    await seen(({ err }) => err !== '');
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(shown.out).toBe('');
  });
});

it('--credentials-out writes a credentials file for its owner alone, in place of any, following no link', async () => {
  const credentials = file('sandbox.json');
  const elsewhere = file('elsewhere');
  writeFileSync(elsewhere, 'untouched', { mode: 0o644 });
  symlinkSync(elsewhere, credentials);
  await serveHere(printed, '--credentials-out', credentials);
  expect(statSync(credentials).mode & 0o777).toBe(0o600);
  expect(Credentials.safeParse(JSON.parse(readFileSync(credentials, 'utf8'))).error).toBeUndefined();
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'sandbox.json']);
});

describe('a service that cannot begin ends in one line and exit code 2', () => {
  it.each<[string, string[], RegExp]>([
    ['a journal without a name', ['--journal', ''], /--journal names no folder: name one/],
    ['a port out of range', ['--port', '65536'], /'65536' is invalid. Give a whole number from 0 to 65535/],
    ['a seed that is no number', ['--seed', 'x'], /'x' is invalid. Give a whole number 0 or more/],
    ['a world that is no file', ['--world', '/nowhere/pages.jsonl'], /pages\.jsonl.*(?:small|medium)/],
    ['an unknown profile', ['--profile', 'strict'], /no profile "strict"; known profiles: document/],
    ['an unknown clock', ['--clock', 'fast'], /real, virtual/],
    ['an unknown mode of limits', ['--limits', 'on'], /enforce, off/],
    ['own limits of no route', ['--limits', 'GET /price=2'], /--limits: there is no route/],
    ['own limits of zero', ['--limits', 'POST /prices=0'], /POST \/prices takes a whole number, 1 or more/],
    ['an allowlist of names', ['--allowlist', '127.0.0.1,localhost'], /"localhost" is not one/],
    ['control beyond loopback', ['--control', '--host', '0.0.0.0'], /loopback/],
    [
      'an address of another machine',
      ['--host', '192.0.2.1'],
      /cannot listen on 192\.0\.2\.1 port 0 \(EADDRNOTAVAIL\)/,
    ],
    [
      'a file in no folder',
      ['--credentials-out', '/nowhere/c.json'],
      /\/nowhere\/c\.json cannot be written \(ENOENT\)/,
    ],
    ['an unknown mutant', ['--mutant', 'market.nothing'], /no mutant "market\.nothing"; did you mean \S+, \S+, \S+\?/],
    ['an unknown flag', ['--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
  ])('%s', async (_name, flags, line) => {
    const { status, stdout, stderr } = await run('serve', '--port', '0', ...flags);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('a port in use', async () => {
    const { port } = new URL(await listen(createServer()));
    const { status, stderr } = await run('serve', '--port', port);
    expect(stderr).toMatch(`port ${port} on 127.0.0.1 is in use: choose another with --port`);
    expect(status).toBe(2);
  });
});
