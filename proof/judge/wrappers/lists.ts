/** proof/judge/wrappers/lists: lists read whole, changed, and paged again, so that filters and order agree. */
import { type JsonObject, listAt, numberAt, objectsIn, parseJson, textAt } from '../../../base/json.ts';
import { CURSOR_END, CURSOR_START, encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import { type Handler, isSuccess, type Request } from '../../../wire/message.ts';
import { onRoute, type Wrap } from '../variant.ts';
import { withoutParams, withQuery } from './requests.ts';
import { queryOf, rowsIn, withBody, withHeaders } from './responses.ts';

const PAGE = 100;
const HEADER = 'x-next-cursor';

type Rows = readonly JsonObject[];
type Remake = (list: Rows, query: URLSearchParams) => Rows;

/** Changes the list without the filters `taken`, and cuts the result into pages again. */
export function remadeTrades(taken: readonly string[], remake: Remake): Wrap {
  return onRoute('builder-trades', (handle) => (request) => {
    const response = handle(request);
    if (response.status !== 200) return response;
    const query = queryOf(request);
    const list = remake(wholeByCursor(handle, withoutParams(request, taken)), query);
    const { page, next } = cursorPage(list, query, PAGE);
    return withHeaders(withBody(response, page), { [HEADER]: next });
  });
}

export function cursorOffset(query: URLSearchParams): number {
  return readCursor(query.get('next_cursor') || CURSOR_START) ?? 0;
}

/** The page of `size` rows at the cursor of a query, and the cursor of the next one. */
export function cursorPage(list: Rows, query: URLSearchParams, size: number) {
  const offset = cursorOffset(query);
  const next = offset + size < list.length ? encodeCursor(offset + size) : CURSOR_END;
  return { page: list.slice(offset, offset + size), next };
}

/** The page that `offset` and `limit` of a query select; `usual` is the limit by default. */
export function pageOf(list: Rows, query: URLSearchParams, usual: number): Rows {
  const offset = Number(query.get('offset') ?? 0);
  return list.slice(offset, offset + Number(query.get('limit') ?? usual));
}

export function legsOf(row: JsonObject): Rows {
  return objectsIn(row['maker_orders']);
}

/** The price of a maker order in terms of the taker's token. */
export function legPrice(row: JsonObject, leg: JsonObject): number {
  const price = Number(textAt(leg, 'price'));
  return textAt(leg, 'asset_id') === textAt(row, 'asset_id') ? price : 1 - price;
}

export type RowChange = (rows: Rows, query: URLSearchParams, request: Request, handle: Handler) => Rows;

/** The limit of one inner page, and the limit of a request without one. */
const LISTS = {
  markets: { most: 100, usual: 20 },
  positions: { most: 500, usual: 100 },
  'closed-positions': { most: 50, usual: 10 },
  activity: { most: 500, usual: 100 },
  'event-creators': { most: 100, usual: 20 },
  'comment-replies': { most: 100, usual: 20 },
} as const;

function wholeList(handle: Handler, request: Request, most: number): Rows {
  const rows: JsonObject[] = [];
  for (;;) {
    const page = handle(
      withQuery(request, (query) => {
        query.set('limit', String(most));
        query.set('offset', String(rows.length));
      }),
    );
    const found = isSuccess(page) ? rowsIn(page) : [];
    rows.push(...found);
    if (found.length < most) return rows;
  }
}

/** Every row of a list with cursors that satisfies the filters of a request. */
export function wholeByCursor(handle: Handler, request: Request): Rows {
  const rows: JsonObject[] = [];
  for (let cursor = CURSOR_START; !endsPaging(cursor); ) {
    const page = handle(withQuery(request, (query) => query.set('next_cursor', cursor)));
    const json = parseJson(page.body);
    rows.push(...objectsIn(Array.isArray(json) ? json : listAt(json, 'data')));
    cursor = page.headers[HEADER] ?? textAt(json, 'next_cursor') ?? CURSOR_END;
  }
  return rows;
}

/** The list with its whole rows changed before the page is cut. `without`: parameters that `change` applies itself. */
export function relisted(id: keyof typeof LISTS, change: RowChange, without: readonly string[] = []): Wrap {
  const { most, usual } = LISTS[id];
  return onRoute(id, (handle) => (request) => {
    const response = handle(request);
    if (!isSuccess(response)) return response;
    const query = queryOf(request);
    const rows = change(wholeList(handle, withoutParams(request, without), most), query, request, handle);
    return withBody(response, pageOf(rows, query, usual));
  });
}

const COLUMNS: Readonly<Record<string, string>> = {
  CURRENT: 'currentValue',
  INITIAL: 'initialValue',
  TOKENS: 'size',
  CASHPNL: 'cashPnl',
  PERCENTPNL: 'percentPnl',
  TITLE: 'title',
  RESOLVING: 'endDate',
  PRICE: 'curPrice',
  AVGPRICE: 'avgPrice',
  REALIZEDPNL: 'realizedPnl',
  TIMESTAMP: 'timestamp',
};

/** Rows by a sort key of the position lists; rows with equal values keep their places. */
function sortedRows(rows: Rows, key: string, isAscending: boolean): Rows {
  const column = COLUMNS[key] ?? '';
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a, b].map((row) => numberAt(row, column) ?? textAt(row, column) ?? 0);
    return left === right || left === undefined || right === undefined ? 0 : left < right ? -sign : sign;
  });
}

const FLAGS = ['redeemable', 'mergeable'];

export type MoreRows = (query: URLSearchParams, handle: Handler) => Rows;
type RowEdit = (row: JsonObject) => JsonObject | Rows;

/** The rows of a position list changed, then filtered by its flags and sorted again. */
export function restated(id: 'positions' | 'closed-positions', change: RowEdit, more: MoreRows = () => []): Wrap {
  const key = id === 'positions' ? 'TOKENS' : 'REALIZEDPNL';
  const keep: RowChange = (rows, query, _, handle) => {
    const changed = [...rows.flatMap((row): Rows => [change(row)].flat()), ...more(query, handle)];
    const kept = changed.filter((row) => FLAGS.every((flag) => query.get(flag) !== 'true' || row[flag] === true));
    return sortedRows(kept, query.get('sortBy') ?? key, query.get('sortDirection') === 'ASC');
  };
  return relisted(id, keep, FLAGS);
}
