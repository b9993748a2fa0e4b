/** bench/commands: wall times of commands as users see them: help, the main job, a check of a served deployment. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { runChecks } from '../conformance/run.ts';
import { allChecks } from '../conformance/suite.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { httpTarget } from '../wire/http-target.ts';
import { type Request, requestTarget } from '../wire/message.ts';
import { MAIN, median, print, startChild, timed, withSpread } from './machine.ts';

const HAND_LOOP = fileURLToPath(new URL('./hand-loop.ts', import.meta.url));
const ROUNDS = 5;

export async function benchCommands(): Promise<void> {
  const help = await times(() => timed([MAIN, '--help']), 11);
  print('touchstone --help', withSpread(help, 'ms', 0), 'goal: under 150 ms');
  const main = await times(() => timed([MAIN, 'check', '--world', 'medium', '--profile', 'document']), 3);
  print('npm start, without npm itself', withSpread(main, 'ms', 0), 'goal: under 10,000 ms');
}

export async function benchQuirks(): Promise<void> {
  const { ms, code } = await timed([MAIN, 'quirks']);
  print('touchstone quirks, one seed', `${(ms / 1_000).toFixed(0)} s, exit ${code}`, 'goal: under 120 s, exit 0');
}

async function times(
  run: () => Promise<{ readonly ms: number; readonly code: number }>,
  count: number,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { ms, code } = await run();
    if (code !== 0) throw new Error(`the command ended with exit code ${code}`);
    found.push(ms);
  }
  return found;
}

/** Without control of time: with it, a check would also fill the request limits, and the loop would not. */
async function withServed<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const child = await startChild([MAIN, 'serve', '--world', 'medium', '--port', '0', '--clock', 'virtual', '--json']);
  try {
    return await work((JSON.parse(child.line) as { url: string }).url);
  } finally {
    await child.stop();
  }
}

/** The requests of a check run, in order. The hand-written loop repeats them. */
async function record(url: string): Promise<readonly Request[]> {
  const requests: Request[] = [];
  const target = httpTarget(new URL(url));
  const recording = {
    ...target,
    send: (request: Request) => {
      requests.push(request);
      return target.send(request);
    },
  };
  await runChecks({ target: recording, checks: allChecks(), register: loadRegister() });
  await target.close();
  return requests;
}

/** Prints a check of a served medium world, and the hand-written loop over the same requests. */
export async function benchCheck(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'requests.json');
    const requests = await withServed(record);
    const sent = requests.map((request) => ({
      method: request.method,
      target: requestTarget(request),
      headers: request.headers,
      body: request.body,
    }));
    writeFileSync(file, JSON.stringify(sent));
    const checks: number[] = [];
    const loops: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      checks.push(await withServed(async (url) => (await timed([MAIN, 'check', url, '--quiet'])).ms));
      loops.push(await withServed(async (url) => (await timed([HAND_LOOP, url, file])).ms));
    }
    print(
      `touchstone check URL, ${requests.length} requests, reading`,
      withSpread(checks, 'ms', 0),
      'goal: under 3,000 ms',
    );
    print('hand-written loop (undici, zod), the same requests', withSpread(loops, 'ms', 0), '');
    print('  check against the loop', `${(median(checks) / median(loops)).toFixed(2)} x`, 'goal: at most 2x');
  });
}
