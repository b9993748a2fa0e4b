/**
 * bench/race: contestants over the same work, in turns: every round runs each of them once, so that what slows the machine
 * slows all. Rounds that warm up are not counted; what only prepares a run is not on the clock.
 */
import { median, withSpread } from './machine.ts';

/** Milliseconds of each part of a run: each run has the same parts, in the same order. */
export type Times = readonly number[];

export type Contestant = {
  readonly name: string;
  /** Operations of one run. */
  readonly operations: number;
  /** Makes one run ready, off the clock. */
  ready(): () => Times;
};

/** Operations a second. */
export type Rates = {
  readonly byRound: readonly number[];
  /**
   * Of a run whose every part took what it took in its best round. The work of a part is the same each time; what it took
   * more is left out, whether another guest of the core took it or a collection of garbage that fell into it.
   */
  readonly undisturbed: number;
};

/** What is told of one measurement: what, figure, goal. */
export type Line = readonly [what: string, figure: string, goal: string];

/** Work that is on the clock as a whole. */
export function clocked(work: () => void): () => Times {
  return clockedInParts(1, 1, work);
}

/** Work on so many things, on the clock so many of them at a time. */
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

/** Of rounds that take less only some are told of. */
const PROGRESS_MS = 250;

/** What each contestant did, in their order. `warmUps` rounds come first. */
export function race<const All extends readonly Contestant[]>(
  contestants: All,
  rounds: number,
  warmUps = 2,
): { readonly [Index in keyof All]: Rates } {
  const runs = contestants.map((): Times[] => []);
  let told = Number.NEGATIVE_INFINITY;
  const tell = (progress: string): void => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    process.stderr.write(progress);
  };
  for (let round = -warmUps; round < rounds; round += 1) {
    contestants.forEach(({ name, operations, ready }, index) => {
      const times = ready()();
      if (round >= 0) runs[index]?.push(times);
      const rate = Math.round(rateOf(operations, times));
      tell(`${name}, ${round < 0 ? 'warm-up' : `round ${round + 1}`}: ${rate}/s\n`);
    });
  }
  return contestants.map(({ operations }, index) => ratesOf(operations, runs[index] ?? [])) as {
    [Index in keyof All]: Rates;
  };
}

function rateOf(operations: number, times: Times): number {
  return operations / (times.reduce((sum, ms) => sum + ms, 0) / 1_000);
}

/** What runs with these times come to. */
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

/** How many times as fast as the other: the medians, and the lowest and highest of the rounds. */
export function against(ours: Rates, theirs: Rates, digits = 2): string {
  const byRound = ours.byRound.map((rate, round) => rate / (theirs.byRound[round] ?? Number.NaN));
  const [low, high] = [Math.min(...byRound), Math.max(...byRound)];
  const whole = median(ours.byRound) / median(theirs.byRound);
  return `${whole.toFixed(digits)} x (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
