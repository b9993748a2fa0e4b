/** cli/terminal/output tests: what does not arrive is never green. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CliError, EXIT } from '../exit.ts';
import { lost } from './output.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const FULL = '/dev/full';

/** The command with its output in a file. */
function printed(path: string, args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const file = openSync(path, 'w');
  try {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      stdio: ['ignore', file, 'pipe'],
      encoding: 'utf8',
    });
    return { status, stderr };
  } finally {
    closeSync(file);
  }
}

it.skipIf(!existsSync(FULL))('a full disk is told and ends with a code of its own', () => {
  const { status, stderr } = printed(FULL, ['explain', '4.8/limit.max']);
  expect(stderr).toMatch(/^touchstone: what was printed could not be written: ENOSPC/);
  expect(status).toBe(EXIT.harness);
});

it('a file gets all of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-output-'));
  try {
    const path = join(folder, 'openapi.json');
    expect(printed(path, ['spec', 'openapi'])).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('openapi');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['EPIPE', 'check', false, EXIT.cutOff],
  ['EPIPE', 'check', true, undefined],
  ['EPIPE', 'spec', false, undefined],
] as const)('%s in `%s`, judged: %s, ends with %s', (code, command, isJudged, expected) => {
  expect(lost(Object.assign(new Error('gone'), { code }), command, isJudged)).toBe(expected);
});

it.each([
  ['check over HTTP', ['check', '--only', 'positions.limit.over-max', '--min-coverage', '0']],
  ['check in process', ['check', '--only', 'positions.limit.over-max', '--min-coverage', '0', '--in-process']],
  ['run in threads', ['run', join(import.meta.dirname, '../../scenarios/library/recovery'), '--jobs', '2']],
])('a reader that left is no matter once all is judged: %s', async (_, args) => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([EXIT.ok, null]);
});

it('anything else is an error, whatever was judged', () => {
  const error = lost(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }), 'check', true);
  expect(error).toBeInstanceOf(CliError);
});
