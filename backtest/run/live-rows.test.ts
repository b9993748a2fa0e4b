/** backtest/run/live-rows tests: rows are read in order of addition, however far the reader is behind. */
import { expect, it } from 'vitest';
import { LiveRows } from './live-rows.ts';

it.each([
  ['at once', 0],
  ['some rows later', 100],
  ['thousands of rows later', 4_000],
])('rows are read %s', (_, behind) => {
  const rows = new LiveRows();
  let woken = 0;
  rows.onAdded = () => {
    woken += 1;
  };
  const seen: string[] = [];
  const read = (): void => {
    const { batch, at, time, row } = rows;
    seen.push([time, row, batch.tick[at], batch.market[at], batch.token[at]].join());
    rows.next();
  };
  const count = 6_000;
  for (let number = 0; number < count; number += 1) {
    rows.add(number * 10, 3, 1, 0, number, 5, 7);
    if (number >= behind) read();
  }
  while (rows.time < Number.POSITIVE_INFINITY) read();
  rows.next();
  expect(seen).toEqual(Array.from({ length: count }, (_row, number) => [number * 10, number, number, 3, 6].join()));
  expect([rows.row, rows.count]).toEqual([count, count]);
  expect(woken).toBe(behind === 0 ? count : 1);
});
