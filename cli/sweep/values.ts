/** cli/sweep/values: points, seeds and spans as they are written on the command line of a sweep. */
import type { WalkForward } from '../../backtest/sweep/settings.ts';
import { type ListAxis, onStep, type ParamValue, type RangeAxis } from '../../backtest/sweep/trials.ts';
import { paramsOf } from '../backtest/values.ts';
import { CliError } from '../exit.ts';

/** More values of one parameter are refused. */
const VALUES_MAX = 10_000;
const NUMBER = String.raw`-?(?:\d{1,15}(?:\.\d{1,12})?|\.\d{1,12})`;
const SPAN = new RegExp(`^(log:)?(${NUMBER})\\.\\.(${NUMBER})(?::(${NUMBER}))?$`);

export function listAxis(text: string): ListAxis {
  const [name, rest] = named('--grid', 'NAME=10,20,50 or NAME=0.01..0.05:0.01', text);
  const span = SPAN.exec(rest);
  return { name, values: span === null ? valuesOf(name, rest) : stepsOf(text, span) };
}

function valuesOf(name: string, text: string): ParamValue[] {
  const values = text.split(',').map((value) => Object.values(paramsOf([`${name}=${value}`]))[0] ?? '');
  if (values.includes('')) throw new CliError(`--grid ${name}=${text}: one of the values is empty`);
  if (new Set(values).size < values.length) throw new CliError(`--grid ${name}=${text}: each value once`);
  return bounded(name, values);
}

function stepsOf(text: string, [, log, low, high, step]: RegExpExecArray): ParamValue[] {
  const [from, to, by] = [Number(low), Number(high), Number(step)];
  if (log !== undefined) throw new CliError(`--grid ${text}: log: is for --range; list the values`);
  if (step === undefined) throw new CliError(`--grid ${text}: a range needs a step, as in ${text}:0.01`);
  if (!(by > 0) || to < from) throw new CliError(`--grid ${text}: give LOW..HIGH:STEP with a positive step`);
  const count = Math.floor((to - from) / by + 1e-9) + 1;
  if (count > VALUES_MAX) throw tooMany(text, count);
  return Array.from({ length: count }, (_, index) => onStep(from, by, index));
}

function bounded(name: string, values: ParamValue[]): ParamValue[] {
  if (values.length > VALUES_MAX) throw tooMany(name, values.length);
  return values;
}

const tooMany = (name: string, count: number) =>
  new CliError(`--grid ${name}: ${count} values are more than ${VALUES_MAX}`);

/** Reads `name=0.01..0.05`, with `:step` behind it or `log:` before it. Throws `CliError`. */
export function rangeAxis(text: string): RangeAxis {
  const shape = 'NAME=0.01..0.05, NAME=1..50:1 or NAME=log:1..100';
  const [name, rest] = named('--range', shape, text);
  const [, log, low, high, step] = SPAN.exec(rest) ?? [];
  if (low === undefined) throw new CliError(`--range takes ${shape}; got "${text}"`);
  const axis = { name, low: Number(low), high: Number(high), scale: log === undefined ? 'linear' : 'log' } as const;
  if (axis.high <= axis.low) throw new CliError(`--range ${text}: the second bound has to be above the first`);
  if (axis.scale === 'log' && axis.low <= 0) throw new CliError(`--range ${text}: log: needs bounds above 0`);
  if (step === undefined) return axis;
  const by = Number(step);
  if (by > 0 && by <= axis.high - axis.low) return { ...axis, step: by };
  throw new CliError(`--range ${text}: the step has to be above 0 and within the range`);
}

function named(flag: string, shape: string, text: string): readonly [string, string] {
  const [, name, rest = ''] = /^([A-Za-z_][\w-]*)=(.+)$/s.exec(text) ?? [];
  if (name === undefined) throw new CliError(`${flag} takes ${shape}; got "${text}"`);
  return [name, rest];
}

const SEED_MAX = 2 ** 52;
const SEEDS_MAX = 1_000_000;

/** Reads `1..5` and `1,2,7`. Throws `CliError`. */
export function seedsOf(text: string): readonly string[] {
  const [, first, last] = /^(\d{1,16})\.\.(\d{1,16})$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first !== undefined && to >= from && to <= SEED_MAX) {
    if (to - from >= SEEDS_MAX) throw new CliError(`--seeds ${text}: more than ${SEEDS_MAX} seeds`);
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  }
  const seeds = text.split(',');
  const isSeed = (seed: string) => /^(?:0|[1-9]\d{0,15})$/.test(seed) && Number(seed) <= SEED_MAX;
  if (!seeds.every(isSeed)) throw new CliError(`--seeds takes 1..5 or 1,2,7; got "${text}"`);
  if (new Set(seeds).size < seeds.length) throw new CliError(`--seeds ${text}: give each seed once`);
  return seeds;
}

const UNITS: Readonly<Record<string, number>> = { s: 1e6, m: 6e7, h: 3.6e9, d: 8.64e10 };

/** Reads `train=6h,test=2h,step=2h`. Throws `CliError`. */
export function walkForwardOf(text: string): WalkForward {
  const pairs = text.split(',').map((part): [string, string] => {
    const [name = '', span = ''] = part.split('=');
    return [name, span];
  });
  const spans = new Map(pairs);
  const known = ['train', 'test', 'step'];
  const unknown = [...spans.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined || !spans.has('train') || !spans.has('test'))
    throw new CliError(`--walk-forward takes train=6h,test=2h, and step=2h if wanted; "${text}" is not like that`);
  const test = microsOf('test', spans.get('test'));
  return {
    train: microsOf('train', spans.get('train')),
    test,
    step: spans.has('step') ? microsOf('step', spans.get('step')) : test,
  };
}

function microsOf(name: string, text = ''): number {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([smhd])$/.exec(text) ?? [];
  const micros = Math.round(Number(count) * (UNITS[unit] ?? NaN));
  if (micros >= 1_000_000) return micros;
  throw new CliError(`--walk-forward: ${name}=${text} is no time; give one from 1s on, such as 90s, 30m, 6h or 2d`);
}
