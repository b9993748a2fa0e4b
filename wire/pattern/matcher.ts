/** wire/pattern/matcher: a matcher validates its operand, describes it in words, and compares it with a value. */
import { isObject, parseJson } from '../../base/json.ts';
import { isDecimal } from '../../spec/resources/resource.ts';

/** The deepest level of lists and objects. */
export const DEPTH_MAX = 1_000;

/** Steps that are left: about one for each visited value. */
export type Work = { left: number };

/** Thrown if the work is used up, or values nest too deeply, as its message states. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

export function spend(work: Work, steps: number): void {
  work.left -= steps;
  if (work.left < 0) throw new TooMuchWork('too much to look at');
}

export function checkDepth(depth: number): void {
  if (depth > DEPTH_MAX) throw new TooMuchWork(`more than ${DEPTH_MAX} levels deep`);
}

/** One difference: the place in the actual value, the expectation in words, and an excerpt of the actual value. */
export type Difference = { readonly pointer: string; readonly expected: string; readonly actual: string };

/** The place of the actual value. */
export type At = { readonly pointer: string; readonly depth: number };

/** A comparison that is under way. A missing value is `undefined`. */
export type Comparison = Readonly<{
  work: Work;
  /** Compares and reports; `pointer` and `depth` are the place of `actual`. */
  compare: (pattern: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** Compares and reports nothing. */
  fits: (pattern: unknown, actual: unknown, depth: number) => boolean;
  /** The same comparison, whose reports name other places. */
  relocated: (place: (pointer: string) => string) => Comparison;
  /** Compares whole values, in which `$` keys are ordinary keys, and reports. */
  compareExactly: (expected: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** The nearest of the elements that do not fit, in words that end a message. */
  nearest: (pattern: unknown, elements: readonly unknown[]) => string;
  say: (pattern: unknown) => string;
  report: (pointer: string, expected: string, actual: unknown) => void;
}>;

export type Matcher = Readonly<{
  /** Why the operand cannot be used, as a requirement: `needs a number`. Absent: every operand can be used. */
  fault?: (operand: unknown) => string | undefined;
  /** The operand is a pattern, or a list of them. */
  holds?: 'pattern' | 'patterns';
  /** The expectation in words; `say` does the same for an inner pattern. */
  words: (operand: never, say: (pattern: unknown) => string) => string;
  /** Either a judgement of the value alone, which is reported in the words above, ... */
  judge?: (operand: never, actual: unknown, comparison: Comparison, depth: number) => boolean;
  /** ... or a comparison that reports the differences. */
  compare?: (operand: never, actual: unknown, at: At, comparison: Comparison) => void;
}>;

export type Matchers = Readonly<Record<`$${string}`, Matcher>>;

/** Thrown if a pattern cannot be judged. This is not a mismatch, which `$not` would turn into a match. */
export class UnusablePattern extends Error {
  override readonly name = 'UnusablePattern';
}

/** The matcher's name if the pattern is an object of one `$` key. */
export function matcherName(pattern: unknown): `$${string}` | undefined {
  if (!isObject(pattern)) return undefined;
  const [name, other] = Object.keys(pattern);
  return name?.startsWith('$') === true && other === undefined ? (name as `$${string}`) : undefined;
}

/** True for a text with an expression of scenarios, which can become any value; `$${` is literal. */
export function isUnfilled(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|[^$])\$\{/.test(value);
}

/** True for numbers that can be ordered. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** The number in a decimal text; any other value as it is. */
export function numberIn(value: unknown): unknown {
  return typeof value === 'string' && isDecimal(value) ? Number(value) : value;
}

/** True for a JSON pointer: empty, or it starts with a slash. */
export function isPointer(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|$)/.test(value);
}

export function pointerFault(operand: unknown): string | undefined {
  return isPointer(operand) ? undefined : 'needs a JSON pointer: empty, or it starts with /';
}

const EXCERPT_MAX = 200;
const ELEMENTS_SHOWN = 8;
const LEVELS_SHOWN = 3;

/** A value as JSON, cut to about two hundred characters; `absent` for undefined. Never throws. */
export function excerpt(value: unknown): string {
  const line = value === undefined ? 'absent' : shown(value, 0);
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX)}...` : line;
}

function shown(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, EXCERPT_MAX));
  if (Array.isArray(value)) return depth === LEVELS_SHOWN ? '[...]' : `[${listed(value, (e) => shown(e, depth + 1))}]`;
  if (!isObject(value)) return String(value);
  if (depth === LEVELS_SHOWN) return '{...}';
  const entry = (key: string) => `${JSON.stringify(key.slice(0, EXCERPT_MAX))}:${shown(value[key], depth + 1)}`;
  return `{${listed(Object.keys(value), entry)}}`;
}

function listed<Element>(all: readonly Element[], show: (element: Element) => string): string {
  const parts = all.slice(0, ELEMENTS_SHOWN).map(show);
  if (all.length > ELEMENTS_SHOWN) parts.push('...');
  return parts.join(',');
}

const TEXT_MAX = 300;

/** A text of at most three hundred characters, with its length if it was longer. */
export function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}... (${text.length} characters)`;
}

/** The actual value of a difference: the status without the body, which a finding shows anyway, or the JSON value. */
export function shownAs(actual: string): unknown {
  const [status] = /^status \d+(?=: )/.exec(actual) ?? [];
  return status ?? parseJson(actual) ?? actual;
}

/** Numbers by value: -0 is 0, and NaN, which no JSON text holds, is itself. */
export function sameScalar(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Lists in order, objects by their own keys in any order. Throws `TooMuchWork` if there is no end to the comparing. */
export function same(a: unknown, b: unknown, work: Work, depth = 0): boolean {
  spend(work, 1);
  checkDepth(depth);
  if (sameScalar(a, b)) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => same(element, b[index], work, depth + 1));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], work, depth + 1));
}
