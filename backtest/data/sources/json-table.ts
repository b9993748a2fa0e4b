/** backtest/data/sources/json-table: JSON lines: one object a line. Its keys are the columns. */
import { DataError } from '../data-error.ts';
import type { ByteReader } from './byte-reader.ts';
import type { RowBatch, Table } from './table.ts';
import { textBlocks } from './text-blocks.ts';

type Row = Readonly<Record<string, unknown>>;

export async function jsonTable(name: string, bytes: ByteReader): Promise<Table> {
  const blocks = textBlocks(bytes, false);
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await blocks.next();
    return done === true ? undefined : value.text;
  };
  const first = (await next()) ?? '';
  const sample = first
    .split('\n')
    .map(parseRow)
    .find((row) => row !== undefined);
  if (sample === undefined) throw new DataError(`${name} has no line with a JSON object: expected one object a line`);
  return {
    name,
    columns: Object.keys(sample),
    places: (names) => names.map((_, place) => place),
    async *batches(names) {
      let row = 1;
      for (let text: string | undefined = first; text !== undefined; text = await next()) {
        const lines = text.split('\n').filter((line) => line.trim() !== '');
        yield parsed(lines, names, row);
        row += lines.length;
      }
    },
  };
}

function parsed(lines: readonly string[], names: readonly string[], first: number): RowBatch {
  const rows: unknown[][] = [];
  const numbers: number[] = [];
  const refused: { row: number; what: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const row = parseRow(line);
    if (row === undefined) refused.push({ row: first + index, what: 'the line is not a JSON object' });
    else {
      rows.push(names.map((key) => row[key]));
      numbers.push(first + index);
    }
  }
  return { rows, numbers, refused };
}

function parseRow(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}
