/** backtest/sweep/trials: the trials of a sweep by number: a point, a seed, a set of markets, and a span. */
import { invariant } from '../../base/result.ts';
import { createRng } from '../../base/rng.ts';
import { exp, ln } from '../exact-math.ts';
import type { Params } from '../strategy.ts';
import type { Span, SweepSettings, Window } from './settings.ts';

export type ParamValue = Params[string];

export type Space = SweepSettings['space'];
export type ListAxis = Space['lists'][number];
export type RangeAxis = Space['ranges'][number];

/** Drawn values have so many digits, so that they can be read and given on a command line. */
const DIGITS = 6;

/** How many points the space has; it may be larger than any sweep can run. */
export function pointCount({ lists, draws }: Space): number {
  return lists.reduce((count, { values }) => count * values.length, draws);
}

/** The parameters of a point. Of the lists, the last one changes fastest; draws change before lists. */
export function paramsOfPoint({ lists, ranges, draws, seed }: Space, point: number): Params {
  const drawn = point % draws;
  let rest = Math.floor(point / draws);
  const listed = lists.toReversed().map(({ name, values }): [string, ParamValue] => {
    const value = values[rest % values.length];
    invariant(value !== undefined, `a list of ${name} has values`);
    rest = Math.floor(rest / values.length);
    return [name, value];
  });
  const chosen = ranges.map((range): [string, ParamValue] => [range.name, draw(range, seed, drawn)]);
  return Object.fromEntries([...listed.toReversed(), ...chosen]);
}

/** Each parameter and draw has its own stream, so that another range or more draws change no value. */
function draw({ name, low, high, scale, step }: RangeAxis, seed: string, number: number): number {
  const part = createRng(`sweep ${seed}`).fork(name).fork(String(number)).next();
  const steps = step === undefined ? 0 : Math.floor((high - low) / step + 1e-9);
  if (step !== undefined && scale === 'linear') return onStep(low, step, Math.floor(part * (steps + 1)));
  const value = scale === 'log' ? exp(ln(low) + part * (ln(high) - ln(low))) : low + part * (high - low);
  if (step !== undefined) return onStep(low, step, Math.min(steps, Math.round((value - low) / step)));
  return Math.min(high, Math.max(low, Number(value.toPrecision(DIGITS))));
}

/** `low + index * step` as the decimal that it is, without the noise of binary fractions. */
export function onStep(low: number, step: number, index: number): number {
  return Number((low + index * step).toPrecision(12));
}

export type Phase = 'whole' | 'train' | 'test';

export type Trial = Readonly<{
  phase: Phase;
  /** The number of its window; 0 for the whole span. */
  window: number;
  point: number;
  /** Places in `seeds` and `marketSets`. */
  seed: number;
  set: number;
}>;

export function trialsOfPoint({ seeds, marketSets }: SweepSettings): number {
  return seeds.length * marketSets.length;
}

/** All trials, of which a walk-forward runs tests for the chosen points only. */
export function trialCount(settings: SweepSettings): number {
  const each = pointCount(settings.space) * trialsOfPoint(settings);
  const { length } = settings.windows;
  return length === 0 ? each : length * (each + trialsOfPoint(settings));
}

export function numberOf(settings: SweepSettings, { phase, window, point, seed, set }: Trial): number {
  const points = pointCount(settings.space);
  const span = (phase === 'test' ? settings.windows.length : 0) + window;
  const ofPoint = seed * settings.marketSets.length + set;
  return (span * points + point) * trialsOfPoint(settings) + ofPoint;
}

export function isTrialNumber(settings: SweepSettings, number: number): boolean {
  const spans = Math.max(1, 2 * settings.windows.length);
  return (
    Number.isSafeInteger(number) && number >= 0 && number < spans * pointCount(settings.space) * trialsOfPoint(settings)
  );
}

export function trialOf(settings: SweepSettings, number: number): Trial {
  const points = pointCount(settings.space);
  const each = trialsOfPoint(settings);
  const windows = settings.windows.length;
  const span = Math.floor(number / (points * each));
  invariant(isTrialNumber(settings, number), `trial ${number} is one of the sweep`);
  const sets = settings.marketSets.length;
  return {
    phase: windows === 0 ? 'whole' : span < windows ? 'train' : 'test',
    window: windows === 0 ? 0 : span % windows,
    point: Math.floor(number / each) % points,
    seed: Math.floor((number % each) / sets),
    set: number % sets,
  };
}

export function numbersOf(
  settings: SweepSettings,
  phase: Phase,
  window: number,
  points: readonly number[],
): readonly number[] {
  return points.flatMap((point) =>
    settings.seeds.flatMap((_, seed) =>
      settings.marketSets.map((__, set) => numberOf(settings, { phase, window, point, seed, set })),
    ),
  );
}

export function spanOf({ span, windows }: SweepSettings, { phase, window }: Pick<Trial, 'phase' | 'window'>): Span {
  return phase === 'whole' ? span : windowOf(windows, window)[phase];
}

function windowOf(windows: readonly Window[], number: number): Window {
  const found = windows[number];
  invariant(found !== undefined, `window ${number} exists`);
  return found;
}

export function paramsOf({ params, space }: SweepSettings, point: number): Params {
  return { ...params, ...paramsOfPoint(space, point) };
}
