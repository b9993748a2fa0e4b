/** wire/pattern/list-matchers: the matchers that compare the elements of a list with each other: `$unique`, `$sorted`. */
import { isObject } from '../../spec/json.ts';
import { pointed, pointerTo } from '../../spec/json-pointer.ts';
import { isDecimal } from '../../spec/resources/resource.ts';
import { excerpt } from './excerpt.ts';
import { isNumber, isUnfilled, type Matcher } from './matcher.ts';
import { spend, type Work } from './work.ts';

type Sorting = { readonly by?: string; readonly order?: 'asc' | 'desc'; readonly as?: 'number' };

function pointerFault(operand: unknown): string | undefined {
  return typeof operand === 'string' && /^(?:\/|$)/.test(operand)
    ? undefined
    : 'needs a JSON pointer: empty, or it starts with /';
}

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
      const { found, value } = pointed(element, by);
      spend(work, 1);
      const at = `${pointerTo(pointer, index)}${by}`;
      // Elements without a value are not distinct.
      if (!found) {
        report(at, 'a value, another in each element', undefined);
        continue;
      }
      // Ids are texts or numbers; equal spellings of different types are distinct.
      const key = isObject(value) || Array.isArray(value) ? canonical(value, work) : `${typeof value} ${value}`;
      const first = seen.get(key);
      if (first !== undefined) report(at, `another value than element ${first} has`, value);
      else seen.set(key, index);
    }
  },
};

/** Equal texts for equal values. */
function canonical(value: unknown, work: Work, depth = 0): string {
  spend(work, 1);
  if (depth > 100) return '...';
  if (Array.isArray(value)) return `[${value.map((element) => canonical(element, work, depth + 1)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'absent';
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], work, depth + 1)}`).join()}}`;
}

const sorted: Matcher = {
  fault: (operand) => {
    const { by = '', order = 'asc', as = 'number', ...others } = isObject(operand) ? operand : { order: null };
    if (
      Object.keys(others).length > 0 ||
      as !== 'number' ||
      !(order === 'asc' || order === 'desc' || isUnfilled(order))
    )
      return 'needs {by: /pointer, order: asc or desc, as: number}, each may be absent';
    return pointerFault(by);
  },
  words: ({ by = '', order = 'asc', as }: Sorting) =>
    `a list ${order === 'asc' ? 'that rises' : 'that falls'}${by === '' ? '' : ` at ${by}`}${as === undefined ? '' : ', by number'}`,
  compare: ({ by = '', order = 'asc', as }: Sorting, actual, { pointer }, { report, work }) => {
    if (!Array.isArray(actual)) {
      report(pointer, 'a list', actual);
      return;
    }
    spend(work, actual.length);
    const found = actual.map((element: unknown) => pointed(element, by).value);
    const values = as === undefined ? found : found.map(numberIn);
    const sign = order === 'asc' ? 1 : -1;
    const at = values.findIndex((value, index) => index > 0 && !inOrder(values[index - 1], value, sign));
    const single = values.length === 1 && !inOrder(values[0], values[0], sign);
    if (single) report(`${pointerTo(pointer, 0)}${by}`, 'a number or a text', values[0]);
    if (at === -1) return;
    const words = `${order === 'asc' ? 'at least' : 'at most'} ${excerpt(values[at - 1])}`;
    report(`${pointerTo(pointer, at)}${by}`, `${words}: the list ${order === 'asc' ? 'rises' : 'falls'}`, values[at]);
  },
};

/** The number in a decimal text; any other value as it is. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && isDecimal(value) ? Number(value) : value;
}

/** Numbers by size, texts by code units; a number and a text have no order. */
function inOrder(before: unknown, after: unknown, sign: 1 | -1): boolean {
  if (isNumber(before) && isNumber(after)) return sign === 1 ? before <= after : before >= after;
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return sign === 1 ? before <= after : before >= after;
}

export const LIST_MATCHERS: readonly (readonly [string, Matcher])[] = [
  ['$unique', unique],
  ['$sorted', sorted],
];
