/** scenarios/expression/trouble: the error of an expression without a value. */

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
