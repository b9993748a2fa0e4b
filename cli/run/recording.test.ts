import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch, type RequestInit } from 'undici';
import { expect, it } from 'vitest';
import { readScenario } from '../../scenarios/reading/read-scenario.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { runThreadsInline } from '../fixtures/inline-threads.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { serveHere } from '../fixtures/service.ts';
import { run } from '../program.ts';
import { recordHar } from './recording.ts';

runThreadsInline();
const printed = capturePrinted();
const { folder, file } = testFolder('record');
const har = join(import.meta.dirname, '../../scenarios/recording/fixtures/traffic.har');

it('a HAR file becomes a scenario that can be read', async () => {
  const out = file('har.yaml');
  const line = await recordHar({ har, out, base: 'https://desk.example/api' });
  expect(line).toBe(`4 exchanges of ${har} recorded in ${out}`);
  expect(readScenario(out)).toMatchObject({ ok: true });
});

it('a HAR file that cannot be used is one line that names it, and nothing is written', async () => {
  const out = file('none.yaml');
  await expect(recordHar({ har, out })).rejects.toThrow(/traffic\.har: the file has requests to https/);
  await expect(recordHar({ har: file('absent.har'), out })).rejects.toThrow(/absent\.har: .* \(ENOENT\)/);
  expect(readdirSync(folder)).not.toContain('none.yaml');
});

it('a server writes its requests and responses when it ends, and reports it', async () => {
  const out = file('served.yaml');
  const { child, printed: shown, ended, seen } = startTouchstone(['serve', '--port', '0', '--json', '--record', out]);
  await seen(({ out }) => out.endsWith('\n'));
  await fetch(`${JSON.parse(shown.out).url}/markets?limit=2`).then((response) => response.text());
  child.kill('SIGTERM');
  await ended;
  expect(shown.err).toContain(`1 exchanges recorded in ${out}`);
  expect(readFileSync(out, 'utf8')).toContain('query: {limit: 2}');
  expect(readScenario(out)).toMatchObject({ ok: true });
});

it('a recording of virtual time expects values, keeps resets, and passes in process', async () => {
  const out = file('values.yaml');
  const service = await serveHere(printed, '--json', '--clock', 'virtual', '--control', '--record', out);
  const { url } = JSON.parse(service.firstLine) as { url: string };
  const send = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text();
  await send('/markets?limit=1');
  await send('/_touchstone/reset', { method: 'POST' });
  await send('/events/creators?limit=1');
  await service.stop();
  expect(readFileSync(out, 'utf8').match(/^ {2}- .*|^ +body:/gm)).toEqual([
    '  - get: /markets',
    '      body:',
    '  - reset: true',
    '  - get: /events/creators',
    '      body:',
  ]);
  printed.out = '';
  expect(await run(['run', out])).toBe(EXIT.ok);
  expect(printed.out).toContain('1 passed');
});
