/** proof/determinism/comparison: what a run has to say for itself, and where two runs part. */

/** A name and a value, both on one line; the name holds no tab. */
export type Line = readonly [name: string, value: string];

/** Lines as text, one a row, and back. */
export function formatLines(lines: readonly Line[]): string {
  return lines.map(([name, value]) => `${name}\t${value}\n`).join('');
}

export function parseLines(text: string): readonly Line[] {
  const rows = text.split('\n').filter((row) => row !== '');
  return rows.map((row) => {
    const tab = row.indexOf('\t');
    return [row.slice(0, tab), row.slice(tab + 1)];
  });
}

/** Names of the lines that are not the same in both, in their order; a line that one side lacks counts. */
export function divergences(one: readonly Line[], other: readonly Line[]): readonly string[] {
  const mine = new Map(one);
  const theirs = new Map(other);
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  return [...names].filter((name) => mine.get(name) !== theirs.get(name));
}
