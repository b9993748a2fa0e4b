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
import { inRounds, MAIN, median, mustRun, print, timed, withServed, withSpread } from './machine.ts';

const HAND_LOOP = fileURLToPath(new URL('./hand-loop.ts', import.meta.url));
const ROUNDS = 5;

export async function benchCommands(): Promise<void> {
  const help = await times(11, '--help');
  print('touchstone --help', withSpread(help, 'ms', 0), 'goal: under 150 ms');
  const main = await times(3, 'check', '--world', 'medium', '--profile', 'document');
  print('npm start, without npm itself', withSpread(main, 'ms', 0), 'goal: under 10,000 ms');
}

export async function benchQuirks(): Promise<void> {
  const { ms, code } = await timed([MAIN, 'quirks']);
  print('touchstone quirks, one seed', `${(ms / 1_000).toFixed(0)} s, exit ${code}`, 'goal: under 120 s, exit 0');
}

function times(rounds: number, ...words: readonly string[]) {
  return inRounds(rounds, async () => (await mustRun([MAIN, ...words])).ms);
}

/** Without control of time: with it, a check would also fill the request limits, and the loop would not. */
const SERVED = ['--world', 'medium', '--clock', 'virtual'];

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
    const requests = await withServed(SERVED, record);
    const sent = requests.map((request) => ({
      method: request.method,
      target: requestTarget(request),
      headers: request.headers,
      body: request.body,
    }));
    writeFileSync(file, JSON.stringify(sent));
    const rounds = await inRounds(ROUNDS, async () => ({
      check: await withServed(SERVED, (url) => timed([MAIN, 'check', url, '--quiet'])),
      loop: await withServed(SERVED, (url) => timed([HAND_LOOP, url, file])),
    }));
    const checks = rounds.map(({ check }) => check.ms);
    const loops = rounds.map(({ loop }) => loop.ms);
    print(
      `touchstone check URL, ${requests.length} requests, reading`,
      withSpread(checks, 'ms', 0),
      'goal: under 3,000 ms',
    );
    print('hand-written loop (undici, zod), the same requests', withSpread(loops, 'ms', 0), '');
    print('  check against the loop', `${(median(checks) / median(loops)).toFixed(2)} x`, 'goal: at most 2x');
  });
}
