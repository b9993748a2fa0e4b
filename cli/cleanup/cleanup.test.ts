/** cli/cleanup/cleanup.test: a killed run leaves its journal, and cleanup cancels its orders. TEST_PART: 0 to 3. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listAt, objectsIn, parseJson, textAt } from '../../base/json.ts';
import { createNarrowSandbox } from '../../conformance/fixtures/narrow-sandbox.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, type Handler, withJson } from '../../wire/message.ts';
import { startOf } from '../../wire/process-identity.ts';
import { signed } from '../../wire/signer.ts';
import { EXIT } from '../exit.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run as runTouchstone } from '../program.ts';

const { folder, file: pathOf } = testFolder('cleanup');
const journals = pathOf('.touchstone');
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(pathOf(name), { recursive: true });
});

type Sandbox = ReturnType<typeof createNarrowSandbox>;

/** The live orders of a wallet. */
function liveIds({ simulator }: Sandbox, wallet: Wallet): readonly (string | undefined)[] {
  const request = signed(wallet, get('/data/orders'), Math.floor(simulator.now() / 1_000));
  return objectsIn(listAt(parseJson(simulator.handle(request).body), 'data')).map((row) => textAt(row, 'id'));
}

const allLive = (sandbox: Sandbox) => sandbox.credentials.wallets.flatMap((wallet) => liveIds(sandbox, wallet));

async function serve(sandbox: Sandbox, handle: Handler): Promise<string> {
  const server = await startServer(handle, { clock: () => sandbox.simulator.now() });
  onTestFinished(() => server.close());
  pathOf('credentials.json', JSON.stringify(sandbox.credentials));
  return server.url;
}

const printed = capturePrinted();

/** Runs a command line that ends by itself in this process, in the folder. */
async function run(...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const home = process.cwd();
  Object.assign(printed, { out: '', err: '' });
  process.chdir(folder);
  try {
    const code = Number(await runTouchstone(args));
    return { code, text: printed.out + printed.err };
  } finally {
    process.chdir(home);
  }
}

const sandboxUrl = (head: string): string => textAt(parseJson(head), 'target') ?? '';

const CREDENTIALS = ['--credentials', 'credentials.json'];

/** A handler that calls `onResting` when the `count`th order is accepted beside another; its reply may be lost. */
function watched(sandbox: Sandbox, count: number, onResting: () => void): Handler {
  let seen = 0;
  return (request) => {
    const response = sandbox.simulator.handle(request);
    if (request.path !== '/order' || request.method !== 'POST' || response.status !== 200) return response;
    if (allLive(sandbox).length >= 2) seen += 1;
    if (seen === count) onResting();
    return response;
  };
}

const { part: moments } = drawnPart([1, 2, 4, 8], 4);

it.each(moments)(
  'a check that is killed with SIGKILL leaves a journal, and cleanup cancels its resting orders (moment %i)',
  async (count) => {
    const sandbox = createNarrowSandbox();
    let child: ChildProcess | undefined;
    const url = await serve(
      sandbox,
      watched(sandbox, count, () => child?.kill('SIGKILL')),
    );
    const words = ['--allow-writes', '--quiet', '--only', '*order*'];
    const started = startTouchstone(['check', url, ...CREDENTIALS, ...words], folder);
    child = started.child;
    expect(await started.ended).toEqual([null, 'SIGKILL']);
    expect(allLive(sandbox).length).toBeGreaterThanOrEqual(2);
    const [journal = ''] = readdirSync(journals);
    expect(statSync(join(journals, journal)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(journals, journal), 'utf8');
    for (const { apiKey, passphrase, secret } of sandbox.credentials.wallets)
      for (const hidden of [apiKey, passphrase, secret]) expect(text).not.toContain(hidden);

    const cleaned = await run('cleanup', url, ...CREDENTIALS);
    expect(cleaned).toMatchObject({ code: EXIT.ok, text: expect.stringMatching(/cancelled [1-9]/) });
    expect(allLive(sandbox)).toEqual([]);
    expect(existsSync(journals)).toBe(false);
    const again = await run('cleanup', url, ...CREDENTIALS);
    expect(again).toMatchObject({ code: EXIT.ok, text: expect.stringContaining('nothing to clean up') });
  },
);

it('a run that ends by itself removes its journal', async () => {
  const sandbox = createNarrowSandbox();
  const url = await serve(sandbox, sandbox.simulator.handle);
  const only = ['--only', 'place-order.unique-ids', '--min-coverage', '0'];
  const checked = await run('check', url, ...CREDENTIALS, '--allow-writes', '--quiet', ...only);
  expect(checked).toEqual({ code: EXIT.ok, text: 'partial\n' });
  expect(existsSync(journals)).toBe(false);
});

/** A gateway that fails at every nth order, after the service has placed it. */
function failing(sandbox: Sandbox, every: number, status: number, body: string): Handler {
  let orders = 0;
  return (request) => {
    const response = sandbox.simulator.handle(request);
    if (request.path !== '/order' || request.method !== 'POST') return response;
    orders += 1;
    return orders % every === 0 ? { status, headers: { 'content-type': 'text/html' }, body } : response;
  };
}

describe('a run whose orders are placed behind an error', () => {
  it.each([
    [502, '<html>bad gateway</html>', []],
    [500, '{"error":"internal"}', []],
    [502, '<html>bad gateway</html>', ['--retries', '2']],
  ])('leaves none of them resting (%i %s, %j)', async (status, body, more) => {
    const sandbox = createNarrowSandbox();
    const url = await serve(sandbox, failing(sandbox, 3, status, body));
    const only = ['--only', 'place-order.rests*', '--only', 'place-order.unique-ids', '--min-coverage', '0'];
    const report = ['--report', 'json=report.json', '--patience', '1'];
    await run('check', url, ...CREDENTIALS, '--allow-writes', '--quiet', ...only, ...report, ...more);
    expect(allLive(sandbox)).toEqual([]);
    expect(existsSync(journals)).toBe(false);
    expect(readFileSync(pathOf('report.json'), 'utf8')).not.toContain('may rest');
  });

  it('leaves none of them resting after scenarios', async () => {
    const sandbox = createNarrowSandbox();
    const url = await serve(sandbox, failing(sandbox, 1, 502, ''));
    const trades = join(import.meta.dirname, '../fixtures/scenarios/trades.yaml');
    const played = await run('run', trades, '--target', url, ...CREDENTIALS, '--allow-writes');
    expect(played).toMatchObject({ code: EXIT.failed, text: expect.stringContaining('502') });
    expect(allLive(sandbox)).toEqual([]);
    expect(existsSync(journals)).toBe(false);
  });

  it('names the routes of a run in the command that cleans up', async () => {
    const sandbox = createNarrowSandbox();
    let orders = 0;
    const url = await serve(sandbox, (request) => {
      if (request.path === '/order' && request.method === 'POST') orders += 1;
      return orders > 0 && request.path === '/data/orders'
        ? { status: 500, headers: {}, body: '' }
        : sandbox.simulator.handle(request);
    });
    const words = [
      '--allow-writes',
      '--quiet',
      '--patience',
      '1',
      '--only',
      'place-order.unique-ids',
      '--route',
      `trading=${url}`,
    ];
    const { text } = await run('check', url, ...CREDENTIALS, ...words);
    expect(text).toContain(`touchstone cleanup ${url} --route trading=${url} --credentials FILE --journal`);
    const [journal = ''] = readdirSync(journals);
    expect(readFileSync(join(journals, journal), 'utf8')).toContain(`"routes":["trading=${url}"]`);
  });
});

describe('cleanup', () => {
  const HEAD = {
    touchstone: 'orders',
    version: 1,
    pid: 1,
    started: '1',
    machine: 'another',
    begun: '2026-01-01T00:00:00.000Z',
  };

  /** A sandbox in which alice has `copies` equal orders, and a journal that has one of them, by its terms alone. */
  async function withCopies(copies: number) {
    const sandbox = createNarrowSandbox();
    const url = await serve(sandbox, sandbox.simulator.handle);
    const [alice = expect.fail('no wallet')] = sandbox.credentials.wallets;
    const seconds = Math.floor(sandbox.simulator.now() / 1_000);
    const [market = ''] = sandbox.credentials.markets ?? [];
    const book = sandbox.simulator.handle(get(`/markets/${market}`));
    const [token] = objectsIn(listAt(parseJson(book.body), 'tokens'));
    const order = {
      tokenId: textAt(token, 'token_id') ?? '',
      conditionId: market,
      side: 'BUY',
      makerAmount: '200000',
      takerAmount: '20000000',
    };
    for (let copy = 0; copy < copies; copy += 1) {
      const body = {
        order: {
          ...order,
          maker: alice.address,
          signer: alice.address,
          metadata: '',
          salt: String(copy),
          signatureType: 3,
          signature: '0x5a',
          timestamp: String(seconds * 1_000),
          builder: '',
        },
        orderType: 'GTC',
        owner: alice.apiKey,
      };
      const placed = sandbox.simulator.handle(signed(alice, withJson('POST', '/order', body), seconds));
      expect(placed.status, placed.body).toBe(200);
    }
    const sent = { ...order, salt: '0', timestamp: String(seconds * 1_000) };
    const lines = [
      { ...HEAD, target: url },
      { sent: 1, wallet: alice.address.toLowerCase(), type: 'GTC', order: sent },
    ];
    const file = pathOf('lost.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"sent":2,"wal`);
    return {
      sandbox,
      file,
      clean: (...more: string[]) => run('cleanup', url, ...CREDENTIALS, '--journal', file, ...more),
    };
  }

  it('finds an order whose reply was lost by its terms, and ignores a line that was cut off', async () => {
    const { sandbox, file, clean } = await withCopies(1);
    expect(await clean()).toMatchObject({ code: EXIT.ok, text: expect.stringContaining('cancelled 1') });
    expect(allLive(sandbox)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it('lists orders that may belong to another, and cancels them only with --all', async () => {
    const { sandbox, file, clean } = await withCopies(2);
    const left = await clean();
    expect(left.code).toBe(EXIT.failed);
    expect(left.text.match(/may be of the run or another's/g)).toHaveLength(2);
    expect(allLive(sandbox)).toHaveLength(2);
    expect(existsSync(file)).toBe(true);
    expect(await clean('--all')).toMatchObject({ code: EXIT.ok, text: expect.stringContaining('cancelled 2') });
    expect(allLive(sandbox)).toEqual([]);
  });

  it('asks for the routes of the run, because its orders rest on their hosts', async () => {
    const { sandbox, file, clean } = await withCopies(1);
    const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const trading = `trading=${sandboxUrl(head)}`;
    writeFileSync(file, [JSON.stringify({ ...JSON.parse(head), routes: [trading] }), ...lines].join('\n'));
    expect(await clean()).toMatchObject({ code: EXIT.usage, text: expect.stringContaining(`give --route ${trading}`) });
    expect(allLive(sandbox)).toHaveLength(1);
    expect(await clean('--route', trading)).toMatchObject({ code: EXIT.ok });
    expect(allLive(sandbox)).toEqual([]);
  });

  it('signs as the profile of the run requires, with the keys of private keys alone', async () => {
    const simulator = createSimulator({ profile: 'polymarket' });
    let isLost = false;
    const server = await startServer(
      (request) => {
        const response = simulator.handle(request);
        if (isLost || request.path !== '/order' || request.method !== 'POST' || response.status !== 200)
          return response;
        isLost = true;
        return { ...response, status: 502, body: '' };
      },
      { clock: () => simulator.now() },
    );
    onTestFinished(() => server.close());
    const { markets, wallets } = simulator.credentials;
    const alone = wallets.map(({ privateKey }) => ({ privateKey }));
    pathOf('credentials.json', JSON.stringify({ sandbox: true, wallets: alone, markets }));
    const words = ['--profile', 'polymarket', '--allow-writes', '--only', 'place-order.unique-ids', '--patience', '1'];
    const journal = pathOf('profile.jsonl');
    const checking = startTouchstone(['check', server.url, ...CREDENTIALS, ...words, '--journal', journal], folder);
    await vi.waitUntil(() => isLost, { timeout: 30_000, interval: 5 });
    checking.child.kill('SIGKILL');
    await checking.ended;
    const cleaned = await run('cleanup', server.url, ...CREDENTIALS, '--journal', journal);
    expect(cleaned).toMatchObject({ code: EXIT.ok, text: expect.stringMatching(/cancelled [1-9]/) });
    expect(existsSync(journal)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'spares a run that continues, but not a later process with its number',
    async () => {
      const { sandbox, file } = await withCopies(1);
      const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
      const pid = process.ppid;
      const written = (started: string): void => {
        mkdirSync(journals, { recursive: true });
        const own = { ...(JSON.parse(head) as object), pid, started, machine: hostname() };
        writeFileSync(join(journals, 'orders-1.jsonl'), [JSON.stringify(own), ...lines].join('\n'));
      };
      const clean = () => run('cleanup', sandboxUrl(head), ...CREDENTIALS);
      written(startOf(pid));
      const left = await clean();
      expect(left).toMatchObject({
        code: EXIT.failed,
        text: expect.stringContaining(`(process ${pid}) is still running`),
      });
      expect(left.text).not.toContain('nothing to clean up');
      expect(allLive(sandbox)).toHaveLength(1);
      written('1');
      expect((await clean()).code).toBe(EXIT.ok);
      expect(allLive(sandbox)).toEqual([]);
    },
  );

  it('refuses a journal of another deployment, and a file that is no journal', async () => {
    const { file, clean } = await withCopies(0);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('127.0.0.1', '127.0.0.2'));
    expect(await clean()).toMatchObject({ code: EXIT.usage, text: expect.stringContaining('is of a run against') });
    writeFileSync(file, `${text.split('\n')[0]}\n{"unknown":1}\n`);
    expect(await clean()).toMatchObject({ code: EXIT.usage, text: expect.stringContaining('line 2 is neither') });
  });
});
