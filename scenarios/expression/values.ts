/** scenarios/expression/values: JSON values in expressions: their kinds, their members, their spelling. */

import { closest } from '../../base/closest.ts';
import { isObject } from '../../base/json.ts';
import { checkDepth, spend, type Work } from '../../wire/pattern/matcher.ts';

/** One evaluation: its variables, those of the macros around (`list.all(x, ...)`), and the work that is left to it. */
export type Run = {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly locals: unknown[];
  readonly work: Work;
};

/** An expression or a part of one, ready to be evaluated again and again. */
export type Compiled = (run: Run) => unknown;

/** The most steps of one evaluation: list elements visited, values compared. Some tenths of a second. */
export const WORK_MAX = 1_000_000;
/** Characters a text may have that an expression makes. */
const TEXT_MAX = 1_000_000;

const LINE_MAX = 400;
const EXPRESSION_SHOWN = 80;

/** An expression with a syntax error or without a value; the message is one line with the reason. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Whether the message contains the expression. */
  readonly located: boolean;

  constructor(message: string, located = false) {
    super(shortened(message, LINE_MAX));
    this.located = located;
  }

  /** The trouble with the expression named. */
  static of(expression: string, message: string): ExpressionError {
    return new ExpressionError(`${message} (in ${shortened(expression, EXPRESSION_SHOWN)})`, true);
  }
}

function shortened(text: string, length: number): string {
  const line = text
    .slice(0, 4 * length)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length)}...` : line;
}

const NAMES_SHOWN = 5;
const NAMES_LOOKED_AT = 200;
const NAME_MAX = 60;

/** The kind of a value, with its article, for words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** A JSON value of the scope; integers of other types become numbers if they fit. */
export function jsonValue(value: unknown, name: string): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'object':
      return value;
    case 'bigint':
      if (Number.isSafeInteger(Number(value))) return Number(value);
      throw new ExpressionError(`"${name}" is a number too large to be exact: keep it as a text`);
    default:
      throw new ExpressionError(`"${name}" is ${kindOf(value)}, no JSON value`);
  }
}

/** A field of an object; own fields alone, so that nothing of the language underneath is in reach. */
export function field(value: unknown, name: string): unknown {
  if (!isObject(value)) throw new ExpressionError(`${kindOf(value)} has no field "${name.slice(0, NAME_MAX)}"`);
  if (Object.hasOwn(value, name) && value[name] !== undefined) return jsonValue(value[name], name);
  throw new ExpressionError(
    `there is no field "${name.slice(0, NAME_MAX)}"${nearest(name, Object.keys(value), 'it has')}`,
  );
}

export function element(value: unknown, key: unknown): unknown {
  if (!Array.isArray(value)) {
    if (isObject(value) && typeof key === 'string') return field(value, key);
    throw new ExpressionError(
      `${kindOf(value)} cannot be indexed with ${kindOf(key)}: a list with a number, an object with a text`,
    );
  }
  if (typeof key !== 'number' || !Number.isInteger(key))
    throw new ExpressionError(`a list is indexed with a whole number, not with ${kindOf(key)}`);
  if (key >= 0 && key < value.length) return jsonValue(value[key], `[${key}]`);
  throw new ExpressionError(`there is no element ${key}: the list has ${value.length}, counted from 0`);
}

/** The known names, nearest first, to end a message about one that is not known. */
export function nearest(wanted: string, known: readonly string[], words: string): string {
  const short = known.slice(0, NAMES_LOOKED_AT).map((name) => name.slice(0, NAME_MAX));
  if (short.length === 0) return '';
  const shown = closest(wanted.slice(0, NAME_MAX), short, NAMES_SHOWN);
  const others = known.length - shown.length;
  return `: ${words} ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

export function finite(value: number, what: string): number {
  if (Number.isFinite(value)) return value;
  throw new ExpressionError(`${what} is not a finite number`);
}

export function boundedText(text: string): string {
  checkLength(text.length);
  return text;
}

/** Throws before a text is made that would be too long. */
export function checkLength(length: number): void {
  if (length > TEXT_MAX) throw new ExpressionError(`a text of more than ${TEXT_MAX} characters`);
}

/** A value as a text: texts as they are, the rest as JSON. */
export function textOf(value: unknown, work: Work): string {
  if (typeof value === 'string') return value;
  // Lists can hold one list many times, so the text can be far longer than all there is in memory.
  checkLength(lengthOf(value, work, 0));
  return boundedText(JSON.stringify(value));
}

/** About how many characters a value is as JSON. */
function lengthOf(value: unknown, work: Work, depth: number): number {
  spend(work, 1);
  checkDepth(depth);
  if (typeof value === 'string') return value.length + 2;
  if (Array.isArray(value)) return sumOf(value, (inner) => lengthOf(inner, work, depth + 1) + 1);
  if (!isObject(value)) return 1;
  return sumOf(Object.keys(value), (key) => key.length + 4 + lengthOf(value[key], work, depth + 1));
}

function sumOf<Element>(all: readonly Element[], length: (element: Element) => number): number {
  let sum = 2;
  for (const one of all) {
    sum += length(one);
    checkLength(sum);
  }
  return sum;
}
