/** scenarios/expression/operators: arithmetic, comparison and membership. */
import { isObject } from '../../base/json.ts';
import { byCodeUnit } from '../../wire/pattern/collation.ts';
import { same } from '../../wire/pattern/same.ts';
import { spend, type Work } from '../../wire/pattern/work.ts';
import { ExpressionError } from './trouble.ts';
import { checkLength, finite, kindOf } from './values.ts';

export type Operator = (left: unknown, right: unknown, work: Work) => unknown;

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
function isIn(value: unknown, whole: unknown, work: Work): boolean {
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
