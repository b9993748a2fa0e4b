/** backtest/data/sources/tables: every table in a file, by content: CSV, JSON or Parquet, compressed or archived. */
import { DataError } from '../data-error.ts';
import { type Plain, plainStreams } from './archive-streams.ts';
import { csvTable } from './csv-table.ts';
import { jsonTable } from './json-table.ts';
import type { Table } from './table.ts';
import { asUtf8 } from './text-encoding.ts';

const HEAD_BYTES = 4_096;

export async function eachTable(file: string, use: (table: Table) => Promise<void>): Promise<void> {
  let isParquet = false;
  for await (const plain of plainStreams(file)) {
    isParquet = (await plain.bytes.peek(4)).toString('latin1') === 'PAR1';
    if (isParquet && (plain.name !== file || plain.isCompressed === true)) {
      throw new DataError(`${plain.name} is a packed Parquet file: unpack it, its columns are read in place`);
    }
    if (isParquet) break;
    await use(await textTable(plain));
  }
  if (!isParquet) return;
  // Its decompressors need WebAssembly, which not every Node.js process has: most captures do without.
  const { withParquetTable } = await import('./parquet-table.ts');
  await withParquetTable(file, use);
}

async function textTable({ name, bytes }: Plain): Promise<Table> {
  const start = await bytes.peek(HEAD_BYTES);
  if (start.length === 0) throw new DataError(`${name} is empty`);
  if (start.subarray(0, 6).toString('latin1') === 'ARROW1') {
    throw new DataError(`${name} is an Arrow file: recordings are made from captures, not from other recordings`);
  }
  const text = await asUtf8(bytes);
  const head = await text.peek(HEAD_BYTES);
  if (head.includes(0)) throw new DataError(`${name} is neither text nor a format that is known here`);
  return /^\s*[{[]/.test(head.toString('utf8')) ? await jsonTable(name, text) : await csvTable(name, text);
}
