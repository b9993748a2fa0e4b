/** bench/core-growth: the cost of a command by the number of resting orders, after equally many accepted ones. */
import { median } from './machine.ts';
import { type Contestant, clocked, type Line, race } from './race.ts';
import type { Stream } from './recorded-operations.ts';
import { drawSteadyStream, openingOf } from './stream.ts';
import { numericOrdersOf, openedVenue, orderSource, type SaltKind, submitOrders } from './venue-orders.ts';

export type GrowthBench = Readonly<{
  resting: readonly number[];
  /** The number of orders that each venue has accepted before: at least the largest number of resting orders. */
  orders: number;
  /** Operations of one round: few in many rounds, so that a short disturbance of the machine affects few rounds. */
  commands: number;
  rounds: number;
}>;

export const GROWTH_BENCH: GrowthBench = { resting: [1e3, 1e4, 1e5, 1e6], orders: 1e6, commands: 10_000, rounds: 70 };
const WARM_UPS = 10;
/** The commands before each read of the hash. */
const PART = 1_000;

function contestant(name: string, stream: Stream, salts: SaltKind, opening: number, commands: number): Contestant {
  const source = orderSource(stream, salts);
  const venue = openedVenue(source, opening);
  const orders = numericOrdersOf(source, opening, stream.length);
  let next = opening;
  const ready = () =>
    clocked(() => {
      const end = next + commands;
      for (; next < end; next += PART) {
        submitOrders(venue, orders, next, Math.min(end, next + PART));
        venue.hash();
      }
      next = end;
    });
  return { name, operations: commands, ready };
}

function linesOf({ resting, orders, commands, rounds }: GrowthBench, salts: SaltKind): readonly Line[] {
  const length = (rounds + WARM_UPS) * commands;
  const kind = salts === 'random' ? ', salts at random' : '';
  const names = resting.map((count) => `a command among ${count} resting orders${kind}`);
  const streams = resting.map((count) => drawSteadyStream(count, length, orders));
  const contestants = resting.map((count, index) =>
    contestant(names[index] ?? '', streams[index] as Stream, salts, openingOf(count, orders), commands),
  );
  const costs = race(contestants, rounds, WARM_UPS).map(({ byRound }) => byRound.map((rate) => 1e9 / rate));
  const [first = []] = costs;
  return costs.map((nanoseconds, index): Line => {
    const { trades = [], liveAtEnd = 0 } = streams[index] ?? {};
    return [
      names[index] ?? '',
      `${middleHalf(nanoseconds)} ns, ${(median(nanoseconds) / median(first)).toFixed(2)} x`,
      `${(trades.length / 3 / length).toFixed(2)} trades a command, ${liveAtEnd} left; goal: at most 1.5x`,
    ];
  });
}

export function benchGrowth(bench: GrowthBench): readonly Line[] {
  return (['growing', 'random'] as const).flatMap((salts) => linesOf(bench, salts));
}

function middleHalf(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(0);
  return `${median(values).toFixed(0)} (half of them ${at(0.25)} to ${at(0.75)})`;
}
