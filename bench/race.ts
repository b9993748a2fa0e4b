/** bench/race: contestants that do the same work in turns, so that a slower machine slows all of them. */
import { median, withSpread } from './machine.ts';

/** Milliseconds of each part of a run: each run has the same parts, in the same order. */
export type Times = readonly number[];

export type Contestant = {
  readonly name: string;
  /** Operations of one run. */
  readonly operations: number;
  /** Prepares one run, outside the measured time. */
  ready(): () => Times;
};

/** Operations a second. */
export type Rates = {
  readonly byRound: readonly number[];
  /** The rate if every part takes the time of its best round: it excludes time that other processes took. */
  readonly undisturbed: number;
};

/** One printed measurement. */
export type Line = readonly [what: string, figure: string, goal: string];

/** Work that is timed as a whole. */
export function clocked(work: () => void): () => Times {
  return clockedInParts(1, 1, work);
}

/** Work on a number of things, timed in parts of `part` things. */
export function clockedInParts(things: number, part: number, work: (from: number, to: number) => void): () => Times {
  return () => {
    const times: number[] = [];
    for (let from = 0; from < things; from += part) {
      const start = performance.now();
      work(from, Math.min(things, from + part));
      times.push(performance.now() - start);
    }
    return times;
  };
}

/** The shortest time between two lines of progress. */
const PROGRESS_MS = 250;

/** The rates of the contestants, in their order, after `warmUps` rounds that do not count. */
export function race<const All extends readonly Contestant[]>(
  contestants: All,
  rounds: number,
  warmUps = 2,
): { readonly [Index in keyof All]: Rates } {
  const runs = contestants.map((): Times[] => []);
  let printedAt = -Infinity;
  const printProgress = (progress: string) => {
    if (performance.now() - printedAt < PROGRESS_MS) return;
    printedAt = performance.now();
    process.stderr.write(progress);
  };
  for (let round = -warmUps; round < rounds; round += 1) {
    contestants.forEach(({ name, operations, ready }, index) => {
      const times = ready()();
      if (round >= 0) runs[index]?.push(times);
      const rate = Math.round(rateOf(operations, times));
      printProgress(`${name}, ${round < 0 ? 'warm-up' : `round ${round + 1}`}: ${rate}/s\n`);
    });
  }
  return contestants.map(({ operations }, index) => ratesOf(operations, runs[index] ?? [])) as {
    [Index in keyof All]: Rates;
  };
}

function rateOf(operations: number, times: Times) {
  return operations / (times.reduce((sum, ms) => sum + ms, 0) / 1_000);
}

export function ratesOf(operations: number, runs: readonly Times[]): Rates {
  const [first = []] = runs;
  const best = first.map((_, part) => Math.min(...runs.map((times) => times[part] ?? Number.NaN)));
  return { byRound: runs.map((times) => rateOf(operations, times)), undisturbed: rateOf(operations, best) };
}

/** `12.34 M/s (11.90 to 14.02)`. */
export function inMillions({ byRound }: Rates, unit = 'M/s', digits = 2): string {
  return withSpread(
    byRound.map((rate) => rate / 1e6),
    unit,
    digits,
  );
}

/** `12.34 M/s`, of an undisturbed run. */
export function undisturbedInMillions({ undisturbed }: Rates, digits = 2): string {
  return `${(undisturbed / 1e6).toFixed(digits)} M/s`;
}

/** The ratio of two rates: of their medians, and the lowest and highest of the rounds. */
export function against(ours: Rates, theirs: Rates, digits = 2): string {
  const byRound = ours.byRound.map((rate, round) => rate / (theirs.byRound[round] ?? Number.NaN));
  const [low, high] = [Math.min(...byRound), Math.max(...byRound)];
  const whole = median(ours.byRound) / median(theirs.byRound);
  return `${whole.toFixed(digits)} x (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
