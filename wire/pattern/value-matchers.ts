/** wire/pattern/value-matchers: the matchers whose operands are values: `$type`, `$gt`, `$match`, `$in`, ... */
import { didYouMean } from '../../base/closest.ts';
import { isClose } from './closeness.ts';
import { FORMS } from './forms.ts';
import { excerpt, isNumber, isUnfilled, type Matcher, type Matchers, same, UnusablePattern } from './matcher.ts';
import { matchesRegex, regexFault } from './regex.ts';

type Pair = readonly [number, number];

/** `$gt` and similar: `sign` in words, and the relation of the value to the limit. */
function compared(sign: string, holds: (actual: number, limit: number) => boolean): Matcher {
  return {
    fault: (operand) => (isNumber(operand) ? undefined : 'needs a number'),
    words: (limit: number) => `a number ${sign} ${limit}`,
    judge: (limit: number, actual) => isNumber(actual) && holds(actual, limit),
  };
}

function pairFault(operand: unknown) {
  return Array.isArray(operand) && operand.length === 2 && operand.every((part) => isNumber(part) || isUnfilled(part))
    ? undefined
    : 'needs a list of two numbers';
}

function paired(words: (pair: Pair) => string, holds: (actual: number, pair: Pair) => boolean): Matcher {
  return {
    fault: pairFault,
    words,
    judge: (pair: Pair, actual) => isNumber(actual) && holds(actual, pair),
  };
}

const within = paired(
  ([a, by]) => `a number within ${by} of ${a}`,
  (actual, [a, by]) => Math.abs(actual - a) <= by,
);

/** A matcher whose operand is always `true`. */
function flag(words: string, judge: (actual: unknown) => boolean): Matcher {
  return {
    fault: (operand) => (operand === true ? undefined : 'needs true'),
    words: () => words,
    judge: (_: true, actual) => judge(actual),
  };
}

/** The values of an operand as a set, made once. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

function setOf(values: readonly unknown[]): ReadonlySet<unknown> {
  const set = sets.get(values) ?? new Set(values);
  sets.set(values, set);
  return set;
}

export const VALUE_MATCHERS: Matchers = {
  $type: {
    fault: (operand) => {
      if (typeof operand === 'string' && FORMS.has(operand)) return undefined;
      const known = [...FORMS.keys()];
      return `needs one of ${known.join(', ')}${typeof operand === 'string' ? didYouMean(': ', operand, known) : ''}`;
    },
    words: (name: string) => FORMS.get(name)?.words ?? name,
    judge: (name: string, actual) => FORMS.get(name)?.holds(actual) === true,
  },
  $gt: compared('above', (actual, limit) => actual > limit),
  $gte: compared('of at least', (actual, limit) => actual >= limit),
  $lt: compared('below', (actual, limit) => actual < limit),
  $lte: compared('of at most', (actual, limit) => actual <= limit),
  $range: paired(
    ([a, b]) => `a number from ${a} to ${b}`,
    (actual, [a, b]) => actual >= a && actual <= b,
  ),
  /** A number alone means: but for the noise of binary floating point. */
  $near: {
    fault: (operand) => (isNumber(operand) || isUnfilled(operand) ? undefined : pairFault(operand)),
    words: (operand: number & Pair, say) => (isNumber(operand) ? excerpt(operand) : within.words(operand, say)),
    judge: (operand: number & Pair, actual, comparison, depth) =>
      isNumber(operand)
        ? isNumber(actual) && isClose(actual, operand)
        : within.judge?.(operand, actual, comparison, depth) === true,
  },
  $match: {
    fault: (operand) => (typeof operand === 'string' ? regexFault(operand) : 'needs a regular expression'),
    words: (source: string) => `a text that matches ${source}`,
    judge: (source: string, actual, { work }) => {
      const matched = typeof actual === 'string' && matchesRegex(source, actual, work);
      if (typeof matched === 'boolean') return matched;
      throw new UnusablePattern(matched.fault);
    },
  },
  $exact: {
    words: (value) => `exactly ${excerpt(value)}`,
    compare: (value: unknown, actual, { pointer, depth }, { compareExactly }) =>
      compareExactly(value, actual, pointer, depth),
  },
  $in: {
    fault: (operand) => (Array.isArray(operand) && operand.length > 0 ? undefined : 'needs a list of values'),
    words: (values) => `one of ${excerpt(values)}`,
    judge: (values: readonly unknown[], actual, { work }, depth) =>
      typeof actual === 'object' && actual !== null
        ? values.some((value) => same(value, actual, work, depth))
        : setOf(values).has(actual),
  },
  $absent: flag('nothing', (actual) => actual === undefined),
  $present: flag('a value, null or other', (actual) => actual !== undefined),
};
