/** backtest/data/sources/csv-table: a CSV file with a header. Splitting blocks without quotes is much faster. */
import { parse } from 'csv-parse/sync';
import { DataError } from '../data-error.ts';
import type { ByteReader } from './byte-reader.ts';
import type { RowBatch, Table } from './table.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';

export async function csvTable(name: string, bytes: ByteReader): Promise<Table> {
  const blocks = textBlocks(bytes, true);
  const { value: first, done } = await blocks.next();
  if (done === true || first === undefined) throw new DataError(`${name} is empty: expected a header line`);
  const [header = [], ...rows] = split(first);
  const columns = header.map((column) => column.trim());
  return {
    name,
    columns,
    places: (names) => names.map((column) => columns.indexOf(column)),
    async *batches() {
      let row = 1;
      for (let lines: readonly string[][] | undefined = rows; lines !== undefined; lines = await nextLines(blocks)) {
        const batch = sorted(lines, row, columns.length);
        yield batch;
        row += lines.length;
      }
    },
  };
}

async function nextLines(blocks: AsyncGenerator<TextBlock>): Promise<readonly string[][] | undefined> {
  const { value, done } = await blocks.next();
  return done === true ? undefined : split(value);
}

/** The rows that have all cells, and those that do not. */
function sorted(lines: readonly string[][], first: number, width: number): RowBatch {
  const rows: string[][] = [];
  const numbers: number[] = [];
  const refused: { row: number; what: string }[] = [];
  for (const [index, cells] of lines.entries()) {
    if (cells.length === width) {
      rows.push(cells);
      numbers.push(first + index);
    } else refused.push({ row: first + index, what: `the row does not have ${width} cells as the header` });
  }
  return { rows, numbers, refused };
}

function split({ text, hasQuotes }: TextBlock): string[][] {
  if (hasQuotes) {
    try {
      return parse(text, { relax_column_count: true, skip_empty_lines: true });
    } catch {
      // An unexpected quote: every line stands for itself, and the one with the quote fails at its cell.
    }
  }
  return splitAtCommas(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
}

/** Cuts cells straight out of the block: a text for each line in between takes half as long again. */
function splitAtCommas(text: string): string[][] {
  const lines: string[][] = [];
  let comma = text.indexOf(',');
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const cells: string[] = [];
    while (comma >= 0 && comma < end) {
      cells.push(text.slice(start, comma));
      start = comma + 1;
      comma = text.indexOf(',', start);
    }
    cells.push(text.slice(start, end));
    if (cells.length > 1 || cells[0] !== '') lines.push(cells);
    start = end + 1;
  }
  return lines;
}
