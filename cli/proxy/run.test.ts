import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { mutantById } from '../../proof/judge/catalog.ts';
import { mutated } from '../../proof/judge/mutated.ts';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { proxy } from './run.ts';

const printed = capturePrinted();
const { file } = testFolder('proxy');
const flags = { port: 0, only: [], skip: [], report: [], confirmHost: [] };
let service: RunningServer;

beforeAll(async () => {
  const mutant = mutantById('markets.outcomes-array');
  const simulator = createSimulator({ seed: 1, world: 'small' });
  service = await startServer(mutated(simulator, mutant?.wrap ?? ((handle) => handle)).handle);
});
afterAll(() => service.close());

/** Runs the proxy while `work` uses it. */
async function during(url: string, work: (proxyUrl: string) => Promise<unknown>, more: object = {}): Promise<number> {
  const stop = new AbortController();
  const ended = proxy(url, { ...flags, ...more }, stop.signal);
  const address = await vi.waitFor(
    () => /http:\S+/.exec(printed.out)?.[0] ?? Promise.reject(new Error('not yet')),
    10_000,
  );
  await work(address);
  stop.abort();
  return await ended;
}

it('prints findings as they occur, and ends with the report, which marks those that a baseline lacks', async () => {
  const report = file('report.json');
  const baseline = file('baseline.json', JSON.stringify({ ...everyVerdict, checks: [] }));
  const code = await during(
    service.url,
    async (url) => {
      const headers = { svc_api_key: 'a0000000-0000-4000-8000-00000000000b' };
      for (let request = 0; request < 3; request += 1) {
        const response = await fetch(`${url}/markets?limit=2`, { headers });
        expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
        expect(await response.json()).toHaveLength(2);
      }
      await fetch(`${url}/favicon.ico`);
      await vi.waitFor(() => expect(printed.err).toContain('2.5/outcomes.type'), 10_000);
    },
    { baseline, report: [`json=${report}`], full: true },
  );
  expect(code).toBe(1);
  expect(
    printed.err.match(/2\.5\/outcomes\.type \(MUST\) GET \/markets\?limit=2: expected a string, not an array, got/g),
  ).toHaveLength(1);
  expect(printed.out).toMatch(
    /FAIL NEW markets\.shape[\s\S]*baseline +\d+ new findings, 0 known[\s\S]*verdict {7}non-/,
  );
  expect(printed.out).toMatch(/verdict {7}non-conformant\n\nnext {2}GET \/markets: 1 field has another form: outcomes/);
  const read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  expect(read).toMatchObject({ requests: 3, target: `${service.url} (recorded)`, verdict: 'non-conformant' });
  expect(JSON.stringify(read)).not.toContain('a0000000-0000-4000-8000-00000000000b');
});

it('ends with 0 if nothing failed', async () => {
  expect(await during(service.url, (url) => fetch(`${url}/events/creators`))).toBe(0);
});

it('ends with 3 if the deployment never answered', async () => {
  const url = await listen(createServer((incoming) => incoming.socket.destroy()));
  expect(await during(url, async (address) => expect((await fetch(`${address}/markets`)).status).toBe(502))).toBe(3);
  expect(printed.out).toContain('the target cannot be reached (the connection was closed before a response)');
});

it('refuses a port that is taken', async () => {
  expect(await run(['proxy', service.url, '--port', String(service.port)])).toBe(2);
  expect(printed.err).toMatch(/port \d+ cannot be listened on \(EADDRINUSE\): choose another one with --port/);
});

it.each([
  [['nowhere'], /not a URL: "nowhere"/],
  [['http://127.0.0.1:1', '--only', 'nothing.*'], /no check is named by "nothing\.\*"/],
  [['http://127.0.0.1:1', '--report', 'har=x.har'], /--report har needs check --trace FILE/],
])('refuses %j before it listens', async (args, message) => {
  expect(await run(['proxy', ...args])).toBe(2);
  expect(printed.err).toMatch(message);
  expect(printed.out).toBe('');
});
