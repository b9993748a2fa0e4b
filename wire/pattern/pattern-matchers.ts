/** wire/pattern/pattern-matchers: the matchers whose operands are patterns: `$each`, `$unordered`, `$not`, ... */

import { isObject, parseJson } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import { bipartiteMatch } from './bipartite-match.ts';
import { FORMS } from './forms.ts';
import { eachLike } from './list-matchers.ts';
import { type At, type Comparison, isNumber, type Matcher, type Matchers, matcherName, spend } from './matcher.ts';

type Patterns = readonly unknown[];

const somePatterns = {
  fault: (operand: unknown) => (Array.isArray(operand) && operand.length > 0 ? undefined : 'needs a list of patterns'),
  holds: 'patterns',
} as const;

function containsTexts(patterns: Patterns, actual: string, { pointer }: At, { report, say, work }: Comparison) {
  for (const part of patterns) {
    spend(work, 1);
    if (typeof part !== 'string' || !actual.includes(part)) report(pointer, `a text with ${say(part)} in it`, actual);
  }
}

/** `$each` needs an element, because an empty list proves nothing about its elements; `$every` does not. */
function eachOf(isEmptyFine: boolean): Matcher {
  return {
    holds: 'pattern',
    words: (pattern, say) => `a list${isEmptyFine ? '' : ', not empty,'} of which each is ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { compare, report }) => {
      if (!Array.isArray(actual) || (actual.length === 0 && !isEmptyFine))
        return report(pointer, isEmptyFine ? 'a list' : 'a list that is not empty', actual);
      for (const [index, element] of actual.entries()) compare(pattern, element, pointerTo(pointer, index), depth + 1);
    },
  };
}

/** True for a pattern that judges missing values. */
function asksForPresence(pattern: unknown) {
  switch (matcherName(pattern)) {
    case '$absent':
    case '$present':
      return true;
    case '$not':
    case '$any':
    case '$all':
      return Object.values(pattern as object)
        .flat()
        .some(asksForPresence);
    default:
      return false;
  }
}

/** The finest unit of money in use is 1e-18. */
const UNITS = Array.from({ length: 19 }, (_, digits) => 10 ** digits);

export const PATTERN_MATCHERS: Matchers = {
  $contains: {
    ...somePatterns,
    words: (patterns: Patterns, say) => `something with ${patterns.map(say).join(' and ')}`,
    compare: (patterns: Patterns, actual, at, comparison) => {
      if (typeof actual === 'string') return containsTexts(patterns, actual, at, comparison);
      const { fits, report, nearest } = comparison;
      if (!Array.isArray(actual)) return report(at.pointer, 'a list or a text', actual);
      for (const pattern of patterns) {
        const found = actual.some((element) => fits(pattern, element, at.depth + 1));
        if (!found)
          report(at.pointer, `a list with ${comparison.say(pattern)} in it${nearest(pattern, actual)}`, actual);
      }
    },
  },
  $unordered: {
    holds: 'patterns',
    fault: (operand) => (Array.isArray(operand) ? undefined : 'needs a list of patterns'),
    words: (patterns: Patterns) => `a list of ${patterns.length}, in any order`,
    compare: (patterns: Patterns, actual, { pointer, depth }, { fits, report, say, work }) => {
      const whole = `a list of ${patterns.length}, in any order`;
      if (!Array.isArray(actual)) return report(pointer, whole, actual);
      // For the table of pairs; the comparisons are counted separately.
      spend(work, (patterns.length * actual.length) / 4);
      const pairs = bipartiteMatch(patterns.length, actual.length, (pattern, element) =>
        fits(patterns[pattern], actual[element], depth + 1),
      );
      for (const [pattern, element] of pairs.entries()) {
        if (element === -1) report(pointer, `an element for itself that is ${say(patterns[pattern])}`, actual);
      }
      const taken = new Set(pairs);
      for (const [index, element] of actual.entries()) {
        if (!taken.has(index)) report(pointerTo(pointer, index), `nothing else in ${whole}`, element);
      }
    },
  },
  $each: eachOf(false),
  $every: eachOf(true),
  /** Elements of other types are a matter of the shape of the list. */
  $objects: {
    holds: 'pattern',
    words: (pattern, say) => `a list of which each object is ${say(pattern)}`,
    compare: (is, actual, at, comparison) => {
      eachLike.compare?.({ of: { $type: 'object' }, is } as never, actual, at, comparison);
    },
  },
  $length: {
    holds: 'pattern',
    words: (pattern, say) => `a list or a text of length ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { fits, report, say }) => {
      const size = Array.isArray(actual) || typeof actual === 'string' ? actual.length : undefined;
      if (size === undefined) report(pointer, `a list or a text of length ${say(pattern)}`, actual);
      else if (!fits(pattern, size, depth + 1)) report(pointer, `length ${say(pattern)}, not ${size}`, actual);
    },
  },
  $keys: {
    holds: 'pattern',
    words: (pattern, say) => `an object whose keys are ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { compare, report }) => {
      if (isObject(actual)) compare(pattern, Object.keys(actual), pointer, depth + 1);
      else report(pointer, 'an object', actual);
    },
  },
  $values: {
    holds: 'pattern',
    words: (pattern, say) => `an object of which each value is ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { compare, report }) => {
      if (!isObject(actual)) report(pointer, 'an object', actual);
      else
        for (const [name, value] of Object.entries(actual))
          compare(pattern, value, pointerTo(pointer, name), depth + 1);
    },
  },
  $not: {
    holds: 'pattern',
    words: (pattern, say) => `not ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { fits, report, say }) => {
      // A missing value never passes, because a misspelt name would always pass.
      if (actual === undefined && !asksForPresence(pattern)) {
        report(pointer, `a value, but not ${say(pattern)}: nothing is there`, actual);
      } else if (fits(pattern, actual, depth + 1)) report(pointer, `not ${say(pattern)}`, actual);
    },
  },
  $any: {
    ...somePatterns,
    words: (patterns: Patterns, say) => patterns.map(say).join(', or '),
    judge: (patterns: Patterns, actual, { fits }, depth) =>
      patterns.some((pattern) => fits(pattern, actual, depth + 1)),
  },
  $all: {
    ...somePatterns,
    words: (patterns: Patterns, say) => patterns.map(say).join(', and '),
    compare: (patterns: Patterns, actual, { pointer, depth }, { compare }) => {
      for (const pattern of patterns) compare(pattern, actual, pointer, depth + 1);
    },
  },
  $implies: {
    fault: (operand) => (Array.isArray(operand) && operand.length === 2 ? undefined : 'needs a list of two patterns'),
    holds: 'patterns',
    words: ([premise, conclusion]: Patterns, say) => `${say(conclusion)} if it is ${say(premise)}`,
    compare: ([premise, conclusion]: Patterns, actual, { pointer, depth }, { compare, fits }) => {
      if (fits(premise, actual, depth + 1)) compare(conclusion, actual, pointer, depth);
    },
  },
  $number: {
    holds: 'pattern',
    words: (pattern, say) => `a decimal number in a text: ${say(pattern)}`,
    judge: (pattern: unknown, actual, { fits }, depth) =>
      FORMS.get('decimal')?.holds(actual) === true && fits(pattern, Number(actual), depth + 1),
  },
  /** For numbers in a unit that nobody states: a dollar, a cent, a millionth, ... */
  $scaled: {
    holds: 'pattern',
    words: (pattern, say) => `${say(pattern)}, or that in a unit that is smaller by a power of ten`,
    judge: (pattern: unknown, actual, { fits }, depth) =>
      isNumber(actual) && UNITS.some((unit) => fits(pattern, actual / unit, depth + 1)),
  },
  $json: {
    holds: 'pattern',
    words: (pattern, say) => `JSON in a text: ${say(pattern)}`,
    compare: (pattern: unknown, actual, { pointer, depth }, { compare, report }) => {
      const value = typeof actual === 'string' ? parseJson(actual) : undefined;
      if (value === undefined) report(pointer, 'JSON in a text', actual);
      else compare(pattern, value, pointer, depth + 1);
    },
  },
};
