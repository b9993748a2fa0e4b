/** cli/terminal/shell-word: words of command lines that users copy. */

/** A word for a POSIX shell: in single quotes, unless it needs none. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
