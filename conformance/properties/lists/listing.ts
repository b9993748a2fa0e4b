/** conformance/properties/lists/listing: reads a whole list, page by page, without the filters and orders that are compared with it. */

import { type JsonObject, textAt } from '../../../base/json.ts';
import { encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { Route } from '../../../spec/route.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type Exchange, SameAs } from '../../check.ts';
import { itemsOf, paramOf } from '../../checks/requests.ts';

/** The rows of a list, and where each of them is. */
export type Listing = {
  readonly rows: readonly JsonObject[];
  readonly places: readonly SameAs[];
  /** The first page, and the number of pages. */
  readonly first: Exchange;
  readonly pages: number;
  /** False if the list has more rows than were read. */
  readonly isWhole: boolean;
  /** False if a cursor counts other rows than those of the list: a list of some markets may count all markets. */
  readonly isCounted: boolean;
};

type Ask = (query: Query) => Promise<Exchange>;

export function isByCursor(route: Route): boolean {
  return route.query.some(({ type }) => type === 'cursor');
}

/** The pointer of the list in a response. */
export function listPointer({ item }: Route): '' | '/data' {
  return item?.at === 'data' ? '/data' : '';
}

/** Reads at most `pagesMax` pages. Undefined if one of them is no success. */
export async function readListing(route: Route, ask: Ask, pagesMax: number): Promise<Listing | undefined> {
  return isByCursor(route) ? readByCursor(route, ask, pagesMax) : readByOffset(route, ask, pagesMax);
}

async function readByOffset(route: Route, ask: Ask, pagesMax: number): Promise<Listing | undefined> {
  const limit = paramOf(route, 'limit').max ?? 1;
  const pages: Exchange[] = [];
  let count = 0;
  while (pages.length < pagesMax) {
    const response = await ask({ limit: String(limit), ...(count === 0 ? {} : { offset: String(count) }) });
    if (!isSuccess(response)) return undefined;
    pages.push(response);
    const { length } = itemsOf(route, response);
    count += length;
    if (length < limit) return joined(route, pages, true, true);
  }
  return joined(route, pages, false, true);
}

async function readByCursor(route: Route, ask: Ask, pagesMax: number): Promise<Listing | undefined> {
  const pages: Exchange[] = [];
  let count = 0;
  let isCounted = true;
  let cursor = '';
  while (pages.length < pagesMax) {
    const response = await ask(cursor === '' ? {} : { next_cursor: cursor });
    if (!isSuccess(response)) return undefined;
    pages.push(response);
    const { length } = itemsOf(route, response);
    count += length;
    const next = nextCursor(route, response, count);
    if (!endsPaging(next) && readCursor(next) !== count) isCounted = false;
    if (endsPaging(next) || next === cursor || (length === 0 && isCounted))
      return joined(route, pages, true, isCounted);
    cursor = next;
  }
  return joined(route, pages, false, isCounted);
}

/** The next cursor is in the body; that of a bare array is in a header, or it is the number of rows so far. */
function nextCursor(route: Route, response: Exchange, count: number): string {
  if (listPointer(route) === '/data') return textAt(response.json, 'next_cursor') ?? '';
  return response.headers['x-next-cursor'] ?? encodeCursor(count);
}

function joined(route: Route, pages: readonly Exchange[], isWhole: boolean, isCounted: boolean): Listing | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const at = listPointer(route);
  const items = pages.map((page) => itemsOf(route, page));
  return {
    rows: items.flat(),
    places: pages.flatMap((page, index) => (items[index] ?? []).map((_, place) => new SameAs(page, `${at}/${place}`))),
    first,
    pages: pages.length,
    isWhole,
    isCounted,
  };
}
