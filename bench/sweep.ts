/** bench/sweep: the speedup of a sweep by two threads: 1 is twice as fast. Processor time is the most precise. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { v8Flags } from '../cli/v8-flags.ts';
import { MAIN, print, timed, withSpread } from './machine.ts';

const RUN = fileURLToPath(new URL('./sweep-run.ts', import.meta.url));
const ROUNDS = 3;
const EVENTS = 250_000;
const TRIALS = 300;

type Measured = { readonly ms: number; readonly cpuMs: number; readonly mebibytes: number };

export async function benchSweep(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'market.arrow');
    const generate = ['data', 'generate', '--events', String(EVENTS), '--markets', '4', '-o', file];
    if ((await timed([MAIN, ...generate])).code !== 0) throw new Error('no recording was generated');
    const [one, two]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await measure(file, 1));
      two.push(await measure(file, 2));
    }
    const trials = `${TRIALS} trials of ${EVENTS / 1e6} M events`;
    print(`${trials}, 1 thread`, seconds(one), '');
    print(`${trials}, 2 threads`, seconds(two), '');
    const pairs = one.map((single, round) => [single, two[round] ?? single] as const);
    const linear = pairs.map(([single, both]) => single.ms / both.ms / 2);
    print(
      'share of linear speedup on two threads, by wall time',
      withSpread(linear, '', 2),
      'goal: at least 0.9 on two idle cores',
    );
    const cost = pairs.map(([single, both]) => single.cpuMs / both.cpuMs);
    print('processor time, 1 thread to 2 threads', withSpread(cost, '', 2), 'goal: at least 0.9');
    const memory = pairs.map(([, both]) => both.mebibytes);
    print('peak memory, 2 threads', withSpread(memory, 'MiB', 0), '');
  });
}

function seconds(measured: readonly Measured[]) {
  return withSpread(
    measured.map(({ ms }) => ms / 1_000),
    's',
  );
}

async function measure(file: string, jobs: number): Promise<Measured> {
  const { out, code } = await timed([...v8Flags(['sweep']), RUN, file, String(jobs), String(TRIALS)]);
  if (code !== 0) throw new Error(`the sweep ended with exit code ${code}`);
  return JSON.parse(out) as Measured;
}
