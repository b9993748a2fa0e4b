/** cli/run/process.test: `touchstone run` as a process: Ctrl-C in the middle, and files that change while it watches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { EXIT } from '../exit.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const passes = join(import.meta.dirname, '../fixtures/scenarios/passes.yaml');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-watch-'));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

type Running = {
  readonly child: ChildProcess;
  readonly printed: { out: string; err: string };
  /** Settles as soon as what was printed is as wanted. */
  seen(isWanted: (printed: { readonly out: string; readonly err: string }) => boolean): Promise<void>;
};

function start(...args: string[]): Running {
  const child = spawn(process.execPath, [MAIN, 'run', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const printed = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const hear = (key: 'out' | 'err') => (text: Buffer) => {
    printed[key] += text;
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', hear('out'));
  child.stderr?.on('data', hear('err'));
  const seen: Running['seen'] = (isWanted) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isWanted(printed)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  return { child, printed, seen };
}

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', '1'],
    ['SIGINT', '2'],
    ['SIGHUP', '2'],
  ] as const)('%s ends a run in %s threads with what was played, and 130', async (signal, jobs) => {
    const endless = `scenario: long\nsteps:\n  - repeat: {times: 10000, do: [{repeat: {times: 90, do: [{check: 1 < 2}]}}]}\n`;
    const slow = join(folder, `slow-${signal}-${jobs}.yaml`);
    const cases = Array.from({ length: 60 }, (_, index) => `{name: c${index}}`).join(', ');
    writeFileSync(slow, endless.replace('steps:', `cases: [${cases}]\nsteps:`));
    const json = join(folder, `slow-${signal}-${jobs}.jsonl`);
    const { child, printed, seen } = start(passes, slow, '--jobs', jobs, '--trace', json);
    await seen(({ err }) => err.includes('playing 62 scenarios'));
    setTimeout(() => child.kill(signal), 1_000);
    expect(await once(child, 'exit')).toEqual([EXIT.interrupted, null]);
    expect(printed.out).toMatch(/^interrupted after \d+ of 62: \d+ scenarios?: \d+ passed, seed 1, /);
    expect(readFileSync(json, 'utf8')).toContain('"case":"one"');
  });
});

describe('--watch', () => {
  it('plays again when a file or one that it uses changes, tells what is wrong with it, and ends with Ctrl-C', async () => {
    const [own, common] = [join(folder, 'watched/own'), join(folder, 'watched/common')];
    mkdirSync(own, { recursive: true });
    mkdirSync(common);
    const [story, used] = [join(own, 'story.yaml'), join(common, 'lists.yaml')];
    const macros = (length: number): string =>
      `macros: {list: {steps: [{get: /markets, query: {limit: 1}, expect: {body: {$length: ${length}}}}]}}\n`;
    writeFileSync(used, macros(1));
    writeFileSync(story, 'scenario: story\nuse: [../common/lists.yaml]\nsteps: [{call: list}]\n');
    const { child, printed, seen } = start(story, '--watch');
    // One change may be heard twice: what is waited for is the outcome, not how often something was played.
    const ends = (text: RegExp): Promise<void> =>
      seen(({ out, err }) => text.test(out) && err.endsWith('waiting for changes, Ctrl-C ends\n'));
    await ends(/^1 scenario: 1 passed, seed 1, \d+\.\d s\n$/);
    writeFileSync(used, macros(2));
    await ends(/\n1 scenario: 0 passed, 1 failed, seed 1, \d+\.\d s\n$/);
    writeFileSync(story, 'scenario: story\nstepps: []\n');
    await seen(({ err }) => /faults? in 1 file: nothing was played\n.* waiting for changes, Ctrl-C ends\n$/.test(err));
    expect(printed.err).toContain('story.yaml:2:1: unknown key "stepps": did you mean "steps"?');
    copyFileSync(passes, story);
    await ends(/\n2 scenarios: 2 passed, seed 1, \d+\.\d s\n$/);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([EXIT.interrupted, null]);
  });
});
