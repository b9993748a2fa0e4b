import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { CliError, EXIT } from '../exit.ts';
import { MAIN, startTouchstone } from '../fixtures/child-process.ts';
import { lost } from './output.ts';

const { file } = testFolder('output');
const FULL = '/dev/full';

/** The command with its output in a file. */
function printed(path: string, args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const output = openSync(path, 'w');
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(output);
  return { status, stderr };
}

it.skipIf(!existsSync(FULL))('a full disk is an error with exit code 6', () => {
  const { status, stderr } = printed(FULL, ['spec', 'openapi']);
  expect(stderr).toMatch(/^touchstone: standard output could not be written: ENOSPC/);
  expect(status).toBe(EXIT.harness);
});

it('a file gets all of it', () => {
  const path = file('openapi.json');
  expect(printed(path, ['spec', 'openapi'])).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('openapi');
});

it.each([
  ['EPIPE', 'check', false, EXIT.cutOff],
  ['EPIPE', 'proxy', false, EXIT.cutOff],
  ['EPIPE', 'check', true, undefined],
  ['EPIPE', 'spec', false, undefined],
] as const)('%s in `%s`, judged: %s, ends with %s', (code, command, isJudged, expected) => {
  expect(lost(Object.assign(new Error('gone'), { code }), command, isJudged)).toBe(expected);
});

it('a reader that left is no matter once all is judged', async () => {
  const scenario = join(import.meta.dirname, '../fixtures/scenarios/passes.yaml');
  const { child, ended } = startTouchstone(['run', scenario, '--jobs', '2']);
  child.stdout?.destroy();
  expect(await ended).toEqual([EXIT.ok, null]);
});

it('anything else is an error, before and after the judgement', () => {
  const error = lost(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }), 'check', true);
  expect(error).toBeInstanceOf(CliError);
});
