/** cli/backtest/values: moments and parameters of a strategy, as they are written on a command line. */

import type { Params } from '../../backtest/strategy.ts';
import { CliError } from '../exit.ts';
import type { DataFlags } from './flags.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,6}))?)?(Z|[+-]\d{2}:\d{2})?$/;
const UNIX = /^(\d{1,11})(?:\.(\d{1,6}))?$/;
const DIGITS = 6;

/** Unix microseconds of an ISO 8601 time (UTC without an offset) or of Unix seconds. Throws `CliError`. */
export function momentOf(flag: string, text: string): number {
  const [, seconds, unixFraction] = UNIX.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1_000_000 + microsOf(unixFraction);
  const [, day, time = '00:00', fraction, zone = 'Z'] = ISO.exec(text) ?? [];
  const millis = day === undefined ? NaN : Date.parse(`${day}T${time}${zone}`);
  // A day that a month does not have is moved on by the parser.
  const isReal = day !== undefined && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  if (isReal && millis >= 0) return millis * 1_000 + microsOf(fraction);
  throw new CliError(`${flag} ${text} is no time: give ISO 8601 such as 2026-01-05T10:00:00Z, or Unix seconds`);
}

/** The period of `--from` and `--to`. Throws `CliError`. */
export function periodOf(flags: Pick<DataFlags, 'from' | 'to'>): { readonly from?: number; readonly to?: number } {
  const given = (['from', 'to'] as const).flatMap((name) => {
    const text = flags[name];
    return text === undefined ? [] : [[name, momentOf(`--${name}`, text)] as const];
  });
  return Object.fromEntries(given);
}

function microsOf(fraction = '') {
  return Number(fraction.padEnd(DIGITS, '0'));
}

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** Reads `name=value` pairs: numbers, true, false, otherwise text. Throws `CliError`. */
export function paramsOf(pairs: readonly string[]): Params {
  const params = new Map<string, string | number | boolean>();
  for (const pair of pairs) {
    const [, name, value = ''] = /^([A-Za-z_][\w-]*)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new CliError(`--param takes NAME=VALUE; "${pair}" is not like that`);
    if (params.has(name)) throw new CliError(`--param ${name} is given twice: give each parameter once`);
    params.set(name, NUMBER.test(value) && Number.isFinite(Number(value)) ? Number(value) : booleanOf(value));
  }
  return Object.fromEntries(params);
}

function booleanOf(text: string) {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Reads the `name=value,name=value` of a flag. Throws `CliError`. */
export function valuesOf(flag: string, text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of text.split(',')) {
    const [name = '', value] = part.trim().split('=');
    if (!names.includes(name) || value === undefined)
      throw new CliError(`${flag} takes ${names.map((known) => `${known}=NUMBER`).join(', ')}; got "${part}"`);
    if (values.has(name)) throw new CliError(`${flag} has ${name} twice: give each once`);
    values.set(name, value);
  }
  return values;
}
