/** cli/terminal/colors: whether output may have terminal colours. */

/** True on a terminal that shows them, unless the user wants none. */
export function hasColours({ isTTY }: { readonly isTTY?: boolean } = process.stdout): boolean {
  const { NO_COLOR, TERM } = process.env;
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}
