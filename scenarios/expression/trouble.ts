/** scenarios/expression/trouble: what is thrown where an expression has no value. */

const LINE_MAX = 400;
const EXPRESSION_SHOWN = 80;

/** An expression that cannot be read or has no value; the message is one line that says why. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Whether the message says which expression it is about. */
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
