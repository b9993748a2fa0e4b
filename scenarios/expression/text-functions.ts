/** scenarios/expression/text-functions: functions of texts. */
import { hash } from 'node:crypto';
import { parseJson } from '../../base/json.ts';
import { matchesRegex } from '../../wire/pattern/regex.ts';
import { spend, type Work } from '../../wire/pattern/work.ts';
import { aList, aText, aWhole } from './arguments.ts';
import type { Functions } from './function.ts';
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
  json: { arity: [1, 1], call: ([text]) => jsonOf(aText(text)) },
  text: { arity: [1, 1], call: ([value], work) => textOf(value, work) },
  string: { arity: [1, 1], call: ([value], work) => textOf(value, work) },
  base64: { arity: [1, 1], call: ([text]) => base64(aText(text)) },
  unbase64: { arity: [1, 1], call: ([text]) => unbase64(aText(text)) },
  sha1: { arity: [1, 1], call: ([text]) => sha1(aText(text)) },
  upper: { arity: [1, 1], call: ([text]) => boundedText(aText(text).toUpperCase()) },
  lower: { arity: [1, 1], call: ([text]) => boundedText(aText(text).toLowerCase()) },
  trim: { arity: [1, 1], call: ([text]) => boundedText(aText(text).trim()) },
  split: { arity: [2, 2], call: ([text, between], work) => split(aText(text), aText(between), work) },
  join: { arity: [1, 2], call: ([list, between = ''], work) => join(aList(list), aText(between), work) },
  replace: {
    arity: [3, 3],
    call: ([text, part, by], work) => replace(aText(text), aText(part), aText(by), work),
  },
  contains: { arity: [2, 2], call: ([text, part]) => aText(text).includes(aText(part)) },
  startsWith: { arity: [2, 2], call: ([text, start]) => aText(text).startsWith(aText(start)) },
  endsWith: { arity: [2, 2], call: ([text, end]) => aText(text).endsWith(aText(end)) },
  matches: { arity: [2, 2], call: ([text, regex], work) => matches(aText(text), aText(regex), work) },
  indexOf: { arity: [2, 2], call: ([text, part]) => aText(text).indexOf(aText(part)) },
  substring: { arity: [2, 3], call: ([text, from, to]) => substring(aText(text), from, to) },
};
