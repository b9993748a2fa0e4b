/** backtest/data/loss tests: how much a conversion may lose, at the bound and beyond. */
import { expect, it } from 'vitest';
import type { CatalogMarket, TokenNames } from './catalog.ts';
import type { Defect } from './defects.ts';
import { assertLossWithin } from './loss.ts';

const names = { tokens: Array.from({ length: 99 }) } as unknown as TokenNames;
const defect = (kind: Defect['kind']): Defect => ({ kind, source: 'a.csv', what: 'x', count: 1, row: 3 });
const resolved = Array.from({ length: 99 }, () => ({ tokens: [], resolution: {} })) as unknown as CatalogMarket[];

it.each<[string, number | undefined, number, Defect['kind'][], string | undefined]>([
  ['one row in a hundred', undefined, 1, [], undefined],
  ['two rows in a hundred', undefined, 2, ['unparsable'], '2 of 100 rows, such as a.csv, row 3: x'],
  ['as many rows as are allowed', 2, 2, ['unparsable'], undefined],
  ['one token', undefined, 0, ['lost-token'], '1 of 100 tokens'],
  ['one token in a hundred, which is allowed', 1, 0, ['lost-token'], undefined],
  ['one resolution', undefined, 0, ['lost-resolution'], '1 of 100 resolutions'],
  [
    'two receive times in a hundred',
    undefined,
    0,
    ['unread-value', 'unread-value'],
    '2 of 100 receive times and closes',
  ],
])('%s', (_, percent, lostRows, kinds, refusal) => {
  const parts = { rows: 100, lostRows, names, catalog: resolved, defects: kinds.map(defect) };
  const judge = (): void => assertLossWithin(percent, parts);
  if (refusal === undefined) expect(judge).not.toThrow();
  else expect(judge).toThrow(refusal);
});
