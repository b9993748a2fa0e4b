/**
 * bench/core-growth: the cost of a command as the book grows: one book that keeps about as many resting orders, the same mix
 * on each. More orders are more memory: what is left of a growth in cost is the wait for it.
 */
import { median } from './machine.ts';
import { type Contestant, clocked, type Line, race, type Times } from './race.ts';
import { drawSteadyStream, type Stream } from './stream.ts';
import { fundedExchange, momentOf, mustDo, orderSource } from './venue-orders.ts';

export type GrowthBench = { readonly resting: readonly number[]; readonly commands: number; readonly rounds: number };

export const GROWTH_BENCH: GrowthBench = { resting: [1e3, 1e4, 1e5, 1e6], commands: 100_000, rounds: 7 };
const WARM_UPS = 2;

function contestant(resting: number, stream: Stream, commands: number): Contestant {
  const exchange = fundedExchange();
  const source = orderSource(stream);
  for (const [at, command] of source(0, resting).entries()) mustDo(exchange, command, momentOf(at));
  let next = resting;
  const ready = (): (() => Times) => {
    const from = next;
    next += commands;
    const given = source(from, next);
    return clocked(() => {
      for (const [at, command] of given.entries()) mustDo(exchange, command, momentOf(from + at));
      exchange.hash();
    });
  };
  return { name: `${resting} resting orders`, operations: commands, ready };
}

/** Cost per command by the number of resting orders: lines for the figures. */
export function benchGrowth({ resting, commands, rounds }: GrowthBench): readonly Line[] {
  const length = (rounds + WARM_UPS) * commands;
  const streams = resting.map((count) => drawSteadyStream(count, length));
  const contestants = resting.map((count, index) => contestant(count, streams[index] as Stream, commands));
  const costs = race(contestants, rounds, WARM_UPS).map(({ byRound }) => byRound.map((rate) => 1e9 / rate));
  const first = costs[0] ?? [];
  return costs.map((nanoseconds, index): Line => {
    const { fillCount = 0, liveAtEnd = 0 } = streams[index] ?? {};
    const ratios = nanoseconds.map((cost, round) => cost / (first[round] ?? Number.NaN));
    const ratio = `${(median(nanoseconds) / median(first)).toFixed(2)} x`;
    return [
      `a command among ${resting[index]} resting orders`,
      `${withRange(nanoseconds)} ns, ${ratio} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      `${(fillCount / length).toFixed(2)} trades a command, ${liveAtEnd} left; goal: at most 1.5x`,
    ];
  });
}

function withRange(values: readonly number[]): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
}
