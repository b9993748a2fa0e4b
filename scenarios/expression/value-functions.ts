/** scenarios/expression/value-functions: functions of texts, lists, objects, and values of any kind. */

import { hash } from 'node:crypto';
import { isObject, parseJson } from '../../base/json.ts';
import { pointed } from '../../base/json-pointer.ts';
import { byCodeUnit } from '../../wire/pattern/collation.ts';
import { spend, type Work } from '../../wire/pattern/matcher.ts';
import { matchesRegex } from '../../wire/pattern/regex.ts';
import { type Functions, one, two } from './function.ts';
import { boundedText, checkLength, ExpressionError, finite, kindOf, textOf } from './values.ts';

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

function jsonOf(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new ExpressionError('needs JSON in a text');
}

/** The bytes of a text in UTF-8, from base64 of either alphabet. */
function unbase64(text: string): string {
  checkLength(text.length);
  if (BASE64.test(text)) return Buffer.from(text, 'base64').toString('utf8');
  throw new ExpressionError('needs base64 in a text');
}

function base64(text: string): string {
  checkLength(text.length);
  return boundedText(Buffer.from(text, 'utf8').toString('base64'));
}

/** Of the text in UTF-8, forty small hexadecimal digits. */
function sha1(text: string): string {
  checkLength(text.length);
  return hash('sha1', text, 'hex');
}

/** Elements that are no texts are written as JSON. */
function join(list: readonly unknown[], between: string, work: Work): string {
  const parts = list.map((element) => textOf(element, work));
  checkLength(parts.reduce((sum, part) => sum + part.length + between.length, 0));
  return parts.join(between);
}

function split(text: string, between: string, work: Work): readonly string[] {
  checkLength(text.length);
  const parts = text.split(between);
  spend(work, parts.length);
  return parts;
}

function replace(text: string, part: string, by: string, work: Work) {
  return join(split(text, part, work), by, work);
}

function matches(text: string, source: string, work: Work): boolean {
  const matched = matchesRegex(source, text, work);
  if (typeof matched === 'boolean') return matched;
  throw new ExpressionError(matched.fault.startsWith('a text') ? `needs ${matched.fault}` : matched.fault);
}

function substring(text: string, from: unknown, to: unknown): string {
  const start = aWhole(from, 0, text.length);
  return boundedText(text.slice(start, aWhole(to, start, text.length, text.length)));
}

export const TEXT_FUNCTIONS: Functions = {
  json: one(aText, jsonOf),
  text: one(anything, textOf),
  string: one(anything, textOf),
  base64: one(aText, base64),
  unbase64: one(aText, unbase64),
  sha1: one(aText, sha1),
  upper: one(aText, (text) => boundedText(text.toUpperCase())),
  lower: one(aText, (text) => boundedText(text.toLowerCase())),
  trim: one(aText, (text) => boundedText(text.trim())),
  split: two(aText, aText, split),
  join: { arity: [1, 2], call: ([list, between = ''], work) => join(aList(list), aText(between), work) },
  replace: {
    arity: [3, 3],
    call: ([text, part, by], work) => replace(aText(text), aText(part), aText(by), work),
  },
  contains: two(aText, aText, (text, part) => text.includes(part)),
  startsWith: two(aText, aText, (text, start) => text.startsWith(start)),
  endsWith: two(aText, aText, (text, end) => text.endsWith(end)),
  matches: two(aText, aText, matches),
  indexOf: two(aText, aText, (text, part) => text.indexOf(part)),
  substring: { arity: [2, 3], call: ([text, from, to]) => substring(aText(text), from, to) },
};

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

function sumOf(list: readonly unknown[]) {
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

function unfit(value: unknown, needed: string) {
  return new ExpressionError(`needs ${needed}, not ${kindOf(value)}`);
}

export function anything(value: unknown): unknown {
  return value;
}

export function aText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw unfit(value, 'a text');
}

export function aNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  throw unfit(value, 'a number');
}

function aList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unfit(value, 'a list');
}

/** A whole number within limits; `absent` if it is missing. */
export function aWhole(value: unknown, least: number, most: number, absent?: number): number {
  if (value === undefined && absent !== undefined) return absent;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const shown = typeof value === 'number' ? String(value) : kindOf(value);
  throw new ExpressionError(`needs a whole number from ${least} to ${most}, not ${shown}`);
}

/** All of them numbers, of which there is at least one: the elements of the one list, or the arguments themselves. */
export function someNumbers(given: readonly unknown[]): readonly number[] {
  const all = given.length === 1 && Array.isArray(given[0]) ? given[0] : given;
  if (all.length === 0) throw new ExpressionError('needs at least one number');
  return all.map(aNumber);
}
