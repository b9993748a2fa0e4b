import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const passes = join(import.meta.dirname, '../fixtures/scenarios/passes.yaml');
const { folder, file } = testFolder('watch');
const printed = capturePrinted();

const seen = (isWanted: () => boolean): Promise<boolean> => vi.waitUntil(isWanted, { timeout: 30_000, interval: 5 });

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', '1'],
    ['SIGHUP', '2'],
  ] as const)('%s ends a run in %s threads with what was played, and 130', async (signal, jobs) => {
    const inner = '{repeat: {times: 90, do: [{check: 1 < 2}]}}';
    const endless = `scenario: long\nsteps:\n  - repeat: {times: 1000, do: [${inner}]}\n`;
    const cases = Array.from({ length: 60 }, (_, index) => `{name: c${index}}`).join(', ');
    const slow = file(`slow-${signal}-${jobs}.yaml`, endless.replace('steps:', `cases: [${cases}]\nsteps:`));
    const json = file(`slow-${signal}-${jobs}.jsonl`);
    // On a terminal, the progress shows at once what was played.
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    onTestFinished(() => {
      process.stderr.isTTY = isTTY;
    });
    const ended = run(['run', passes, slow, '--jobs', jobs, '--trace', json]);
    await seen(() => /\d+\/62 scenarios/.test(printed.err));
    process.kill(process.pid, signal);
    expect(await ended).toBe(EXIT.interrupted);
    expect(printed.out).toMatch(/^interrupted after \d+ of 62: \d+ scenarios?: \d+ passed, seed 1, /);
    expect(readFileSync(json, 'utf8')).toContain('"case":"one"');
  });
});

it('--watch plays again when a file or one that it uses changes, reports problems, ends with Ctrl-C', async () => {
  const [own, common] = [join(folder, 'watched/own'), join(folder, 'watched/common')];
  mkdirSync(own, { recursive: true });
  mkdirSync(common);
  const [story, used] = [join(own, 'story.yaml'), join(common, 'lists.yaml')];
  const macros = (length: number): string =>
    `macros: {list: {steps: [{get: /markets, query: {limit: 1}, expect: {body: {$length: ${length}}}}]}}\n`;
  writeFileSync(used, macros(1));
  writeFileSync(story, 'scenario: story\nuse: [../common/lists.yaml]\nsteps: [{call: list}]\n');
  const ended = run(['run', story, '--watch']);
  // The system may report one change twice, so the test waits for an outcome and counts no plays.
  const ends = (text: RegExp): Promise<boolean> =>
    seen(() => text.test(printed.out) && printed.err.endsWith('waiting for changes, Ctrl-C ends\n'));
  await ends(/^1 scenario: 1 passed, seed 1, \d+\.\d s\n$/);
  writeFileSync(used, macros(2));
  await ends(/\n1 scenario: 0 passed, 1 failed, seed 1, \d+\.\d s\n$/);
  writeFileSync(story, 'scenario: story\nstepps: []\n');
  await seen(() => /problems? in 1 file: nothing was played\n.* waiting for changes, Ctrl-C ends\n$/.test(printed.err));
  expect(printed.err).toContain('story.yaml:2:1: unknown key "stepps": did you mean "steps"?');
  copyFileSync(passes, story);
  await ends(/\n2 scenarios: 2 passed, seed 1, \d+\.\d s\n$/);
  process.kill(process.pid, 'SIGINT');
  expect(await ended).toBe(EXIT.interrupted);
});
