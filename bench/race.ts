/**
 * bench/race: contestants over the same work, in turns: every round runs each of them once, so that what slows the machine
 * slows all. Rounds that warm up are not counted; what only prepares a run is not on the clock.
 */
import { median, withSpread } from './machine.ts';

export type Contestant = {
  readonly name: string;
  /** Operations of one run. */
  readonly operations: number;
  /** Makes one run ready, off the clock; the run answers how many milliseconds it took. */
  ready(): () => number;
};

/** Operations a second, round by round. */
export type Rates = readonly number[];

/** What is told of one measurement: what, figure, goal. */
export type Line = readonly [what: string, figure: string, goal: string];

/** Work that is on the clock as a whole. */
export function clocked(work: () => void): () => number {
  return () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
}

/** Operations a second of each contestant, in their order. `warmUps` rounds come first. */
export function race(contestants: readonly Contestant[], rounds: number, warmUps = 2): readonly Rates[] {
  const rates = contestants.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    contestants.forEach(({ name, operations, ready }, index) => {
      const run = ready();
      const rate = operations / (run() / 1_000);
      if (round >= 0) rates[index]?.push(rate);
      process.stderr.write(`${name}, ${round < 0 ? 'warm-up' : `round ${round + 1}`}: ${Math.round(rate)}/s\n`);
    });
  }
  return rates;
}

/** `12.34 M/s (11.90 to 14.02)`. */
export function inMillions(rates: Rates, unit = 'M/s', digits = 2): string {
  return withSpread(
    rates.map((rate) => rate / 1e6),
    unit,
    digits,
  );
}

/** How many times as fast as the other: the medians, and the lowest and highest of the rounds. */
export function against(ours: Rates, theirs: Rates, digits = 2): string {
  const byRound = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN));
  const [low, high] = [Math.min(...byRound), Math.max(...byRound)];
  const whole = median(ours) / median(theirs);
  return `${whole.toFixed(digits)} x (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
