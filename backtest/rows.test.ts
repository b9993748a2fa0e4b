import { expect, it } from 'vitest';
import { firstRows, LazyRows } from './rows.ts';

it('rows are made when they are read', () => {
  const made: number[] = [];
  const rows = new LazyRows([10, 20, 30, 40], (value, index) => {
    made.push(index);
    return `${index}: ${value}`;
  });
  expect([rows.length, made]).toEqual([4, []]);
  expect(firstRows(rows, 2)).toEqual(['0: 10', '1: 20']);
  expect(made).toEqual([0, 1]);
  expect([rows.at(2), rows.at(-1), rows.at(4)]).toEqual(['2: 30', '3: 40', undefined]);
  expect([...new LazyRows(rows, (text) => text.length)]).toEqual([5, 5, 5, 5]);
  expect(firstRows(rows, 0)).toEqual([]);
});
