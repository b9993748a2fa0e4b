/** scenarios/expression/text-functions: functions of texts. */
import { hash } from 'node:crypto';
import { parseJson } from '../../base/json.ts';
import { matchesRegex } from '../../wire/pattern/regex.ts';
import { spend, type Work } from '../../wire/pattern/work.ts';
import { aList, anything, aText, aWhole } from './arguments.ts';
import { type Functions, one, two } from './function.ts';
import { ExpressionError } from './trouble.ts';
import { boundedText, checkLength, textOf } from './values.ts';

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

function replace(text: string, part: string, by: string, work: Work): string {
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
