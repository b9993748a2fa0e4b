/** bench/backtest: events a second and memory of backtests, an hour of a simulated market, start of the command. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_AGENTS } from '../backtest/agents/plan.ts';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { v8Flags } from '../cli/v8-flags.ts';
import { inRounds, MAIN, mustRun, print, withSpread } from './machine.ts';

const RUN = fileURLToPath(new URL('./backtest-run.ts', import.meta.url));
const MAKER = fileURLToPath(new URL('../backtest/examples/market-maker.ts', import.meta.url));
const ROUNDS = 3;

type Measured = Readonly<{ rate: number; seconds: number; mebibytes: number; fills: number }>;

export async function benchBacktest(): Promise<void> {
  await withFolder(async (folder) => {
    const [many, one, small] = ['many.arrow', 'one.arrow', 'small.arrow'].map((name) => join(folder, name));
    if (many === undefined || one === undefined || small === undefined) return;
    await generate(many, 2_000_000, 20);
    await generate(one, 10_000_000, 1);
    await generate(small, 1_000, 1);
    const idle = await rounds(many, 'idle');
    print('overlay, 2 M events of 20 markets, idle strategy', rateOf(idle), 'goal: 2 M events/s');
    const maker = await rounds(many, 'market-maker');
    print(`the same, market maker, ${maker[0]?.fills} fills`, rateOf(maker), 'goal: 0.5 M events/s');
    const large = await measure(one, 'market-maker');
    const figure = `${large.mebibytes.toFixed(0)} MiB, ${(large.rate / 1e6).toFixed(2)} M events/s`;
    print(`a market of 10 M events, market maker, ${large.fills} fills`, figure, 'goal: under 300 MiB');
    const simulated = await rounds('simulated', 'market-maker');
    const perHour = simulated.map(({ seconds }) => (seconds * 1_000) / (DEFAULT_AGENTS.markets * DEFAULT_AGENTS.hours));
    print('simulated markets, market maker, one hour of one', withSpread(perHour, 'ms', 0), 'goal: under 1,000 ms');
    const starts = await inRounds(ROUNDS, () => mustRun([MAIN, 'backtest', MAKER, '--data', small]));
    const walls = starts.map(({ ms }) => ms);
    print('touchstone backtest, 1,000 events', withSpread(walls, 'ms', 0), 'goal: under 1,000 ms');
  });
}

async function generate(file: string, events: number, markets: number) {
  await mustRun([MAIN, 'data', 'generate', '--events', String(events), '--markets', String(markets), '-o', file]);
}

function rounds(file: string, strategy: string): Promise<readonly Measured[]> {
  return inRounds(ROUNDS, () => measure(file, strategy));
}

async function measure(file: string, strategy: string): Promise<Measured> {
  const { out } = await mustRun([...v8Flags(['backtest']), RUN, file, strategy]);
  return JSON.parse(out) as Measured;
}

function rateOf(measured: readonly Measured[]) {
  return withSpread(
    measured.map(({ rate }) => rate / 1e6),
    'M events/s',
    2,
  );
}
