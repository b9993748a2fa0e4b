/** scenarios/expression/parse: from the text of an expression to its tree, as cel-js reads CEL. */
import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { ExpressionError } from './values.ts';

const SOURCE_MAX = 2_000;
const DEPTH_MAX = 100;

const cel = new Environment({ unlistedVariablesAreDyn: true, limits: { maxDepth: DEPTH_MAX } });

/** The tree of an expression; nothing in it is evaluated by the library. Throws `ExpressionError`. */
export function parse(source: string): ASTNode {
  if (source.length > SOURCE_MAX) throw new ExpressionError(`an expression has at most ${SOURCE_MAX} characters`);
  try {
    return cel.parse(source).ast;
  } catch (error) {
    if (!isParseError(error)) throw error;
    const place = error.range === undefined ? '' : ` at character ${error.range.start + 1}`;
    throw new ExpressionError(`not an expression: ${error.summary}${place}`);
  }
}

function isParseError(error: unknown): error is { summary: string; range?: { start: number } } {
  return error instanceof Error && error.name === 'ParseError';
}
