/** backtest/sweep/space: the points of a sweep, by number: combinations of lists, with draws from ranges. */
import { invariant } from '../../base/result.ts';
import { createRng } from '../../base/rng.ts';
import { exp, ln } from '../exact-math.ts';
import type { Params } from '../strategy.ts';
import type { SweepSettings } from './settings.ts';

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
