/** wire/pattern/match: compares any value with a pattern in bounded time. An object of one `$` key is a matcher. */

import { closest } from '../../base/closest.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import {
  type At,
  type Comparison,
  checkDepth,
  type Difference,
  excerpt,
  matcherName,
  sameScalar,
  spend,
  TooMuchWork,
  UnusablePattern,
  type Work,
} from './matcher.ts';
import { MATCHERS, say } from './matchers.ts';

export const MISMATCHES_MAX = 20;
const WORK_MAX = 4_000_000;
/** The search for the nearest element only improves a message. */
const WORK_FOR_WORDS = 100_000;

/** Receives a mismatch; returns false when no more are wanted. */
type Report = (pointer: string, expected: string, actual: unknown) => void;

/** Thrown at the first mismatch by a comparison without a report. */
class Mismatch extends Error {}

/** At most twenty differences, in order; none if it matches. A missing value is `undefined`. */
export function match(pattern: unknown, actual: unknown): readonly Difference[] {
  return mismatches(pattern, actual, { left: WORK_MAX });
}

/** True if `match` finds no difference. It makes no words, which cost more than the comparison. */
export function matches(pattern: unknown, actual: unknown): boolean {
  try {
    return fits(pattern, actual, 0, comparisonOf({ left: WORK_MAX }, atFirst, noWords));
  } catch (error) {
    if (error instanceof UnusablePattern || error instanceof TooMuchWork) return false;
    throw error;
  }
}

function mismatches(pattern: unknown, actual: unknown, work: Work): readonly Difference[] {
  const found: Difference[] = [];
  const report: Report = (pointer, expected, value) => {
    if (found.length < MISMATCHES_MAX) found.push({ pointer, expected, actual: excerpt(value) });
  };
  try {
    comparisonOf(work, report, say).compare(pattern, actual, '', 0);
  } catch (error) {
    if (error instanceof UnusablePattern) report('', error.message, actual);
    else if (error instanceof TooMuchWork) report('', `a value that can be compared: this is ${error.message}`, actual);
    else throw error;
  }
  return found;
}

function comparisonOf(work: Work, report: Report, inWords: (pattern: unknown) => string): Comparison {
  let silent: Comparison | undefined;
  const comparison: Comparison = {
    work,
    report,
    say: inWords,
    compare: (pattern, actual, pointer, depth) => compare(pattern, actual, { pointer, depth }, comparison),
    compareExactly: (expected, actual, pointer, depth) =>
      compareExactly(expected, actual, { pointer, depth }, comparison),
    fits(pattern, actual, depth) {
      silent ??= report === atFirst ? comparison : comparisonOf(work, atFirst, noWords);
      return fits(pattern, actual, depth, silent);
    },
    relocated: (place) =>
      comparisonOf(work, (pointer, expected, actual) => report(place(pointer), expected, actual), inWords),
    nearest: inWords === noWords ? noWords : nearest,
  };
  return comparison;
}

const MISMATCH = new Mismatch('no match');
/** Skip the words: they cost more than the comparison, and these are never printed. */
const noWords = () => '';

const atFirst: Report = () => {
  throw MISMATCH;
};

/** `silent`: a comparison that ends at the first mismatch. Its exception is slow. */
function fits(pattern: unknown, actual: unknown, depth: number, silent: Comparison): boolean {
  spend(silent.work, 1);
  checkDepth(depth);
  const name = matcherName(pattern);
  if (name === undefined && !Array.isArray(pattern)) {
    if (!isObject(pattern)) return sameScalar(pattern, actual);
    const keys = plainKeys(pattern);
    return isObject(actual) && keys.every((key) => fits(pattern[key], own(actual, key), depth + 1, silent));
  }
  const at = { pointer: '', depth };
  try {
    if (name === undefined) compareList(pattern as readonly unknown[], actual, at, silent, silent.compare);
    else return judgeMatcher(name, (pattern as JsonObject)[name], actual, at, silent);
    return true;
  } catch (error) {
    if (error === MISMATCH) return false;
    throw error;
  }
}

function nearest(pattern: unknown, elements: readonly unknown[]): string {
  const work = { left: WORK_FOR_WORDS };
  return nearestElement(pattern, elements, (element) => mismatches(pattern, element, work));
}

function compare(pattern: unknown, actual: unknown, at: At, comparison: Comparison) {
  spend(comparison.work, 1);
  checkDepth(at.depth);
  const name = matcherName(pattern);
  if (name !== undefined) return compareMatcher(name, (pattern as JsonObject)[name], actual, at, comparison);
  if (Array.isArray(pattern)) return compareList(pattern, actual, at, comparison, comparison.compare);
  if (isObject(pattern)) return compareObject(pattern, actual, at, comparison);
  if (!sameScalar(pattern, actual)) comparison.report(at.pointer, comparison.say(pattern), actual);
}

function compareMatcher(name: string, operand: unknown, actual: unknown, at: At, comparison: Comparison) {
  if (!judgeMatcher(name, operand, actual, at, comparison))
    comparison.report(at.pointer, comparison.say({ [name]: operand }), actual);
}

/** The judgement of a matcher that has one; true for one that reports its differences. */
function judgeMatcher(name: string, operand: unknown, actual: unknown, at: At, comparison: Comparison): boolean {
  const matcher = MATCHERS.get(name);
  const fault = matcher === undefined ? 'is no matcher' : matcher.fault?.(operand);
  if (matcher === undefined || fault !== undefined)
    throw new UnusablePattern(`a pattern that can be read: ${excerpt(name)} ${fault}`);
  // `fault` has just validated the operand.
  const checked = operand as never;
  if (matcher.compare === undefined) return matcher.judge?.(checked, actual, comparison, at.depth) === true;
  matcher.compare(checked, actual, at, comparison);
  return true;
}

const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** The keys of a pattern that is an object without a matcher. */
function plainKeys(pattern: JsonObject): readonly string[] {
  const keys = Object.keys(pattern);
  const stranger = keys.find((key) => key.startsWith('$'));
  if (stranger === undefined) return keys;
  throw new UnusablePattern(`a pattern that can be read: ${excerpt(stranger)} must be the only key of its object`);
}

function compareObject(pattern: JsonObject, actual: unknown, at: At, { compare, report, say: inWords }: Comparison) {
  const keys = plainKeys(pattern);
  if (!isObject(actual)) return report(at.pointer, inWords(pattern), actual);
  for (const key of keys) {
    compare(pattern[key], own(actual, key), report === atFirst ? '' : pointerTo(at.pointer, key), at.depth + 1);
  }
}

/** Element by element with `each`, and then the lengths. */
function compareList(
  expected: readonly unknown[],
  actual: unknown,
  at: At,
  { report }: Comparison,
  each: Comparison['compare'],
) {
  if (!Array.isArray(actual)) return report(at.pointer, `a list of ${expected.length}`, actual);
  if (actual.length !== expected.length)
    report(at.pointer, `a list of ${expected.length}, not ${actual.length}`, actual);
  const both = Math.min(expected.length, actual.length);
  for (let index = 0; index < both; index += 1)
    each(expected[index], actual[index], pointerTo(at.pointer, index), at.depth + 1);
}

function compareExactly(expected: unknown, actual: unknown, at: At, comparison: Comparison) {
  const { compareExactly: again, report, work } = comparison;
  spend(work, 1);
  checkDepth(at.depth);
  if (Array.isArray(expected)) return compareList(expected, actual, at, comparison, again);
  if (!isObject(expected)) {
    if (!sameScalar(expected, actual)) report(at.pointer, excerpt(expected), actual);
    return;
  }
  if (!isObject(actual)) return report(at.pointer, `exactly ${excerpt(expected)}`, actual);
  for (const key of Object.keys(expected)) {
    again(expected[key], own(actual, key), pointerTo(at.pointer, key), at.depth + 1);
  }
  for (const key of Object.keys(actual)) {
    if (!Object.hasOwn(expected, key)) report(pointerTo(at.pointer, key), 'nothing', actual[key]);
  }
}

/** More elements are not looked at. */
const LOOKED_AT = 200;
const TEXT_MAX = 100;

/** Ends a message: `; nearest is element 3, but for /size: 5`. Empty if no element is like the pattern at all. */
function nearestElement(
  pattern: unknown,
  elements: readonly unknown[],
  differencesOf: (element: unknown) => readonly Difference[],
): string {
  const all = elements.slice(0, LOOKED_AT);
  if (typeof pattern === 'string') return nearestText(pattern, all);
  let best: { readonly index: number; readonly found: readonly Difference[] } | undefined;
  for (const [index, element] of all.entries()) {
    const found = differencesOf(element);
    // A value that differs as a whole is no nearer than any other.
    if (found.some(({ pointer }) => pointer === '')) continue;
    if (best === undefined || found.length < best.found.length) best = { index, found };
  }
  if (best === undefined) return '';
  const amiss = best.found.slice(0, 3).map(({ pointer, actual }) => `${pointer}: ${actual}`);
  return `; nearest is element ${best.index}, but for ${amiss.join(', ')}`;
}

function nearestText(wanted: string, elements: readonly unknown[]): string {
  const texts = elements.filter((element) => typeof element === 'string' && element.length <= TEXT_MAX);
  const [nearest] = closest(wanted.slice(0, TEXT_MAX), texts as readonly string[], 1);
  return nearest === undefined ? '' : `; nearest is ${excerpt(nearest)}`;
}
