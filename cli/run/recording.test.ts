/** cli/run/recording.test: recordings from the command line: a HAR file, and a server that ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { readScenario } from '../../scenarios/reading/read-scenario.ts';
import { recordHar } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-record-'));
afterAll(() => rmSync(folder, { recursive: true }));
const har = join(import.meta.dirname, '../../scenarios/recording/fixtures/traffic.har');

it('a HAR file becomes a scenario that can be read', () => {
  const out = join(folder, 'har.yaml');
  const line = recordHar({ har, out, base: 'https://desk.example/api' });
  expect(line).toBe(`4 exchanges of ${har} recorded in ${out}`);
  expect(readScenario(out)).toMatchObject({ ok: true });
});

it('a HAR file that cannot be used is one line that names it, and nothing is written', () => {
  const out = join(folder, 'none.yaml');
  expect(() => recordHar({ har, out })).toThrow(/traffic\.har: the file has requests to 2 origins/);
  expect(() => recordHar({ har: join(folder, 'absent.har'), out })).toThrow(/absent\.har: .* \(ENOENT\)/);
  expect(readdirSync(folder)).not.toContain('none.yaml');
});

it('a server writes what it was asked when it ends, and says so', async () => {
  const out = join(folder, 'served.yaml');
  const args = [join(import.meta.dirname, '../main.ts'), 'serve', '--port', '0', '--json', '--record', out];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [first] = await once(child.stdout, 'data');
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await fetch(`${JSON.parse(String(first)).url}/markets?limit=2`).then((response) => response.text());
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said).toContain(`1 exchanges recorded in ${out}`);
  expect(readFileSync(out, 'utf8')).toContain('query: {limit: 2}');
  expect(readScenario(out)).toMatchObject({ ok: true });
});
