/** cli/terminal/colors: whether text on stdout may have terminal colours. */

/** True on a terminal that shows them, unless the user wants none. */
export function hasColours(): boolean {
  const { NO_COLOR, TERM } = process.env;
  return process.stdout.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}
