/** scenarios/expression/operators: arithmetic, comparison, membership, and the macros of lists. */
import { isObject } from '../../base/json.ts';
import { byCodeUnit } from '../../wire/pattern/collation.ts';
import { same, spend, type Work } from '../../wire/pattern/matcher.ts';
import { type Compiled, checkLength, ExpressionError, finite, kindOf, type Run } from './values.ts';

type Operator = (left: unknown, right: unknown, work: Work) => unknown;

function arithmetic(sign: string, compute: (left: number, right: number) => number): Operator {
  return (left, right) => {
    if (typeof left !== 'number' || typeof right !== 'number') throw unfit(left, sign, right);
    return finite(compute(left, right), `${left} ${sign} ${right}`);
  };
}

/** Numbers by size, texts by code units. */
function ordering(sign: string, holds: (order: number) => boolean): Operator {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
    if (typeof left === 'string' && typeof right === 'string') return holds(byCodeUnit(left, right));
    throw unfit(left, sign, right);
  };
}

function unfit(left: unknown, sign: string, right: unknown): ExpressionError {
  const kinds = [typeof left, typeof right];
  const mixed =
    kinds.includes('string') && kinds.includes('number') ? ': convert with number(text) or text(value)' : '';
  return new ExpressionError(`${kindOf(left)} ${sign} ${kindOf(right)} has no meaning${mixed}`);
}

function plus(left: unknown, right: unknown, work: Work): unknown {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right, `${left} + ${right}`);
  if (typeof left === 'string' && typeof right === 'string') {
    checkLength(left.length + right.length);
    return left + right;
  }
  if (!Array.isArray(left) || !Array.isArray(right)) throw unfit(left, '+', right);
  spend(work, left.length + right.length);
  return [...left, ...right];
}

/** Whether a list has an element, or an object a key. */
function isIn(value: unknown, whole: unknown, work: Work) {
  if (Array.isArray(whole)) return whole.some((one) => same(value, one, work));
  if (isObject(whole) && typeof value === 'string') return Object.hasOwn(whole, value);
  const hint = typeof whole === 'string' ? ': write whole.contains(part)' : '';
  throw new ExpressionError(`${kindOf(value)} in ${kindOf(whole)} has no meaning${hint}`);
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': plus,
  '-': arithmetic('-', (a, b) => a - b),
  '*': arithmetic('*', (a, b) => a * b),
  '/': arithmetic('/', (a, b) => a / b),
  '%': arithmetic('%', (a, b) => a % b),
  '<': ordering('<', (order) => order < 0),
  '<=': ordering('<=', (order) => order <= 0),
  '>': ordering('>', (order) => order > 0),
  '>=': ordering('>=', (order) => order >= 0),
  '==': (a, b, work) => same(a, b, work),
  '!=': (a, b, work) => !same(a, b, work),
  in: isIn,
};

/** A macro over a list: `at` is the index of the element among the locals, `parts` the expressions about it. */
type ListMacro = (elements: readonly unknown[], run: Run, at: number, parts: readonly Compiled[]) => unknown;

/** The value of an expression about one element. */
function about(element: unknown, run: Run, at: number, part: Compiled | undefined): unknown {
  spend(run.work, 1);
  run.locals[at] = element;
  return part?.(run);
}

export function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(`needs true or false, not ${kindOf(value)}`);
}

/** Whether the expression is `wanted` for some element; errors of other elements are then ignored. */
function someIs(wanted: boolean): ListMacro {
  return (elements, run, at, [part]) => {
    let trouble: ExpressionError | undefined;
    for (const element of elements) {
      try {
        if (truth(about(element, run, at, part)) === wanted) return wanted;
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        trouble ??= error;
      }
    }
    if (trouble !== undefined) throw trouble;
    return !wanted;
  };
}

function keep(elements: readonly unknown[], run: Run, at: number, part: Compiled | undefined): readonly unknown[] {
  return elements.filter((element) => truth(about(element, run, at, part)));
}

function map(elements: readonly unknown[], run: Run, at: number, [first, second]: readonly Compiled[]): unknown {
  if (second === undefined) return elements.map((element) => about(element, run, at, first));
  return keep(elements, run, at, first).map((element) => about(element, run, at, second));
}

/** By name, with the number of expressions besides the name of the variable. */
export const LIST_MACROS: Readonly<
  Record<string, { readonly arity: readonly [number, number]; readonly run: ListMacro }>
> = {
  all: { arity: [1, 1], run: someIs(false) },
  exists: { arity: [1, 1], run: someIs(true) },
  exists_one: { arity: [1, 1], run: (all, run, at, [part]) => keep(all, run, at, part).length === 1 },
  filter: { arity: [1, 1], run: (all, run, at, [part]) => keep(all, run, at, part) },
  map: { arity: [1, 2], run: map },
};

/** The items that a macro iterates over: the elements of a list, the keys of an object. */
export function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new ExpressionError(`needs a list or an object, not ${kindOf(value)}`);
}
