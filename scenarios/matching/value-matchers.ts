/** scenarios/matching/value-matchers: the matchers whose operands are values: `$type`, `$gt`, `$match`, `$in`, ... */
import { closest } from '../../spec/closest.ts';
import { isObject } from '../../spec/json.ts';
import { pointed } from '../running/pointer.ts';
import { excerpt } from './excerpt.ts';
import { FORMS } from './forms.ts';
import { isUnfilled, type Matcher, step, Unanswerable } from './matcher.ts';
import { matchesRegex, regexFault } from './regex.ts';
import { same } from './same.ts';
import { spend } from './work.ts';

type Pair = readonly [number, number];
type Sorting = { readonly by?: string; readonly order?: 'asc' | 'desc' };

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** `$gt` and its like: `sign` in words, and what has to hold between the value and the limit. */
function compared(sign: string, holds: (actual: number, limit: number) => boolean): Matcher {
  return {
    fault: (operand) => (isNumber(operand) ? undefined : 'needs a number'),
    words: (limit: number) => `a number ${sign} ${limit}`,
    judge: (limit: number, actual) => isNumber(actual) && holds(actual, limit),
  };
}

/** A matcher of two numbers. */
function paired(words: (pair: Pair) => string, holds: (actual: number, pair: Pair) => boolean): Matcher {
  return {
    fault: (operand) =>
      Array.isArray(operand) && operand.length === 2 && operand.every((part) => isNumber(part) || isUnfilled(part))
        ? undefined
        : 'needs a list of two numbers',
    words,
    judge: (pair: Pair, actual) => isNumber(actual) && holds(actual, pair),
  };
}

/** A matcher that says `true` and no more. */
function flag(words: string, judge: (actual: unknown) => boolean): Matcher {
  return {
    fault: (operand) => (operand === true ? undefined : 'needs true'),
    words: () => words,
    judge: (_: true, actual) => judge(actual),
  };
}

function typeFault(operand: unknown): string | undefined {
  if (typeof operand === 'string' && FORMS.has(operand)) return undefined;
  const known = [...FORMS.keys()];
  const near = typeof operand === 'string' ? `: did you mean ${closest(operand.slice(0, 40), known, 1)}?` : '';
  return `needs one of ${known.join(', ')}${near}`;
}

function pointerFault(operand: unknown): string | undefined {
  return typeof operand === 'string' && /^(?:\/|$)/.test(operand)
    ? undefined
    : 'needs a JSON pointer: empty, or it starts with /';
}

const type: Matcher = {
  fault: typeFault,
  words: (name: string) => FORMS.get(name)?.words ?? name,
  judge: (name: string, actual) => FORMS.get(name)?.holds(actual) === true,
};

const regex: Matcher = {
  fault: (operand) => (typeof operand === 'string' ? regexFault(operand) : 'needs a regular expression'),
  words: (source: string) => `a text that matches ${source}`,
  judge: (source: string, actual) => {
    const matched = typeof actual === 'string' && matchesRegex(source, actual);
    if (typeof matched === 'boolean') return matched;
    throw new Unanswerable(matched.fault);
  },
};

const exact: Matcher = {
  fault: () => undefined,
  words: (value) => `exactly ${excerpt(value)}`,
  compare: (value: unknown, actual, { pointer, depth }, { compareExactly }) =>
    compareExactly(value, actual, pointer, depth),
};

const oneOf: Matcher = {
  fault: (operand) => (Array.isArray(operand) && operand.length > 0 ? undefined : 'needs a list of values'),
  words: (values) => `one of ${excerpt(values)}`,
  judge: (values: readonly unknown[], actual, { work }, depth) =>
    values.some((value) => same(value, actual, work, depth)),
};

const unique: Matcher = {
  fault: pointerFault,
  words: (by: string) => `a list without two elements that are the same${by === '' ? '' : ` at ${by}`}`,
  compare: (by: string, actual, { pointer }, { report, work }) => {
    if (!Array.isArray(actual)) {
      report(pointer, 'a list', actual);
      return;
    }
    const seen = new Map<string, number>();
    for (const [index, element] of actual.entries()) {
      const value = pointed(element, by).value;
      spend(work, 1);
      // Texts and numbers are what ids are made of; two that read the same but differ in type are not the same.
      const key = isObject(value) || Array.isArray(value) ? canonical(value, work) : `${typeof value} ${value}`;
      const first = seen.get(key);
      if (first !== undefined)
        report(step(pointer, index), `another value${by === '' ? '' : ` at ${by}`} than element ${first}`, value);
      else seen.set(key, index);
    }
  },
};

/** Equal texts for equal values. */
function canonical(value: unknown, work: { left: number }, depth = 0): string {
  spend(work, 1);
  if (depth > 100) return '...';
  if (Array.isArray(value)) return `[${value.map((element) => canonical(element, work, depth + 1)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'absent';
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], work, depth + 1)}`).join()}}`;
}

const sorted: Matcher = {
  fault: (operand) => {
    const { by = '', order = 'asc', ...others } = isObject(operand) ? operand : { by: undefined, order: null };
    if (Object.keys(others).length > 0 || !(order === 'asc' || order === 'desc' || isUnfilled(order)))
      return 'needs {by: /pointer, order: asc or desc}, either may be absent';
    return pointerFault(by);
  },
  words: ({ by = '', order = 'asc' }: Sorting) =>
    `a list ${order === 'asc' ? 'that rises' : 'that falls'}${by === '' ? '' : ` at ${by}`}`,
  compare: ({ by = '', order = 'asc' }: Sorting, actual, { pointer }, { report, work }) => {
    if (!Array.isArray(actual)) {
      report(pointer, 'a list', actual);
      return;
    }
    spend(work, actual.length);
    const values = actual.map((element: unknown) => pointed(element, by).value);
    const sign = order === 'asc' ? 1 : -1;
    const at = values.findIndex((value, index) => index > 0 && !inOrder(values[index - 1], value, sign));
    const single = values.length === 1 && !inOrder(values[0], values[0], sign);
    if (single) report(step(pointer, 0), `a number or a text${by === '' ? '' : ` at ${by}`}`, values[0]);
    if (at === -1) return;
    const words = `${order === 'asc' ? 'at least' : 'at most'} ${excerpt(values[at - 1])}`;
    report(
      step(pointer, at),
      `${words}${by === '' ? '' : ` at ${by}`}: the list ${order === 'asc' ? 'rises' : 'falls'}`,
      values[at],
    );
  },
};

/** Numbers by size, texts by code units; a number and a text have no order. */
function inOrder(before: unknown, after: unknown, sign: 1 | -1): boolean {
  if (isNumber(before) && isNumber(after)) return sign === 1 ? before <= after : before >= after;
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return sign === 1 ? before <= after : before >= after;
}

export const VALUE_MATCHERS: readonly (readonly [string, Matcher])[] = [
  ['$type', type],
  ['$gt', compared('above', (actual, limit) => actual > limit)],
  ['$gte', compared('of at least', (actual, limit) => actual >= limit)],
  ['$lt', compared('below', (actual, limit) => actual < limit)],
  ['$lte', compared('of at most', (actual, limit) => actual <= limit)],
  [
    '$range',
    paired(
      ([a, b]) => `a number from ${a} to ${b}`,
      (actual, [a, b]) => actual >= a && actual <= b,
    ),
  ],
  [
    '$near',
    paired(
      ([a, by]) => `a number within ${by} of ${a}`,
      (actual, [a, by]) => Math.abs(actual - a) <= by,
    ),
  ],
  ['$match', regex],
  ['$exact', exact],
  ['$in', oneOf],
  ['$unique', unique],
  ['$sorted', sorted],
  ['$absent', flag('nothing', (actual) => actual === undefined)],
  ['$present', flag('a value, null or other', (actual) => actual !== undefined)],
];
