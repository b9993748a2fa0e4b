/** scenarios/expression/expression: values of expressions and filled texts: JSON or an `ExpressionError`, soon. */
import { isObject } from '../../base/json.ts';
import { TooMuchWork } from '../../wire/pattern/matcher.ts';
import { compile } from './compile.ts';
import { partsOf } from './template.ts';
import { boundedText, type Compiled, ExpressionError, type Run, textOf, WORK_MAX } from './values.ts';

/** Variables by name: JSON values. Own properties alone count. */
export type Scope = Run['scope'];

const CACHE_MAX = 2_000;
const cache = new Map<string, { readonly run: Compiled; readonly free: readonly string[] }>();

/** The JSON value of an expression; that of a variable is not copied. Throws `ExpressionError`. */
export function evaluate(expression: string, scope: Scope): unknown {
  return inOneLine(expression, () => compiled(expression).run({ scope, locals: [], work: { left: WORK_MAX } }));
}

/** The variables that an expression needs, in the order of their mention; not those of its macros. */
export function variablesIn(expression: string): string[] {
  return inOneLine(expression, () => [...compiled(expression).free]);
}

/** Fills texts and keys. One that is a single `${expression}` becomes its value, typed. `$${` stays as `${`. */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return fillText(value, scope);
  if (Array.isArray(value)) return value.map((element) => fill(element, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fillKey(key, scope), fill(inner, scope)]));
}

/** Every expression in the texts and keys of a value, in order. Throws `ExpressionError` if one is unterminated. */
export function expressionsIn(value: unknown): string[] {
  const found: string[] = [];
  gather(value, found);
  return found;
}

function gather(value: unknown, found: string[]) {
  if (typeof value === 'string') {
    if (!value.includes('${')) return;
    for (const part of partsOf(value)) if (typeof part !== 'string') found.push(part.expression);
  } else if (Array.isArray(value)) for (const element of value) gather(element, found);
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      gather(key, found);
      gather(inner, found);
    }
  }
}

function fillKey(key: string, scope: Scope): string {
  const filled = fillText(key, scope);
  return typeof filled === 'string' ? filled : textOf(filled, { left: WORK_MAX });
}

function fillText(text: string, scope: Scope): unknown {
  if (!text.includes('${')) return text;
  const parts = partsOf(text);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') return evaluate(only.expression, scope);
  const work = { left: WORK_MAX };
  const written = parts.map((part) =>
    typeof part === 'string' ? part : inOneLine(part.expression, () => textOf(evaluate(part.expression, scope), work)),
  );
  return boundedText(written.join(''));
}

function compiled(expression: string): { readonly run: Compiled; readonly free: readonly string[] } {
  const before = cache.get(expression);
  if (before !== undefined) return before;
  const made = compile(expression);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(expression, made);
  return made;
}

/** Names the expression in a trouble. */
function inOneLine<Value>(expression: string, find: () => Value): Value {
  try {
    return find();
  } catch (error) {
    if (error instanceof ExpressionError && error.located) throw error;
    if (!(error instanceof ExpressionError || error instanceof TooMuchWork)) throw error;
    throw ExpressionError.of(expression, error.message);
  }
}
