/** scenarios/expression/list-functions: lists, objects, and values of any kind. */

import { isObject } from '../../base/json.ts';
import { pointed } from '../../base/json-pointer.ts';
import { byCodeUnit } from '../../wire/pattern/collation.ts';
import { spend, type Work } from '../../wire/pattern/work.ts';
import { aList, aNumber, anything, aText } from './arguments.ts';
import { type Functions, one, two } from './function.ts';
import { ExpressionError } from './trouble.ts';
import { finite, kindOf } from './values.ts';

/** Elements of a list, keys of an object, characters of a text. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  throw new ExpressionError(`needs a list, an object or a text, not ${kindOf(value)}`);
}

function lastOf(list: readonly unknown[]): unknown {
  if (list.length > 0) return list.at(-1);
  throw new ExpressionError('needs a list that is not empty');
}

/** Numbers by size, or texts by code units; not both. */
function sorted(list: readonly unknown[], work: Work): readonly unknown[] {
  spend(work, list.length);
  if (list.every((value) => typeof value === 'number')) return list.toSorted((a, b) => a - b);
  if (list.every((value) => typeof value === 'string')) return list.toSorted(byCodeUnit);
  throw new ExpressionError('needs a list of numbers or a list of texts');
}

function keysOf(value: unknown, work: Work): readonly unknown[] {
  if (!isObject(value)) throw new ExpressionError(`needs an object, not ${kindOf(value)}`);
  return sorted(Object.keys(value), work);
}

function pointerOf(value: unknown, pointer: string): unknown {
  if (!/^(?:\/|$)/.test(pointer)) throw new ExpressionError('needs a JSON pointer: empty, or it starts with /');
  const { found, value: there } = pointed(value, pointer);
  if (found && there !== undefined) return there;
  throw new ExpressionError(`there is nothing at ${pointer.slice(0, 100)}`);
}

function sumOf(list: readonly unknown[]): number {
  return finite(
    list.map(aNumber).reduce((sum, value) => sum + value, 0),
    'the sum',
  );
}

/** The name that JSON has for the kind of a value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export const LIST_FUNCTIONS: Functions = {
  size: one(anything, sizeOf),
  sum: one(aList, sumOf),
  last: one(aList, lastOf),
  sorted: one(aList, sorted),
  /** Sorted, so that results do not depend on the order of keys in an object. */
  keys: one(anything, keysOf),
  pointer: two(anything, aText, pointerOf),
  type: one(anything, typeOf),
};
