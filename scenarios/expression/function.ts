/** scenarios/expression/function: a function of the expression language. */
import type { Work } from '../../wire/pattern/work.ts';

type Callable = {
  /** How many arguments, at least and at most. A receiver counts: `list.join(',')` is `join(list, ',')`. */
  readonly arity: readonly [number, number];
  /** The value, or an `ExpressionError` that does not name the function. */
  readonly call: (given: readonly unknown[], work: Work) => unknown;
};

export type Functions = Readonly<Record<string, Callable>>;
