/** wire/pattern/matchers: every matcher by its name, and patterns in words. */
import { isObject } from '../../base/json.ts';
import { pointed } from '../../base/json-pointer.ts';
import { excerpt } from './excerpt.ts';
import { hasOnly, LIST_MATCHERS } from './list-matchers.ts';
import { isNumber, isPointer, type Matcher, matcherName } from './matcher.ts';
import { MEANING_MATCHERS } from './meaning-matchers.ts';
import { PATTERN_MATCHERS } from './pattern-matchers.ts';
import { SORTED_MATCHERS } from './sorted-matcher.ts';
import { VALUE_MATCHERS } from './value-matchers.ts';

type Joined = { readonly at: string; readonly of: readonly (string | number)[] };

/** A text of other fields: `{at: /asset, of: [/conditionId, ':', /outcomeIndex]}`; other parts are themselves. */
const joined: Matcher = {
  fault: (operand) =>
    hasOnly(operand, {
      at: isPointer,
      of: (of) => Array.isArray(of) && of.every((part) => typeof part === 'string' || isNumber(part)),
    })
      ? undefined
      : 'needs {at: /pointer, of: [/pointers and texts]}',
  words: ({ at, of }: Joined) => `an object with ${of.join('')} at ${at}`,
  compare: ({ at, of }: Joined, actual, { pointer }, { report }) => {
    const parts = of.map((part) => (String(part).startsWith('/') ? pointed(actual, String(part)).value : part));
    const { value } = pointed(actual, at);
    if (parts.includes(undefined) || value !== parts.join(''))
      report(`${pointer}${at}`, excerpt(parts.join('')), value);
  },
};

const FIELD_MATCHERS: readonly (readonly [string, Matcher])[] = [['$joined', joined]];

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
