/** backtest/data/sources/parquet-table tests: a large row group is read in windows, every row once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { windowsOf, withParquetTable } from './parquet-table.ts';

const { folder } = testFolder('parquet');

const COUNT = 140_000;
const numbers = Array.from({ length: COUNT }, (_, row) => row);

/** One row group, whose text and number pages end at different rows. */
function bytesOf(offsetIndex: boolean): ArrayBuffer {
  const columnData = [
    { name: 'text', data: numbers.map((row) => (row % 7 === 0 ? null : `text ${row}`)), offsetIndex },
    { name: 'time', data: numbers.map((row) => BigInt(row) * 1_000n), offsetIndex },
    { name: 'kind', data: numbers.map((row) => (row % 2 === 0 ? 'even' : 'odd')), offsetIndex },
  ];
  return parquetWriteBuffer({ columnData, rowGroupSize: COUNT, pageSize: 100_000 });
}

describe.each([
  ['with an index of its pages', true],
  ['without', false],
])('a large row group %s', (_, isIndexed) => {
  const file = join(folder, `${isIndexed}.parquet`);
  const bytes = bytesOf(isIndexed);
  writeFileSync(file, new Uint8Array(bytes));

  it('is read in batches that have every row once', async () => {
    let next = 0;
    let largest = 0;
    await withParquetTable(file, async (table) => {
      for await (const { rows, numbers: found } of table.batches(['kind', 'text', 'other', 'time'])) {
        largest = Math.max(largest, rows.length);
        for (const [index, [kind, text, other, time]] of rows.entries()) {
          const isWrong =
            found[index] !== next + 1 ||
            kind !== (next % 2 === 0 ? 'even' : 'odd') ||
            (text ?? null) !== (next % 7 === 0 ? null : `text ${next}`) ||
            other !== undefined ||
            time !== BigInt(next) * 1_000n;
          if (isWrong) throw new Error(`row ${next + 1} is ${kind}, ${text}, ${time}`);
          next += 1;
        }
      }
    });
    expect(next).toBe(COUNT);
    expect(largest).toBeLessThanOrEqual(8_192);
  });

  it('is cut into windows', () => {
    const windows = [...windowsOf(parquetMetadata(bytes), ['text', 'time'], 1_000)];
    expect(windows).toHaveLength(isIndexed ? 140 : 16);
    expect([windows[0]?.start, windows.at(-1)?.end]).toEqual([0, COUNT]);
    expect(windows.every(({ start }, index) => index === 0 || start === windows[index - 1]?.end)).toBe(true);
  });
});

it('a row group with lists is one window', () => {
  const data = Array.from({ length: 300 }, (_, row) => [row]);
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'list', repetition_type: 'OPTIONAL' as const, num_children: 1, converted_type: 'LIST' as const },
    { name: 'list', repetition_type: 'REPEATED' as const, num_children: 1 },
    { name: 'element', type: 'INT32' as const, repetition_type: 'OPTIONAL' as const },
  ];
  const bytes = parquetWriteBuffer({ columnData: [{ name: 'list', data }], schema, rowGroupSize: 200 });
  expect([...windowsOf(parquetMetadata(bytes), ['list'], 50)]).toEqual([
    { start: 0, end: 200 },
    { start: 200, end: 300 },
  ]);
});
