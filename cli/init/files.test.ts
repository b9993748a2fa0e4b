import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_ORDER } from '../../conformance/checks/assertions.ts';
import { createNarrowSandbox } from '../../conformance/fixtures/narrow-sandbox.ts';
import { readTargetFile } from '../../conformance/input/target-file.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Handler, Request } from '../../wire/message.ts';
import { authHeaders } from '../../wire/signer.ts';
import { EXIT } from '../exit.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const printed = capturePrinted();
const { file: pathOf } = testFolder('init');

/** A served simulator; `received` has every request that it received. */
async function serve(simulator = createSimulator()) {
  const received: Request[] = [];
  const handle = (request: Request) => {
    received.push(request);
    return simulator.handle(request);
  };
  const server = await startServer(handle, { clock: () => simulator.now() });
  onTestFinished(() => server.close());
  return { url: server.url, received };
}

const file = (name: string, content: unknown): string => pathOf(name, JSON.stringify(content));

const outputs = (name: string) => {
  const [target, credentials] = [pathOf(`${name}-target.yaml`), pathOf(`${name}-credentials.yaml`)];
  return { target, credentials, flags: ['--target-config', target, '--credentials', credentials] };
};

/** Routes that change something. */
const writes = (received: readonly Request[]) =>
  received.filter(({ method, path }) => method === 'DELETE' || path === '/order' || path.includes('heartbeat'));

describe('touchstone init', () => {
  it('writes a target file of found entities and a private template, and nothing to the deployment', async () => {
    const { url, received } = await serve();
    const { target, credentials, flags } = outputs('found');
    expect(await run(['init', url, ...flags]), printed.err).toBe(EXIT.ok);
    expect(readTargetFile(target)).toMatchObject({
      capabilities: { wallet: true },
      bindings: { wallets: expect.any(Array), comments: expect.arrayContaining(['1']), profiles: expect.any(Array) },
    });
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    const template = readFileSync(credentials, 'utf8');
    expect(template).toContain('\nsandbox: false\n');
    expect(template).toMatch(/^# Still missing: /m);
    expect(template).toMatch(/^# {3}- "0x[0-9a-f]{64}" # spread of \d+ price steps of/m);
    expect(writes(received)).toEqual([]);
  });

  it('states for each entity that it did not find how much an entry would make testable', async () => {
    const { url } = await serve(createSimulator({ world: { markets: { only: {} } } }));
    const { target, flags } = outputs('bare');
    expect(await run(['init', url, ...flags]), printed.err).toBe(EXIT.ok);
    expect(readTargetFile(target)).toMatchObject({ capabilities: { wallet: true } });
    const text = readFileSync(target, 'utf8');
    expect(text).toMatch(
      /not found: a comment with replies. One would serve \d\d checks of \d\d MUST clauses\.\n {2}# comments: \["1"\]/,
    );
    expect(text).toMatch(/# not found: a wallet with current positions. One would serve \d+ checks/);
  });

  it.each([
    [
      404,
      { error: 'no such route' },
      /^# capabilities:\n {2}# wallet: false # only if .*: GET \/positions answers 404$/m,
    ],
    [
      401,
      { error: 'unauthorized: ip_not_allowlisted' },
      /^ {2}wallet: false # not judged: GET \/positions answers 401$/m,
    ],
  ])('denies wallet data only if the caller is refused: status %i', async (status, body, line) => {
    const simulator = createSimulator();
    const handle = (request: Request) =>
      request.path === '/positions' ? { status, headers: {}, body: JSON.stringify(body) } : simulator.handle(request);
    const server = await startServer(handle, { clock: () => simulator.now() });
    onTestFinished(() => server.close());
    const { target, flags } = outputs(`wallet-${status}`);
    expect(await run(['init', server.url, ...flags]), printed.err).toBe(EXIT.ok);
    expect(readFileSync(target, 'utf8')).toMatch(line);
    expect(readTargetFile(target).capabilities?.wallet).toBe(status === 401 ? false : undefined);
  });

  it('never overwrites a file unless --force is given', async () => {
    const { url, received } = await serve();
    const { target, credentials, flags } = outputs('kept');
    for (const [first, other] of [
      [target, credentials],
      [credentials, target],
    ] as const) {
      writeFileSync(first, 'mine');
      expect(await run(['init', url, ...flags])).toBe(EXIT.usage);
      expect(printed.err).toContain(`${first} is there already: name another file, or add --force`);
      expect(readFileSync(first, 'utf8')).toBe('mine');
      expect(statSync(other, { throwIfNoEntry: false })).toBeUndefined();
      rmSync(first);
    }
    expect(received).toEqual([]);
    writeFileSync(credentials, 'mine');
    chmodSync(credentials, 0o644);
    expect(await run(['init', url, ...flags, '--force'])).toBe(EXIT.ok);
    expect(readFileSync(credentials, 'utf8')).toContain('sandbox: false');
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
  });

  it('writes the headers and routes of its flags, and commands that pass the same gateway', async () => {
    vi.stubEnv('GATE', 'open-sesame');
    onTestFinished(() => void vi.unstubAllEnvs());
    const simulator = createSimulator();
    const { url } = await serve({
      ...simulator,
      handle: (request) => {
        const isLetIn =
          request.headers['x-gate'] === 'Bearer open-sesame' && request.headers['x-key'] === 'hidden-word';
        return isLetIn ? simulator.handle(request) : { status: 401, headers: {}, body: '{"error":"no"}' };
      },
    });
    const { target, flags } = outputs('gate');
    expect(await run(['init', url, ...flags])).toBe(EXIT.unreachable);
    expect(printed.err).toMatch(/each of the first requests with 401: .*--header/);
    expect(statSync(target, { throwIfNoEntry: false })).toBeUndefined();
    const gate = ['--header', 'x-gate=Bearer $GATE', '--header', 'x-key=hidden-word', '--route', `POST /books=${url}`];
    expect(await run(['init', url, ...flags, ...gate]), printed.err).toBe(EXIT.ok);
    const text = readFileSync(target, 'utf8');
    expect(readTargetFile(target)).toMatchObject({
      headers: { 'x-gate': 'Bearer $GATE' },
      routes: { 'POST /books': url },
    });
    expect(text).toMatch(/^ {2}# x-key: its value is not written here/m);
    expect(text + printed.out).not.toMatch(/open-sesame|hidden-word/);
    const [, line = ''] = /first run, reading only: touchstone (.*)\n/.exec(printed.out) ?? [];
    expect(line).toBe(`check ${url} --target-config ${target} --header x-key=...`);
    expect(printed.out).toContain("--header 'x-gate=Bearer $GATE' --header x-key=... --route 'POST /books=");
    const words = line.replace('...', 'hidden-word').split(' ');
    expect(await run([...words, '--only', 'books.empty', '--min-coverage', '0', '--quiet']), printed.err).toBe(EXIT.ok);
  });

  it('writes nothing if no server answers', async () => {
    const { target, flags } = outputs('gone');
    expect(await run(['init', 'http://127.0.0.1:1', ...flags])).toBe(EXIT.unreachable);
    expect(statSync(target, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('touchstone doctor', () => {
  it.each([401, 403])('is not let in by a gateway that answers %i, as are run and cleanup', async (status) => {
    const refusal = createServer((_, response) => void response.writeHead(status).end('{"error":"no"}'));
    const url = await listen(refusal);
    const { credentials } = createNarrowSandbox();
    const keys = file('gate.json', credentials);
    const head = { touchstone: 'orders', version: 1, target: url, pid: 1, started: '', machine: 'a', begun: '' };
    const journal = pathOf('gate.jsonl', `${JSON.stringify(head)}\n`);
    for (const words of [
      ['doctor', url, '--credentials', keys],
      ['run', '--library', '--target', url],
      ['cleanup', url, '--credentials', keys, '--journal', journal],
    ]) {
      printed.err = '';
      expect(await run(words), printed.err).toBe(EXIT.unreachable);
      expect(printed.err).toMatch(new RegExp(`each of the first requests with ${status}: .*--header`));
    }
  });

  it('lists the missing parts of a template', async () => {
    const { url } = await serve();
    const { credentials, flags } = outputs('template');
    await run(['init', url, ...flags]);
    printed.out = '';
    expect(await run(['doctor', url, '--credentials', credentials])).toBe(EXIT.failed);
    expect(printed.out).toContain('problem  sandbox is not true, so nothing is written\n');
    expect(printed.out).toContain('problem  wallet 2: missing address, apiKey, passphrase, secret\n');
    expect(printed.out).toContain('4 to be solved\n');
  });

  it('finds no problem with wallets that can trade, states that cash is not visible, and changes nothing', async () => {
    const simulator = createSimulator();
    const { url, received } = await serve(simulator);
    const credentials = file('good.json', simulator.credentials);
    expect(await run(['doctor', url, '--credentials', credentials]), printed.out).toBe(EXIT.ok);
    expect(printed.out.match(/its key is accepted/g)).toHaveLength(simulator.credentials.wallets.length);
    expect(printed.out).toContain('unknown  cash: no route of the interface shows it\n');
    expect(printed.out).toContain('ok       spreads leave room for every check that trades\nno problem found\n');
    expect(printed.out).toContain('ok       signatures: a request with a query and one with a body are accepted\n');
    expect(writes(received).map(({ method, body }) => [method, body])).toEqual([
      ['DELETE', JSON.stringify({ orderId: NO_ORDER })],
    ]);
  });

  it('names the part of the signing string that the service computes otherwise', async () => {
    const simulator = createSimulator();
    const { wallets } = simulator.credentials;
    const bodiless: Handler = (request) => {
      const wallet = wallets.find(({ apiKey }) => apiKey === request.headers['svc_api_key']);
      if (wallet === undefined) return simulator.handle(request);
      const seconds = Number(request.headers['svc_timestamp']);
      const { body: _, ...rest } = request;
      const isRight = authHeaders(wallet, rest, seconds)['svc_signature'] === request.headers['svc_signature'];
      const headers = isRight ? authHeaders(wallet, request, seconds) : { svc_signature: 'f'.repeat(64) };
      return simulator.handle({ ...request, headers: { ...request.headers, ...headers } });
    };
    const { url } = await serve({ ...simulator, handle: bodiless });
    const credentials = file('bodiless.json', simulator.credentials);
    expect(await run(['doctor', url, '--credentials', credentials])).toBe(EXIT.failed);
    expect(printed.out).toContain('problem  signatures: the service accepts DELETE /order signed without the body');
    expect(printed.out).toContain('touchstone explain D/signing-string');
  });

  it('states the cost of narrow spreads', async () => {
    const { simulator, credentials } = createNarrowSandbox();
    const { url } = await serve(simulator);
    expect(await run(['doctor', url, '--credentials', file('narrow.json', credentials)])).toBe(EXIT.ok);
    expect(printed.out).toContain('limited  the widest spread is 1 price step: fills meet orders of other wallets');
    expect(printed.out).toContain('next: name a market with a spread of three price steps or more\n');
  });

  it('names refused keys, missing tokens and markets that cannot be used, each with the next step', async () => {
    const { simulator, credentials } = createNarrowSandbox();
    const { url } = await serve(simulator);
    const [alice, bob] = credentials.wallets;
    const closed = simulator.named.markets['over']?.conditionId ?? '';
    const stranger = { ...bob, address: `0x${'1'.repeat(40)}`, passphrase: 'f'.repeat(64) };
    const wallets = [alice, stranger];
    const markets = [closed, `0x${'2'.repeat(64)}`];
    const credentialsFile = file('bad.json', { sandbox: true, wallets, markets });
    expect(await run(['doctor', url, '--credentials', credentialsFile])).toBe(EXIT.failed);
    expect(printed.out).toMatch(/problem {2}wallet 0x1{40}: GET \/data\/orders signed with its key answers 401/);
    expect(printed.out).toMatch(/problem {2}wallet 0x1{40}: tokens: fewer than 200 shares of both outcomes/);
    expect(printed.out).toContain(
      `problem  market ${closed}: it accepts no orders\n         next: name another market\n`,
    );
    expect(printed.out).toContain(
      `problem  market 0x${'2'.repeat(64)}: GET /markets/{condition_id} does not know it\n`,
    );
  });

  it('shows no secret, even if the deployment repeats the headers it received', async () => {
    const { credentials } = createNarrowSandbox();
    const echo = createServer((request, response) => {
      response.statusCode = request.url?.startsWith('/data') ? 401 : 404;
      response.end(JSON.stringify({ error: JSON.stringify(request.headers) }));
    });
    const path = file('echo.json', credentials);
    expect(await run(['doctor', await listen(echo), '--credentials', path])).toBe(EXIT.failed);
    expect(printed.out).toContain('answers 401');
    for (const { apiKey, passphrase, secret } of credentials.wallets)
      for (const hidden of [apiKey, passphrase, secret]) expect(printed.out + printed.err).not.toContain(hidden);
  });

  it('refuses a file that a run would refuse, with the line', async () => {
    const { simulator, credentials } = createNarrowSandbox();
    const { url } = await serve(simulator);
    expect(await run(['doctor', url, '--credentials', file('extra.json', { ...credentials, colour: 1 })])).toBe(
      EXIT.usage,
    );
    expect(printed.err).toContain('extra.json:1: ');
  });
});
