/** scenarios/expression/compile: an expression (the grammar of CEL, one kind of number) as a function with bounds. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { isObject } from '../../base/json.ts';
import type { Callable, Functions } from './function.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { elementsOf, LIST_MACROS, OPERATORS, truth } from './operators.ts';
import { parse } from './parse.ts';
import { LIST_FUNCTIONS, TEXT_FUNCTIONS } from './value-functions.ts';
import {
  type Compiled,
  ExpressionError,
  element,
  field,
  finite,
  jsonValue,
  kindOf,
  nearest,
  type Run,
} from './values.ts';

const FUNCTIONS: Functions = { ...NUMBER_FUNCTIONS, ...TEXT_FUNCTIONS, ...LIST_FUNCTIONS };

/** Variables of the surrounding macros, and the collected free variables. */
type Names = { readonly locals: readonly string[]; readonly free: Set<string> };

export function compile(source: string): { readonly run: Compiled; readonly free: readonly string[] } {
  const free = new Set<string>();
  const run = compileNode(parse(source), { locals: [], free });
  return { run, free: [...free] };
}

function compileNode(node: ASTNode, names: Names): Compiled {
  switch (node.op) {
    case 'value':
      return compileLiteral(node.args);
    case 'id':
      return compileVariable(node.args, names);
    case '.': {
      const [whole, name] = node.args;
      return strict([whole], names, ([value]) => field(value, name));
    }
    case '[]':
      return strict(node.args, names, ([whole, key]) => element(whole, key));
    case 'call':
      return node.args[0] === 'has' ? compileHas(node.args[1], names) : compileCall(node.args[0], node.args[1], names);
    case 'rcall':
      return compileMethod(node.args, names);
    case 'list':
      return strict(node.args, names, (values) => values);
    case 'map':
      return compileObject(node.args, names);
    case '?:':
      return compileChoice(node.args, names);
    case '&&':
      return compileLogic(false, node.args, names);
    case '||':
      return compileLogic(true, node.args, names);
    case '!_':
      return compilePrefix(node.args, names, (value) => !truth(value));
    case '-_':
      return compilePrefix(node.args, names, negative);
    case '.?':
    case '[?]':
      throw new ExpressionError(`there is no ${node.op}: use has(a.b)`);
    default:
      return compileOperator(node.op, node.args, names);
  }
}

/** The value follows from those of all parts, evaluated from left to right. */
function strict(nodes: readonly ASTNode[], names: Names, call: Callable['call']): Compiled {
  const parts = nodes.map((node) => compileNode(node, names));
  return (run) =>
    call(
      parts.map((part) => part(run)),
      run.work,
    );
}

function compileLiteral(value: unknown): Compiled {
  const literal = typeof value === 'bigint' ? finite(Number(value), 'a number in the expression') : value;
  if (typeof literal === 'object' && literal !== null)
    throw new ExpressionError('texts and numbers are written without a letter around: "a", not b"a", and 1, not 1u');
  return () => literal;
}

function compileVariable(name: string, { locals, free }: Names): Compiled {
  const at = locals.lastIndexOf(name);
  if (at !== -1) return (run) => run.locals[at];
  free.add(name);
  return ({ scope }) => {
    if (Object.hasOwn(scope, name) && scope[name] !== undefined) return jsonValue(scope[name], name);
    const known = [...Object.keys(scope), ...locals];
    throw new ExpressionError(`unknown variable "${name}"${nearest(name, known, 'known are')}`);
  };
}

/** `has(a.b.c)`: false if any of the fields is missing. */
function compileHas(given: readonly ASTNode[], names: Names): Compiled {
  const path: string[] = [];
  let node = given[0];
  while (node?.op === '.') {
    path.unshift(node.args[1]);
    node = node.args[0];
  }
  if (given.length !== 1 || node === undefined || path.length === 0)
    throw new ExpressionError('has needs a field: has(a.b)');
  const root = compileNode(node, names);
  return (run) => {
    let value = root(run);
    for (const name of path) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return false;
      value = value[name];
    }
    return value !== undefined;
  };
}

function compileCall(name: string, given: readonly ASTNode[], names: Names): Compiled {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined) {
    const known = [...Object.keys(FUNCTIONS), ...Object.keys(LIST_MACROS)];
    throw new ExpressionError(`there is no function "${name}"${nearest(name, known, 'there are')}`);
  }
  checkCount(name, given.length, found.arity);
  return strict(given, names, (values, work) => named(name, () => found.call(values, work)));
}

/** Names the function in a trouble of its body. Troubles of its arguments are not changed. */
function named<Value>(name: string, call: () => Value): Value {
  try {
    return call();
  } catch (error) {
    throw error instanceof ExpressionError ? new ExpressionError(`${name}: ${error.message}`) : error;
  }
}

function checkCount(name: string, count: number, [least, most]: readonly [number, number]) {
  if (count >= least && count <= most) return;
  throw new ExpressionError(`${name} needs ${least === most ? least : `${least} to ${most}`} arguments, not ${count}`);
}

function compileMethod([name, receiver, given]: readonly [string, ASTNode, ASTNode[]], names: Names): Compiled {
  const macro = Object.hasOwn(LIST_MACROS, name) ? LIST_MACROS[name] : undefined;
  if (macro === undefined) return compileCall(name, [receiver, ...given], names);
  const [variable, ...parts] = given;
  if (variable?.op !== 'id') throw new ExpressionError(`${name} needs a name first: list.${name}(x, x > 0)`);
  checkCount(`${name} after its name`, parts.length, macro.arity);
  const whole = compileNode(receiver, names);
  const at = names.locals.length;
  const inner = { locals: [...names.locals, variable.args], free: names.free };
  const compiled = parts.map((part) => compileNode(part, inner));
  return (run) => {
    const value = whole(run);
    return macro.run(
      named(name, () => elementsOf(value)),
      run,
      at,
      compiled,
    );
  };
}

function compileObject(entries: readonly (readonly [ASTNode, ASTNode])[], names: Names): Compiled {
  const parts = entries.map(([key, value]) => [compileNode(key, names), compileNode(value, names)] as const);
  // `fromEntries` makes own fields of all keys.
  return (run) => Object.fromEntries(parts.map(([key, value]) => [keyOf(key(run)), value(run)]));
}

function keyOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new ExpressionError(`a key is a text, not ${kindOf(value)}: {"a": 1}`);
}

function compileChoice([condition, yes, no]: readonly [ASTNode, ASTNode, ASTNode], names: Names): Compiled {
  const [test, then, otherwise] = [compileNode(condition, names), compileNode(yes, names), compileNode(no, names)];
  return (run) => (truth(test(run)) ? then(run) : otherwise(run));
}

/** As in CEL, a false on either side decides `&&`, and a true `||`, even if the other side is an error. */
function compileLogic(decisive: boolean, [left, right]: readonly [ASTNode, ASTNode], names: Names): Compiled {
  const [first, second] = [compileNode(left, names), compileNode(right, names)];
  return (run) => {
    const before = attempt(first, run);
    if (before === decisive) return decisive;
    const after = truth(second(run));
    if (before instanceof ExpressionError && after !== decisive) throw before;
    return after;
  };
}

function attempt(part: Compiled, run: Run): boolean | ExpressionError {
  try {
    return truth(part(run));
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

function compilePrefix(operand: ASTNode, names: Names, operator: (value: unknown) => unknown): Compiled {
  const inner = compileNode(operand, names);
  return (run) => operator(inner(run));
}

function negative(value: unknown): number {
  if (typeof value === 'number') return -value;
  throw new ExpressionError(`-${kindOf(value)} has no meaning`);
}

function compileOperator(sign: string, sides: readonly [ASTNode, ASTNode], names: Names): Compiled {
  const operator = OPERATORS[sign];
  if (operator === undefined) throw new ExpressionError(`there is no operator ${sign}`);
  return strict(sides, names, ([left, right], work) => operator(left, right, work));
}
