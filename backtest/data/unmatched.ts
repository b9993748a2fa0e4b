/** backtest/data/unmatched: tokens of the catalog without a book, and the reverse: often ids of two sources. */
import { z } from 'zod';
import type { CatalogMarket } from './catalog.ts';
import { type Coverage, neverHasBook } from './coverage.ts';
import { shortened } from './market-identity.ts';
import type { RecordedToken } from './token-names.ts';

const UnmatchedTokens = z.strictObject({
  count: z.int(),
  /** How many tokens there are, matched ones included. */
  of: z.int(),
  /** The first one; absent without any. */
  example: z.strictObject({ market: z.string(), token: z.string() }).optional(),
});

export const Unmatched = z.strictObject({
  /** Tokens of the catalog in markets without a book. */
  catalog: UnmatchedTokens,
  /** Tokens of markets with a book that no catalog has. */
  books: UnmatchedTokens,
});
export type Unmatched = z.infer<typeof Unmatched>;

type Token = { readonly market: string; readonly token: string };
type Source = {
  readonly catalog: readonly CatalogMarket[];
  readonly coverage: Coverage;
  readonly tokens: readonly RecordedToken[];
};

/** Undefined when all tokens match, and without a catalog. A market has one book, that of both tokens. */
export function unmatchedTokens({ catalog, coverage, tokens }: Source): Unmatched | undefined {
  const named = coverage.byMarket.map((market) => ({
    name: market.market,
    hasBook: market.rows > 0 && !neverHasBook(market),
  }));
  const withBook = new Set(named.filter(({ hasBook }) => hasBook).map(({ name }) => name));
  const listed = catalog.flatMap(({ market, tokens: own }) => own.map(({ token }) => ({ market, token })));
  if (listed.length === 0) return undefined;
  const known = new Set(listed.map(({ token }) => token));
  const booked = tokens
    .map(({ token, market }) => ({ token, market: named[market]?.name ?? '' }))
    .filter(({ market }) => withBook.has(market));
  const unmatched = {
    catalog: countOf(listed, ({ market }) => withBook.has(market)),
    books: countOf(booked, ({ token }) => known.has(token)),
  };
  return unmatched.catalog.count + unmatched.books.count === 0 ? undefined : unmatched;
}

function countOf(tokens: readonly Token[], isMatched: (token: Token) => boolean): Unmatched['catalog'] {
  const without = tokens.filter((token) => !isMatched(token));
  const [example] = without;
  return { count: without.length, of: tokens.length, ...(example !== undefined && { example }) };
}

/** One line, without an end. */
export function unmatchedText({ catalog, books }: Unmatched): string {
  const parts = [
    partOf(catalog, 'tokens of the catalog have no book'),
    partOf(books, 'tokens with a book are in no catalog'),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function partOf({ count, of, example }: Unmatched['catalog'], what: string): string {
  return example === undefined
    ? ''
    : `${count} of ${of} ${what}, such as ${shortened(example.token)} of ${example.market}`;
}
