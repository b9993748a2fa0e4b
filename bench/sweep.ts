/** bench/sweep: the speedup of a sweep by two threads: 1 is twice as fast. Processor time is the most precise. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { v8Flags } from '../cli/v8-flags.ts';
import { inRounds, MAIN, mustRun, print, withSpread } from './machine.ts';

const RUN = fileURLToPath(new URL('./sweep-run.ts', import.meta.url));
const ROUNDS = 3;
const EVENTS = 250_000;
const TRIALS = 300;

type Measured = { readonly ms: number; readonly cpuMs: number; readonly mebibytes: number };

export async function benchSweep(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'market.arrow');
    await mustRun([MAIN, 'data', 'generate', '--events', String(EVENTS), '--markets', '4', '-o', file]);
    const rounds = await inRounds(ROUNDS, async () => ({ one: await measure(file, 1), two: await measure(file, 2) }));
    const trials = `${TRIALS} trials of ${EVENTS / 1e6} M events`;
    const spread = (of: (round: (typeof rounds)[number]) => number, unit: string, digits: number) =>
      withSpread(rounds.map(of), unit, digits);
    print(
      `${trials}, 1 thread`,
      spread(({ one }) => one.ms / 1_000, 's', 1),
      '',
    );
    print(
      `${trials}, 2 threads`,
      spread(({ two }) => two.ms / 1_000, 's', 1),
      '',
    );
    print(
      'share of linear speedup on two threads, by wall time',
      spread(({ one, two }) => one.ms / two.ms / 2, '', 2),
      'goal: at least 0.9 on two idle cores',
    );
    const cost = spread(({ one, two }) => one.cpuMs / two.cpuMs, '', 2);
    print('processor time, 1 thread to 2 threads', cost, 'goal: at least 0.9');
    print(
      'peak memory, 2 threads',
      spread(({ two }) => two.mebibytes, 'MiB', 0),
      '',
    );
  });
}

async function measure(file: string, jobs: number): Promise<Measured> {
  const { out } = await mustRun([...v8Flags(['sweep']), RUN, file, String(jobs), String(TRIALS)]);
  return JSON.parse(out) as Measured;
}
