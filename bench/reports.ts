/** bench/reports: how long all formats of a large report take, and the memory of the process that writes them. */
import { fileURLToPath } from 'node:url';
import { inRounds, median, mustRun, print, withSpread } from './machine.ts';

const CHILD = fileURLToPath(new URL('./reports-run.ts', import.meta.url));
const ROUNDS = 5;

type Round = { readonly milliseconds: Readonly<Record<string, number>>; readonly mebibytes: number };

export async function benchReports(): Promise<void> {
  const rounds = await inRounds(ROUNDS, async () => JSON.parse((await mustRun([CHILD])).out) as Round);
  const sums = rounds.map(({ milliseconds }) => Object.values(milliseconds).reduce((sum, ms) => sum + ms, 0));
  const formats = Object.keys(rounds[0]?.milliseconds ?? {});
  print(`${formats.length} formats of a report with 10,000 checks`, withSpread(sums, 'ms', 0), 'goal: under 2,000 ms');
  const times = formats.map(
    (name) => [name, median(rounds.map(({ milliseconds }) => milliseconds[name] ?? 0))] as const,
  );
  const [name, ms] = times.toSorted((one, other) => other[1] - one[1])[0] ?? ['none', 0];
  print('  the slowest of them', `${name}, ${ms.toFixed(0)} ms`, '');
  const memory = rounds.map(({ mebibytes }) => mebibytes);
  print('  memory of the process', withSpread(memory, 'MiB', 0), 'goal: under 300 MiB');
}
