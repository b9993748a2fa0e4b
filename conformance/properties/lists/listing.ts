/** conformance/properties/lists/listing: reads a whole list, page by page, without filters and orders. */
import { type JsonObject, textOrEmpty } from '../../../base/json.ts';
import { encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { Route } from '../../../spec/route.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type Exchange, SameAs } from '../../check.ts';
import { itemsOf, paramOf } from '../../checks/definition.ts';

/** The rows of a list, and where each of them is. */
export type Listing = Readonly<{
  rows: readonly JsonObject[];
  places: readonly SameAs[];
  pages: number;
  /** False if the list has more rows than were read. */
  isWhole: boolean;
  /** False if a cursor counts other rows than those of the list: a list of some markets may count all markets. */
  isCounted: boolean;
}>;

export function isByCursor(route: Route): boolean {
  return route.query.some(({ type }) => type === 'cursor');
}

/** The pointer of the list in a response. */
export function listPointer({ item }: Route): '' | '/data' {
  return item?.at === 'data' ? '/data' : '';
}

/** Reads at most `pagesMax` pages. Undefined if one of them is no success. */
export async function readListing(
  route: Route,
  read: (query: Query) => Promise<Exchange>,
  pagesMax: number,
): Promise<Listing | undefined> {
  const limit = isByCursor(route) ? undefined : (paramOf(route, 'limit').max ?? 1);
  const size: Query = limit === undefined ? {} : { limit: String(limit) };
  const pages: Exchange[] = [];
  const rows: JsonObject[] = [];
  let [isWhole, isCounted, next, query] = [false, true, '', size];
  while (pages.length < pagesMax && !isWhole) {
    const response = await read(query);
    if (!isSuccess(response)) return undefined;
    pages.push(response);
    const { length } = itemsOf(route, response);
    rows.push(...itemsOf(route, response));
    if (limit !== undefined) {
      isWhole = length < limit;
      query = { ...size, offset: String(rows.length) };
      continue;
    }
    const cursor = next;
    next = nextCursor(route, response, rows.length);
    isCounted &&= endsPaging(next) || readCursor(next) === rows.length;
    isWhole = endsPaging(next) || next === cursor || (length === 0 && isCounted);
    query = { next_cursor: next };
  }
  const at = listPointer(route);
  const places = pages.flatMap((page) => itemsOf(route, page).map((_, place) => new SameAs(page, `${at}/${place}`)));
  return { rows, places, pages: pages.length, isWhole, isCounted };
}

/** The next cursor is in the body; that of a bare array is in a header, or it is the number of rows so far. */
function nextCursor(route: Route, response: Exchange, count: number): string {
  if (listPointer(route) === '/data') return textOrEmpty(response.json, 'next_cursor');
  return response.headers['x-next-cursor'] ?? encodeCursor(count);
}
