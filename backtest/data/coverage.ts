/** backtest/data/coverage: what a recording covers: rows by kind, the time span, and the rows of each market. */
import { z } from 'zod';
import type { CatalogMarket, RecordedToken, TokenNames } from './catalog.ts';
import { KIND, KINDS } from './event.ts';
import type { EventColumns } from './event-columns.ts';
import { shortened } from './market-identity.ts';
import type { Rhythm } from './rhythm.ts';

/** The kinds of rows that a recording can contain for a market, found from its rows. */
export type MarketCapability = {
  /** Since when it can have trades; -1 for never. */
  readonly tradesFrom: number;
};

/** Times are Unix microseconds; -1 stands for a recording without rows. */
export type Coverage = Readonly<{
  rows: number;
  markets: number;
  tokens: number;
  first: number;
  last: number;
  kinds: Readonly<Record<string, number>>;
  byMarket: readonly (Readonly<{
    market: string;
    tokens: number;
    rows: number;
    first: number;
    last: number;
    /** Microseconds without a row of its book after which its book is unknown. */
    gap: number;
    /** Microseconds without a book between the first and the last row: before the first book, and after each gap. */
    withoutBook: number;
  }> &
    MarketCapability)[];
}>;

/** Whether a market has no snapshot and no quote, as one of which trades alone were recorded. */
export function neverHasBook({ first, last, withoutBook }: Coverage['byMarket'][number]): boolean {
  return last > first && withoutBook === last - first;
}

type MarketCount = {
  rows: number;
  first: number;
  last: number;
  withoutBook: number;
  /** Since when there is no book; -1 while there is one. */
  lostAt: number;
};

const NO_ROWS: MarketCount = { rows: 0, first: -1, last: -1, withoutBook: 0, lostAt: -1 };

export class CoverageCount {
  readonly #kinds = KINDS.map(() => 0);
  readonly #markets: MarketCount[] = [];
  readonly #names: TokenNames;

  readonly #rhythm: Rhythm;

  constructor(names: TokenNames, rhythm: Rhythm) {
    this.#names = names;
    this.#rhythm = rhythm;
  }

  /** Rows have to come in order of time. */
  add(rows: EventColumns, index: number): void {
    const kind = rows.kind[index] as number;
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    const time = rows.venueTime[index] as number;
    const market = this.#names.marketOf[rows.token[index] as number] ?? 0;
    this.#markets[market] ??= { rows: 0, first: time, last: time, withoutBook: 0, lostAt: time };
    const count = this.#markets[market] as MarketCount;
    count.rows += 1;
    count.last = time;
    if (kind === KIND.gap && count.lostAt < 0) count.lostAt = time - (rows.size[index] as number);
    else if (count.lostAt >= 0 && (kind === KIND.snapshot || kind === KIND.quote)) {
      count.withoutBook += time - count.lostAt;
      count.lostAt = -1;
    }
  }

  result(capabilityOf: (market: number) => MarketCapability): Coverage {
    const { markets, tokensOf, tokens } = this.#names;
    const byMarket = markets.map((market, number) => {
      const { lostAt, withoutBook, ...count } = this.#markets[number] ?? NO_ROWS;
      return {
        market,
        tokens: tokensOf[number]?.length ?? 0,
        ...count,
        gap: this.#rhythm.gapOf(number),
        ...capabilityOf(number),
        withoutBook: withoutBook + (lostAt < 0 ? 0 : count.last - lostAt),
      };
    });
    const covered = byMarket.filter(({ rows }) => rows > 0);
    return {
      rows: this.#kinds.reduce((sum, count) => sum + count, 0),
      markets: markets.length,
      tokens: tokens.length,
      first: covered.reduce((first, market) => Math.min(first, market.first), covered[0]?.first ?? -1),
      last: covered.reduce((last, market) => Math.max(last, market.last), -1),
      kinds: Object.fromEntries(KINDS.map((kind, code) => [kind, this.#kinds[code] ?? 0])),
      byMarket,
    };
  }
}

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

function partOf({ count, of, example }: Unmatched['catalog'], what: string) {
  return example === undefined
    ? ''
    : `${count} of ${of} ${what}, such as ${shortened(example.token)} of ${example.market}`;
}
