/** proof/determinism/served.test: the script gets the same over HTTP, from another Node.js, zone and language. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { ROUTES } from '../../spec/routes.ts';
import { withControl } from '../../wire/http-control.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Response } from '../../wire/message.ts';
import { runScript, type ScriptEntry } from './requests.ts';
import { executableOf } from './runs.ts';

const SEED = '1';
const MAIN = join(import.meta.dirname, '../../cli/main.ts');
const directory = mkdtempSync(join(tmpdir(), 'touchstone-served-'));
const FLAGS = ['--seed', SEED, '--port', '0', '--clock', 'virtual', '--control', '--json', '--journal', directory];
const ENVIRONMENT = { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

let server: ChildProcess;
let served: readonly ScriptEntry[];
let inProcess: readonly ScriptEntry[];

beforeAll(async () => {
  server = spawn(executableOf('node-26'), [MAIN, 'serve', ...FLAGS], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await servedUrl(server);
  const { credentials } = createSimulator({ seed: SEED });
  served = await runOverHttp(url, credentials);
  inProcess = await runScript(inProcessTarget(createSimulator({ seed: SEED })), credentials, SEED);
}, 60_000);

afterAll(async () => {
  await stop();
  rmSync(directory, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
}

async function servedUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server has an output');
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line).url;
  throw new Error('the server ended before it printed its address');
}

async function runOverHttp(
  address: string,
  credentials: Parameters<typeof runScript>[1],
): Promise<readonly ScriptEntry[]> {
  const target = await withControl(httpTarget(new URL(address)));
  try {
    return await runScript(target, credentials, SEED);
  } finally {
    await target.close();
  }
}

/** Headers of the connection, not of the response. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'content-length', 'transfer-encoding'];

function withoutConnection({ status, headers, body }: Response): Response {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { status, headers: Object.fromEntries(kept), body };
}

describe('a script of requests over HTTP', () => {
  it('gets the same headers and bodies as in process, and leaves the same hash after each request', () => {
    expect(served.length).toBe(inProcess.length);
    for (const [index, { request, response, hash }] of served.entries()) {
      const expected = inProcess[index];
      expect(request).toEqual(expected?.request);
      expect({ ...withoutConnection(response), hash }, request.path).toEqual({
        ...expected?.response,
        hash: expected?.hash,
      });
    }
  });

  it('visits every route, and changes the state', () => {
    const visited = new Set(inProcess.map(({ request }) => `${request.method} ${request.path}`));
    const missed = ROUTES.filter(({ method, path }) => {
      const shape = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return ![...visited].some((line) => shape.test(line));
    });
    expect(missed.map(({ id }) => id)).toEqual([]);
    expect(new Set(inProcess.map(({ hash }) => hash)).size).toBeGreaterThan(50);
  });

  it('is journaled there and continues here, in another version of Node.js, with the same hash', async () => {
    await stop();
    const continued = createSimulator({ seed: SEED, journal: { directory } });
    expect(continued.journal?.recovered).toBeGreaterThan(50);
    expect(continued.hash()).toBe(inProcess.at(-1)?.hash);
    continued.close();
  });
});
