/** backtest/data/coverage tests: only tokens of markets with a book count as books, whatever rows the others have. */
import { expect, it } from 'vitest';
import { unmatchedTokens } from './coverage.ts';

type Source = Parameters<typeof unmatchedTokens>[0];

const market = (name: string, rows: number, withoutBook: number) => ({
  market: name,
  rows,
  first: 0,
  last: 9,
  withoutBook,
});
const byMarket = [market('full', 5, 0), market('empty', 0, 0), market('trades', 5, 9), market('foreign', 5, 0)];
const listed = ['full', 'empty', 'trades'].map((name) => ({ market: name, tokens: [{ token: `${name}-1` }] }));
const tokens = [...byMarket.keys()].map((number) => ({ market: number, token: `${byMarket[number]?.market}-1` }));
const unlisted = { market: 2, token: 'trades-2' };

it('counts catalog tokens without a book, and books without a catalog token', () => {
  const source = { catalog: listed, coverage: { byMarket }, tokens: [...tokens, unlisted] } as unknown as Source;
  expect(unmatchedTokens(source)).toEqual({
    catalog: { count: 2, of: 3, example: { market: 'empty', token: 'empty-1' } },
    books: { count: 1, of: 2, example: { market: 'foreign', token: 'foreign-1' } },
  });
});
