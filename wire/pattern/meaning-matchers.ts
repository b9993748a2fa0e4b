/** wire/pattern/meaning-matchers: matchers that compare what values mean: `$same`, `$agrees`, `$moment`, ... */

import { isIsoMoment } from '../../base/iso-moment.ts';
import { isObject, type JsonObject, parseJson } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import { isClose } from './closeness.ts';
import { isSameMoment, momentOf } from './collation.ts';
import { hasOnly } from './list-matchers.ts';
import {
  type Comparison,
  checkDepth,
  excerpt,
  isNumber,
  isPointer,
  isUnfilled,
  type Matcher,
  type Matchers,
  numberIn,
  sameScalar,
  spend,
} from './matcher.ts';

/** Digits alone may be an id. */
export function isMomentText(text: string): boolean {
  return /\D/.test(text) && (/^\d{4}-\d{2}-\d{2}/.test(text) || isIsoMoment(text));
}

/** Numbers but for noise, moments by their instant, other scalars as they are. */
function meansScalar(expected: unknown, actual: unknown): boolean {
  if (isNumber(expected) && isNumber(actual)) return isClose(expected, actual);
  if (sameScalar(expected, actual)) return true;
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  return isMomentText(expected) && isMomentText(actual) && momentOf(expected) === momentOf(actual);
}

/** Fields that may say when a view was read, and so differ while nothing has changed. */
export const VOLATILE: ReadonlySet<string> = new Set(['timestamp', 'hash']);

const NONE: ReadonlySet<string> = new Set();

type Meant = { readonly pointer: string; readonly depth: number; readonly but: ReadonlySet<string> };

function compareMeaning(expected: unknown, actual: unknown, at: Meant, all: Comparison) {
  spend(all.work, 1);
  checkDepth(at.depth);
  const isList = Array.isArray(expected);
  if (isList ? Array.isArray(actual) : isObject(expected) && isObject(actual))
    comparePartsOf(expected as JsonObject, actual as JsonObject, at, all);
  else if (isList || isObject(expected) || !meansScalar(expected, actual))
    all.report(at.pointer, excerpt(expected), actual);
}

function comparePartsOf(ours: JsonObject, theirs: JsonObject, { pointer, depth, but }: Meant, all: Comparison) {
  for (const key of Object.keys(ours)) {
    if (but.has(key)) continue;
    const found = Object.hasOwn(theirs, key) ? theirs[key] : undefined;
    compareMeaning(ours[key], found, { pointer: pointerTo(pointer, key), depth: depth + 1, but }, all);
  }
  for (const key of Object.keys(theirs)) {
    if (!but.has(key) && !Object.hasOwn(ours, key)) all.report(pointerTo(pointer, key), 'nothing', theirs[key]);
  }
}

function sameBut(but: ReadonlySet<string>): Matcher {
  return {
    words: excerpt,
    compare: (value: unknown, actual, at, comparison) => compareMeaning(value, actual, { ...at, but }, comparison),
  };
}

function formOf(value: unknown) {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Milliseconds of a moment: an ISO text, or Unix seconds or milliseconds as a number or in digits. */
function instantOf(value: unknown): number | undefined {
  const number = numberIn(value);
  if (isNumber(number)) return Math.abs(number) < 1e11 ? number * 1000 : number;
  const moment = typeof value === 'string' ? momentOf(value) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

const RELATIONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right && !isClose(left, right),
  '<=': (left, right) => left <= right || isClose(left, right),
  '=': isClose,
  '!=': (left, right) => !isClose(left, right),
  '>=': (left, right) => left >= right || isClose(left, right),
  '>': (left, right) => left > right && !isClose(left, right),
};

type Relation = Readonly<{
  left: string;
  is: string;
  right: string;
  as?: 'moment' | 'count';
  times?: number;
  plus?: number;
}>;

/** The right side of a relation in words. */
function rightWords({ right, times = 1, plus = 0 }: Relation) {
  return `${right}${times === 1 ? '' : ` * ${times}`}${plus === 0 ? '' : ` + ${plus}`}`;
}

function sideOf(value: unknown, as: Relation['as']): unknown {
  if (as === 'moment') return instantOf(value);
  const list = as === 'count' && typeof value === 'string' ? parseJson(value) : value;
  if (Array.isArray(list)) return list.length;
  return as === 'count' ? value : numberIn(value);
}

const isAbsentOrNumber = (value: unknown) => value === undefined || isNumber(value);

export const MEANING_MATCHERS: Matchers = {
  $same: sameBut(NONE),
  $sameView: sameBut(VOLATILE),
  /** The common values of two views: one that a view lacks, or has in another type, is a matter of its shape. */
  $agrees: {
    words: (value) => `${excerpt(value)}, as in the other view`,
    compare: (value: unknown, actual, at, comparison) => {
      if (actual === undefined || value === undefined) return;
      if (actual === null || value === null || formOf(actual) === formOf(value))
        compareMeaning(value, actual, { ...at, but: NONE }, comparison);
    },
  },
  /** A text, or a pattern for the text in lower case. */
  $caseless: {
    words: (pattern: unknown, say) => `${say(pattern)}, in any letter case`,
    judge: (pattern: unknown, actual, { fits }, depth) =>
      typeof actual === 'string' &&
      fits(typeof pattern === 'string' ? pattern.toLowerCase() : pattern, actual.toLowerCase(), depth + 1),
  },
  $moment: {
    words: (operand: unknown, say) => `the moment ${say(operand)}`,
    judge: (operand: unknown, actual, { fits }, depth) => {
      if (typeof operand === 'string' && typeof actual === 'string') return isSameMoment(operand, actual);
      const instant = instantOf(actual);
      return instant !== undefined && fits(operand, instant, depth + 1);
    },
  },
  /** Two fields of an object: `{left: /a, is: '>=', right: /b, as: moment}`; `times` and `plus` alter the right one. */
  $relation: {
    fault: (operand) =>
      hasOnly(operand, {
        left: isPointer,
        is: (is) => isUnfilled(is) || Object.hasOwn(RELATIONS, String(is)),
        right: isPointer,
        as: (as) => [undefined, 'moment', 'count'].includes(as as Relation['as']),
        times: isAbsentOrNumber,
        plus: isAbsentOrNumber,
      })
        ? undefined
        : `needs {left: /pointer, is: one of ${Object.keys(RELATIONS).join(' ')}, right: /pointer}, ` +
          'as: moment for moments or count for lists, times and plus: numbers',
    words: (relation: Relation) => `an object with ${relation.left} ${relation.is} ${rightWords(relation)}`,
    compare: (relation: Relation, actual, { pointer }, { report }) => {
      const { left, is, right, as, times = 1, plus = 0 } = relation;
      const [found, limit] = [left, right].map((place) => pointed(actual, place).value);
      const [one, other] = [found, limit].map((value) => sideOf(value, as));
      if (isNumber(one) && isNumber(other) && RELATIONS[is]?.(one, other * times + plus)) return;
      report(`${pointer}${left}`, `${is} ${rightWords(relation)}, where ${right} is ${excerpt(limit)}`, found);
    },
  },
};
