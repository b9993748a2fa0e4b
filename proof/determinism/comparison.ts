/** proof/determinism/comparison: the lines that describe a run, and the differences between two runs. */
/** A name without tabs and a value, both on one line. */
export type Line = readonly [name: string, value: string];

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

/** Names of the lines that differ or are missing on one side. */
export function divergences(one: readonly Line[], other: readonly Line[]): readonly string[] {
  const mine = new Map(one);
  const theirs = new Map(other);
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  return [...names].filter((name) => mine.get(name) !== theirs.get(name));
}
