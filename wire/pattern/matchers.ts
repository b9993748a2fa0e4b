/** wire/pattern/matchers: every matcher by its name, and patterns in words. */
import { isObject } from '../../base/json.ts';
import { excerpt } from './excerpt.ts';
import { FIELD_MATCHERS } from './field-matchers.ts';
import { LIST_MATCHERS } from './list-matchers.ts';
import { type Matcher, matcherName } from './matcher.ts';
import { MEANING_MATCHERS } from './meaning-matchers.ts';
import { PATTERN_MATCHERS } from './pattern-matchers.ts';
import { SORTED_MATCHERS } from './sorted-matcher.ts';
import { VALUE_MATCHERS } from './value-matchers.ts';

export const MATCHERS: ReadonlyMap<string, Matcher> = new Map([
  ...VALUE_MATCHERS,
  ...FIELD_MATCHERS,
  ...LIST_MATCHERS,
  ...SORTED_MATCHERS,
  ...MEANING_MATCHERS,
  ...PATTERN_MATCHERS,
]);

const WORDS_MAX = 300;
const LEVELS_SAID = 4;

/** A pattern in words, on one line of at most about three hundred characters. */
export function say(pattern: unknown): string {
  const line = sayWithin(pattern, 0);
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX)}...` : line;
}

function sayWithin(pattern: unknown, depth: number): string {
  if (depth > LEVELS_SAID) return '...';
  if (Array.isArray(pattern))
    return `a list of ${pattern.length}${pattern.length === 0 ? '' : `: ${excerpt(pattern)}`}`;
  if (!isObject(pattern)) return excerpt(pattern);
  const name = matcherName(pattern);
  if (name === undefined) return Object.keys(pattern).length === 0 ? 'an object' : `an object with ${excerpt(pattern)}`;
  const matcher = MATCHERS.get(name);
  const operand = pattern[name];
  if (matcher === undefined || matcher.fault(operand) !== undefined) return excerpt(pattern);
  return matcher.words(operand as never, (inner) => sayWithin(inner, depth + 1)).replace(/\s+/g, ' ');
}
