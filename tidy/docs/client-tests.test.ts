import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { shownFiles } from './client-tests.ts';

const root = join(import.meta.dirname, '../..');
const { folder } = testFolder('clients');
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

/** Stands for the test runner. */
const COLLECTOR = `
  export const tests = [];
  export const ends = [];
  export const test = (name, run) => void tests.push({ name, run });
  export const after = (end) => void ends.push(end);
`;

type Collected = {
  readonly tests: readonly { readonly name: string; run(): Promise<void> }[];
  readonly ends: readonly (() => unknown)[];
};

/** Runs the tests of a shown file, with a changed client; returns the names of all and of failed tests. */
async function run(name: string, change = (client: string): string => client) {
  const place = mkdtempSync(join(folder, 'run-'));
  writeFileSync(join(place, 'package.json'), '{"type": "module"}');
  writeFileSync(join(place, 'collector.js'), COLLECTOR);
  for (const file of shownFiles) {
    const text = file.name === 'client.js' ? change(file.text) : file.text;
    const ours = text.replace("'touchstone'", `'${pathToFileURL(root).href}/index.ts'`);
    writeFileSync(join(place, file.name), ours.replace("'node:test'", "'./collector.js'"));
  }
  const load = async (file: string): Promise<unknown> => await import(pathToFileURL(join(place, file)).href);
  await load(name);
  const { tests, ends } = (await load('collector.js')) as Collected;
  const failed: string[] = [];
  for (const test of tests) await test.run().catch((error: unknown) => failed.push(`${test.name}: ${error}`));
  for (const end of ends) end();
  return { names: tests.map((test) => test.name), failed };
}

describe('the tests of a client', () => {
  it('pass', async () => {
    const { names, failed } = await run('client.test.js');
    expect(failed).toEqual([]);
    expect(names.map((name) => Number.parseInt(name, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  const careless = [
    ['sends nothing again', 'attempts = 4', 'attempts = 1', [1, 2, 4, 5, 6, 7, 8, 9]],
    ['takes a salt for each attempt', '...order, salt }', '...order, salt: newSalt() }', [1, 7, 9]],
    ['takes a duplicate for a failure', "'duplicate'", "'no such text'", [1, 3, 7, 9]],
    ['ignores Retry-After', 'reply?.seconds ?', 'false ?', [4]],
    ['waits equally long', '2 ** attempt', '2', [5]],
    ['never gives up', 'attempt === attempts', 'attempt === 9', [6]],
    ['waits for late responses', 'AbortSignal.timeout(timeoutMs)', 'null', [7]],
    ['forgets what it has cancelled', '!cancelled.has(id)', 'true', [10]],
    ['keeps the shares of a trade', 'const positions =', 'const positions = cancelled.positions ??=', [11]],
    ['sends refused orders again', '!isTemporary ||', '', [1, 3, 9, 12]],
  ] as const;

  it.each(careless)('fail for a client that %s', async (_, from, to, numbers) => {
    const { failed } = await run('client.test.js', (client) => {
      expect(client).toContain(from);
      return client.replace(from, to);
    });
    expect(failed.map((name) => Number.parseInt(name, 10))).toEqual(numbers);
  });
});

it.each(['msw', 'nock', 'axios'])('the client reaches the simulator through %s', async (name) => {
  const { names, failed } = await run(`${name}.test.js`);
  expect([names.length, failed]).toEqual([1, []]);
});
