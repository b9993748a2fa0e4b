import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { executableOf } from '../../proof/determinism/runs.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const { folder } = testFolder('permissions');
const secret = join(folder, 'future/prices.txt');
const opened = join(folder, 'open.txt');

const STRATEGY = `
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { size } from './size.ts';
import 'linked';
const secret = ${JSON.stringify(secret)};
const tries = {
  opened: () => readFileSync(${JSON.stringify(opened)}, 'utf8'),
  read: () => readFileSync(secret, 'utf8'),
  write: () => writeFileSync(secret, 'x'),
  spawn: () => spawnSync('true').status,
};
export default () => {
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      console.log(name, size, attempt());
    } catch (error) {
      console.log(name, size, error.code);
    }
  }
  return {};
};
`;

const run = async (node: string, ...words: readonly string[]): Promise<string> =>
  (await promisify(execFile)(node, [MAIN, ...words], { cwd: join(folder, 'own') })).stdout;

beforeAll(async () => {
  for (const name of ['own', 'future', 'packages/linked']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(folder, 'packages'), join(folder, 'own/node_modules'));
  writeFileSync(join(folder, 'packages/linked/index.js'), '');
  writeFileSync(secret, '0.62');
  writeFileSync(opened, '0.5');
  writeFileSync(join(folder, 'own/size.ts'), 'export const size: number = 5;\n');
  writeFileSync(join(folder, 'own/peek.ts'), STRATEGY);
  await run(process.execPath, 'data', 'generate', '--events', '50', '-o', 'market.arrow');
});

it.each(['node-22', 'node-24', 'node-26'] as const)(
  '%s refuses files and processes that are not permitted',
  async (name) => {
    const node = executableOf(name);
    const printed = await run(node, 'backtest', 'peek.ts', '--data', 'market.arrow', '--allow-read', opened);
    const refused = ['read', 'write', 'spawn'].map((word) => `${word} 5 ERR_ACCESS_DENIED\n`);
    expect(printed).toMatch(new RegExp(`^opened 5 0\\.5\n${refused.join('')}`));
  },
  60_000,
);
