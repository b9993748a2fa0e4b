/** scenarios/expression/members: the members of a variable that an expression names. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { parse } from './parse.ts';

/** The things that are named, as `wallets.bob` or `wallets["bob"]`; `any`: which ones, only its evaluation shows. */
export type Members = { readonly names: ReadonlySet<string>; readonly any: boolean };

/** The members of `variable` in the expressions. Throws `ExpressionError` for a syntax error. */
export function membersOf(expressions: readonly string[], variable: string): Members {
  const names = new Set<string>();
  let any = false;
  const visit = (part: unknown) => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (isNode(part) && !take(part)) visit(part.args);
  };
  const take = (node: ASTNode) => {
    if (node.op === 'id') any ||= node.args === variable;
    if (node.op !== '.' && node.op !== '[]') return node.op === 'id';
    const [whole, key] = node.args;
    if (whole.op !== 'id' || whole.args !== variable) return false;
    const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : undefined;
    if (typeof name === 'string') names.add(name);
    else any = true;
    visit(key);
    return true;
  };
  // An expression without the word is not worth reading.
  for (const expression of expressions) if (expression.includes(variable)) visit(parse(expression));
  return { names, any };
}

function isNode(part: unknown): part is ASTNode {
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}
