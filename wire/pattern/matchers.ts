/** wire/pattern/matchers: every matcher by its name, patterns in words, and `$sorted`: a list in the order of a key. */
import { isObject } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import { isClose } from './closeness.ts';
import { byCodeUnit, COLLATIONS, type Collation, momentOf } from './collation.ts';
import { hasOnly, LIST_MATCHERS, ofList } from './list-matchers.ts';
import { excerpt, isNumber, isPointer, isUnfilled, type Matcher, matcherName, numberIn } from './matcher.ts';
import { MEANING_MATCHERS } from './meaning-matchers.ts';
import { PATTERN_MATCHERS } from './pattern-matchers.ts';
import { VALUE_MATCHERS } from './value-matchers.ts';

/** `as`: decimal texts by their number, texts that are moments by their instant, or texts by any one collation. */
export type SortKey = {
  readonly by?: string;
  readonly order?: 'asc' | 'desc';
  readonly as?: 'number' | 'moment' | 'text';
};

const AS: readonly unknown[] = [undefined, 'number', 'moment', 'text'];

function isKey(operand: unknown) {
  if (!isObject(operand)) return false;
  const { by = '', order = 'asc', as, ...others } = operand;
  const isOrder = order === 'asc' || order === 'desc' || isUnfilled(order);
  return Object.keys(others).length === 0 && AS.includes(as) && isOrder && isPointer(by);
}

function keyWords({ by = '', order = 'asc', as }: SortKey) {
  const words = { number: ', by number', moment: ', by moment', text: ', as texts' };
  return `${order === 'asc' ? 'rises' : 'falls'}${by === '' ? '' : ` at ${by}`}${as === undefined ? '' : words[as]}`;
}

export function sortValue(element: unknown, { by = '', as }: SortKey): unknown {
  const { value } = pointed(element, by);
  if (as === 'number') return numberIn(value);
  if (as !== 'moment' || typeof value !== 'string') return value;
  const moment = momentOf(value);
  return Number.isNaN(moment) ? value : moment;
}

/** An unknown moment may be anywhere. */
export const isUnknown = (value: unknown): boolean => value === '' || value === null;

/** Negative if `left` comes first, 0 for a tie, undefined if the two have no order. Numbers tie up to noise. */
export function relation(left: unknown, right: unknown, collate: Collation): number | undefined {
  if (isNumber(left) && isNumber(right)) return isClose(left, right) ? 0 : left - right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return typeof left === 'string' && typeof right === 'string' ? collate(left, right) : undefined;
}

/** The first element that breaks the order. A single element only needs values that have an order. */
function firstBreak(
  keys: readonly SortKey[],
  rows: readonly (readonly unknown[])[],
  collate: Collation,
): { readonly at: number; readonly key: SortKey } | undefined {
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (before === undefined && rows.length > 1) continue;
    for (const [index, key] of keys.entries()) {
      const found = relation((before ?? row)[index], row[index], key.as === 'text' ? collate : byCodeUnit);
      const signed = found === undefined || key.order !== 'desc' ? found : -found;
      if (signed === undefined || signed > 0) return { at, key };
      if (signed < 0) break;
    }
  }
  return undefined;
}

const sorted: Matcher = {
  fault: (operand) => {
    const keys = [operand].flat();
    return keys.length > 0 && keys.every(isKey)
      ? undefined
      : 'needs a JSON pointer: {by: /pointer, order: asc or desc, ' +
          'as: number, moment or text}, each may be absent, or a list of these';
  },
  words: (operand: SortKey | readonly SortKey[]) => `a list that ${[operand].flat().map(keyWords).join(', then ')}`,
  compare: ofList((operand: SortKey | readonly SortKey[], elements, { pointer }, { report }) => {
    const keys = [operand].flat();
    const all = elements.map((element, index) => ({ index, row: keys.map((key) => sortValue(element, key)) }));
    const known = all.filter(({ row }) => !keys.some(({ as }, at) => as === 'moment' && isUnknown(row[at])));
    const rows = known.map(({ row }) => row);
    const collations = keys.some(({ as }) => as === 'text') ? COLLATIONS : [byCodeUnit];
    const breaks = collations.map((collate) => firstBreak(keys, rows, collate));
    const [first] = breaks;
    if (first === undefined || breaks.includes(undefined)) return;
    const { at, key } = first;
    const { by = '', order = 'asc' } = key;
    const place = known[at]?.index ?? 0;
    const [previous, value] = [known[at - 1]?.index ?? -1, place].map((index) => pointed(elements[index], by).value);
    const words = `${order === 'asc' ? 'at least' : 'at most'} ${excerpt(previous)}: the list ${keyWords(key)}`;
    report(`${pointerTo(pointer, place)}${by}`, at === 0 ? 'a value that has an order' : words, value);
  }),
};

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

export const MATCHERS: ReadonlyMap<string, Matcher> = new Map(
  Object.entries({
    ...VALUE_MATCHERS,
    $joined: joined,
    ...LIST_MATCHERS,
    $sorted: sorted,
    ...MEANING_MATCHERS,
    ...PATTERN_MATCHERS,
  }),
);

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
  if (matcher === undefined || matcher.fault?.(operand) !== undefined) return excerpt(pattern);
  return matcher.words(operand as never, (inner) => sayWithin(inner, depth + 1)).replace(/\s+/g, ' ');
}
