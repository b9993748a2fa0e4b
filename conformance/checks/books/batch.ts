/** conformance/checks/books/batch: requests for books and prices (interface 4.16, 4.17), and their levels. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { withJson } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { micro, textsOf, tokenIdsOf } from '../assertions.ts';

export type BatchRoute = 'books' | 'prices';

/** One level in integers: price in 1e-6 dollars, size in 1e-6 shares; NaN if the text is not a plain decimal. */
export type Level = { readonly price: number; readonly size: number };

export function readTokens(context: CheckContext, route: BatchRoute, tokens: readonly string[]): Promise<Exchange> {
  const items = tokens.map((token) => ({ token_id: token }));
  return context.send(withJson('POST', `/${route}`, items));
}

export function isTwoSided(book: JsonObject): boolean {
  return listAt(book, 'bids').length > 0 && listAt(book, 'asks').length > 0;
}

/** Tokens of the bound books, at most `most`; those with orders on both sides come first. */
export function boundTokens(context: CheckContext, most: number): readonly string[] {
  const { books } = context.bindings;
  const sorted = [...books.filter(isTwoSided), ...books.filter((book) => !isTwoSided(book))];
  return [...new Set(textsOf(sorted, 'asset_id'))].slice(0, most);
}

/** Tokens of the bound trading markets, whether or not they have orders: both tokens of each market in turn. */
export function marketTokens(context: CheckContext, most: number): readonly string[] {
  return [...new Set(context.bindings.conditions.flatMap(tokenIdsOf))].slice(0, most);
}

/** The levels of one side of a book in the order of the response. */
export function levelsOf(book: unknown, side: 'bids' | 'asks'): readonly Level[] {
  return objectsIn(listAt(book, side)).map((level) => ({
    price: micro(textAt(level, 'price')),
    size: micro(textAt(level, 'size')),
  }));
}

/** Best bid and best ask of a book; undefined for an empty side. */
export function bestOf(book: unknown): { readonly bid: number | undefined; readonly ask: number | undefined } {
  const bids = levelsOf(book, 'bids').map(({ price }) => price);
  const asks = levelsOf(book, 'asks').map(({ price }) => price);
  return {
    bid: bids.length === 0 ? undefined : Math.max(...bids),
    ask: asks.length === 0 ? undefined : Math.min(...asks),
  };
}

export function bookOf(response: Exchange, token: string): JsonObject | undefined {
  return objectsIn(response.json).find((book) => textAt(book, 'asset_id') === token);
}
