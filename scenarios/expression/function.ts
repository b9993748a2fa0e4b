/** scenarios/expression/function: a function of the expression language. */
import type { Work } from '../../wire/pattern/matcher.ts';

export type Callable = {
  /** How many arguments, at least and at most. A receiver counts: `list.join(',')` is `join(list, ',')`. */
  readonly arity: readonly [number, number];
  /** The value, or an `ExpressionError` that does not name the function. */
  readonly call: (given: readonly unknown[], work: Work) => unknown;
};

export type Functions = Readonly<Record<string, Callable>>;

type Reader<Value> = (given: unknown) => Value;

/** A function of one argument, which is read before the call. */
export function one<A>(read: Reader<A>, call: (value: A, work: Work) => unknown): Callable {
  return { arity: [1, 1], call: ([first], work) => call(read(first), work) };
}

/** A function of two arguments, which are read from left to right before the call. */
export function two<A, B>(readA: Reader<A>, readB: Reader<B>, call: (a: A, b: B, work: Work) => unknown): Callable {
  return { arity: [2, 2], call: ([first, second], work) => call(readA(first), readB(second), work) };
}
