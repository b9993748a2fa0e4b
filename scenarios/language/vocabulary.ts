/** scenarios/language/vocabulary: the basic values of a scenario file: names, templates, spans of time. */
import { z } from 'zod';
import { LONGEST_SPAN_MS, SPAN_UNITS } from '../../base/span.ts';

/** A name of a variable, wallet, market or macro. */
export const Name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'a name: a lower-case letter, then at most 39 letters, digits or underscores');

/** The values that are searched in the lists of a deployment: `found.market` and others. */
export const PLACES = [
  'market',
  'closedMarket',
  'event',
  'comment',
  'profile',
  'creator',
  'holder',
  'closedHolder',
  'trader',
  'trade',
] as const;
export type Place = (typeof PLACES)[number];

/** Any JSON value; texts in it may hold `${expressions}`. */
export const Json: z.ZodType<unknown> = z.json();

/** A number, or a template that evaluates to one: `${size * 2}`. */
const number = 'a number, or an expression in braces after a dollar sign';
export const NumberOrTemplate = z.union([z.number(), z.string().regex(/\$\{/, number)], number);

/** A text; `${expressions}` in it are filled in. */
export const Text = z.string().max(100_000);

/** Whole numbers from 0 to `most`, as a regular expression: so that editors reject the same values as the reader. */
function upTo(most: number): string {
  const digits = [...String(most)];
  const smaller = digits.flatMap((digit, index) => {
    const rest = digits.length - index - 1;
    return digit === '0' ? [] : [`${digits.slice(0, index).join('')}[0-${Number(digit) - 1}]\\d{${rest}}`];
  });
  return [`\\d{1,${digits.length - 1}}`, ...smaller, String(most)].join('|');
}

const units = Object.entries(SPAN_UNITS).map(([unit, ms]) => `(?:${upTo(LONGEST_SPAN_MS / ms)})${unit}`);

/** `10s`, `1500ms`, `2m`, `1h`, `1d`, ten years at most, or a template that makes whole milliseconds. */
const span = 'a span of time up to 3650d: 1500ms, 10s, 2m, 1h, 1d, or an expression for milliseconds';
export const Span = z.string(span).regex(new RegExp(`^(?:${units.join('|')}|\\$\\{.+\\})$`, 's'), span);

/** An expression of the expression language, without `${` and `}`. */
export const Expression = z.string().min(1).max(2_000);

/** True for an object with a key: `expect: {}` would never fail. */
export function isFilled(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** The message about an empty object. */
export const EMPTY = 'something in it: it is empty';
