/** scenarios/expression/macros: functions of expressions: `list.map(x, ...)`, `list.all(x, ...)`, `has(a.b)`. */
import { isObject } from '../../base/json.ts';
import { spend } from '../../wire/pattern/work.ts';
import type { Compiled, Run } from './run.ts';
import { ExpressionError } from './trouble.ts';
import { kindOf } from './values.ts';

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
