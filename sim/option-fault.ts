/** sim/option-fault: validates options of a function and reports the first fault in one line. */
import { inspect } from 'node:util';
import type { z } from 'zod';
import { likely } from '../base/closest.ts';

/** One rule for each option. Each message completes the sentence "this option must be". */
export type RuleFor<Options> = { readonly [Name in keyof Required<Options>]: z.ZodType };

/**
 * Throws an `Error` of one line that begins with `caller`, names the first option that `rules` refuse and states what
 * it must be. `namesAt` returns the names to suggest for a mistyped one: the members of an option, or all options for
 * the path `''`.
 */
export function assertOptions(
  caller: string,
  rules: z.ZodType,
  options: unknown,
  namesAt: (place: string) => readonly string[],
): void {
  const issue = rules.safeParse(options).error?.issues[0];
  if (issue !== undefined) throw new Error(`${caller}: ${faultText(issue, options, namesAt)}`);
}

function faultText(issue: z.core.$ZodIssue, options: unknown, namesAt: (place: string) => readonly string[]) {
  const place = placeIn(issue.path).replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = namesAt(place);
    const prefix = place === '' ? '' : `${place}.`;
    const [near] = likely(key, known);
    const advice = near === undefined ? '' : ` did you mean "${prefix}${near}"?`;
    return `there is no option "${prefix}${key}";${advice} All: ${known.join(', ')}`;
  }
  const given = issue.path.reduce((value, key) => Object(value)[key], options);
  return `${place === '' ? 'the options' : place} must be ${issue.message}, not ${shown(given)}`;
}

/** A path in a value, as it would follow the name of the value: `.markets[0]`. */
export function placeIn(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0, breakLength: Infinity });
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
