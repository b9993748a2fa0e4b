import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const printed = capturePrinted();
const { file } = testFolder('until-up');
const DEAD = 'http://127.0.0.1:1';
const GREEN = '<testsuites tests="1" failures="0"/>';
const SCENARIO = new URL('../fixtures/scenarios/passes.yaml', import.meta.url).pathname;

const serving = (listener: RequestListener): Promise<string> => listen(createServer(listener));

const CHECKS = [
  ['check', (url: string) => ['check', url, '--only', 'markets.limit.default', '--min-coverage', '0']],
  ['explore', (url: string) => ['explore', url, '--only', 'lists.markets', '--runs', '1']],
  ['run', (url: string) => ['run', SCENARIO, '--target', url]],
] as const;

it.each(CHECKS)('%s --wait-for in vain replaces the files of an earlier run by red ones', async (_, words) => {
  const [json, junit] = [file('stale.json', '{}'), file('stale.xml', GREEN)];
  const reports = ['--report', `json=${json}`, '--report', `junit=${junit}`];
  expect(await run([...words(DEAD), '--wait-for', '600ms', ...reports])).toBe(EXIT.unreachable);
  expect(printed.err).toMatch(/cannot be reached \(not up after 0\.6 s: connection refused\)/);
  expect(readFileSync(junit, 'utf8')).toMatch(/"run.complete">\s*<error/);
  expect(readFileSync(json, 'utf8')).toMatch(/"stopped": ?"unreachable"/);
});

it('a JUnit report of scenarios on a deployment that is gone is red', async () => {
  const junit = file('scenarios.xml', GREEN);
  expect(await run(['run', SCENARIO, '--target', DEAD, '--junit', junit])).toBe(EXIT.unreachable);
  expect(readFileSync(junit, 'utf8')).toMatch(
    /errors="1"[\s\S]*"run.complete">\s*<error message="[^"]*connection refused/,
  );
});

it('private keys alone do not keep a run from reporting that the deployment is gone', async () => {
  const keys = file('alone.json', JSON.stringify({ sandbox: true, wallets: [{ privateKey: `0x${'1'.repeat(64)}` }] }));
  const words = ['--profile', 'polymarket', '--credentials', keys, '--report', `junit=${file('keys.xml', GREEN)}`];
  expect(await run(['check', DEAD, ...words])).toBe(EXIT.unreachable);
  expect(readFileSync(file('keys.xml'), 'utf8')).toMatch(/"run.complete">\s*<error/);
});

it.each(CHECKS)('%s reads credentials that the service writes at its start', async (name, words) => {
  const simulator = createSimulator({ world: 'small' });
  const late = file(`${name}-late.json`);
  let requests = 0;
  const url = await serving(async (incoming, response) => {
    requests += 1;
    if (requests === 1) return void response.writeHead(503).end();
    if (requests === 2) writeFileSync(late, JSON.stringify(simulator.credentials));
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const headers = incoming.headers as Record<string, string>;
    const { method = '' } = incoming;
    const reply = simulator.handle({ method, path, query, headers, body: await text(incoming) });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  expect(existsSync(late)).toBe(false);
  const code = await run([...words(url), '--wait-for', '20s', '--credentials', late]);
  expect([code, printed.err]).toEqual([EXIT.ok, expect.not.stringContaining('ENOENT')]);
  rmSync(late);
  expect(await run([...words(url), '--credentials', late])).toBe(EXIT.usage);
});

it.each(CHECKS)('%s that Ctrl-C ends in its wait writes its report', async (name, words) => {
  for (const isSilent of [false, true]) {
    const url = await serving((_, response) => {
      if (!isSilent) response.writeHead(503).end();
      setTimeout(() => process.emit('SIGINT'), 100);
    });
    const json = file(`${name}-${isSilent}.json`);
    const code = await run([...words(url), '--wait-for', '30s', '--report', `json=${json}`]);
    expect([code, printed.err]).toEqual([EXIT.interrupted, expect.any(String)]);
    expect(readFileSync(json, 'utf8')).toMatch(/"stopped": ?"interrupted"/);
  }
});
