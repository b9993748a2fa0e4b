/** backtest/data/generate/capture-file: writes a table as CSV or JSON lines, plain or packed, by its file name. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { DataError } from '../data-error.ts';
import type { Table } from '../sources/table.ts';

/** Names that say how to write a file. */
const NAME = /\.(csv|jsonl)(?:\.(gz|zst))?$/;

/** Whether `writeCapture` can write a file of this name. */
export function isCaptureName(file: string): boolean {
  return NAME.test(file);
}

/** Writes the table to `file`, in the format that the name `named` asks for. */
export async function writeCapture(
  table: Table,
  { file, named, signal }: { readonly file: string; readonly named: string; readonly signal?: AbortSignal | undefined },
  onRows: (rows: number) => void,
): Promise<void> {
  const [, format, packing] = NAME.exec(named) ?? [];
  if (format === undefined)
    throw new DataError(`${named}: name a file that ends in .csv or .jsonl, then .gz or .zst if wanted`);
  const packers = packing === 'gz' ? [createGzip({ level: 6 })] : packing === 'zst' ? [createZstdCompress()] : [];
  const lines = Readable.from(linesOf(table, format === 'csv', onRows));
  const output = createWriteStream(file, { flags: 'wx' });
  await pipeline([lines, ...packers, output], { ...(signal !== undefined && { signal }) });
}

async function* linesOf(table: Table, isCsv: boolean, onRows: (rows: number) => void): AsyncGenerator<string> {
  const { columns } = table;
  const lineOf = (cells: readonly unknown[]) =>
    isCsv ? cells.join(',') : JSON.stringify(Object.fromEntries(columns.map((key, at) => [key, cells[at]])));
  if (isCsv) yield `${columns.join(',')}\n`;
  for await (const { rows } of table.batches(columns)) {
    yield `${rows.map(lineOf).join('\n')}\n`;
    onRows(rows.length);
  }
}
