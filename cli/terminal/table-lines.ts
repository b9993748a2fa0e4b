/** cli/terminal/table-lines: a table of texts: columns with two spaces between them. */

/** One line for each row, without spaces at its end. */
export function tableLines(table: readonly (readonly string[])[]): readonly string[] {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
