/** proof/judge/quirks/book-wrappers: the wrappers of books, best prices and market lists of the trading side. */
import { isObject, type JsonObject, objectsIn, textAt } from '../../../base/json.ts';
import { entriesOf } from '../../../base/record.ts';
import type { RouteId } from '../../../spec/route.ts';
import { get, type Handler, isSuccess, jsonIn, type Request, type Response, withJson } from '../../../wire/message.ts';
import { onRoute, together, type Wrap } from '../variant.ts';
import { cursorPage, wholeByCursor } from '../wrappers/lists.ts';
import { bookOf, pricesIn } from '../wrappers/orders.ts';
import { refusal } from '../wrappers/requests.ts';
import { edit, jsonOf, queryOf, responses, rowsIn, withBody } from '../wrappers/responses.ts';
import { eachPair } from '../wrappers/spellings.ts';

export const onBooks = (wrap: Wrap): Wrap => onRoute('books', wrap);
/** Changes the levels of each side. */
const eachSide = (change: (levels: readonly JsonObject[]) => readonly JsonObject[]) =>
  edit('*.bids|asks', (levels) => change(objectsIn(levels)));

export function decimals(change: (text: string) => string): Wrap {
  const spell = (text: unknown) => (text === '' ? '' : change(String(text)));
  return together([
    onBooks(
      together([edit('*.bids|asks.*.price|size', spell), edit('*.min_order_size|tick_size|last_trade_price', spell)]),
    ),
    onRoute('prices', edit('*.*', spell)),
  ]);
}

export const noZero = (text: string): string => text.replace(/^0\./, '.');
export const sixDecimals = (text: string): string => Number(text).toFixed(6);
export const leadingZeros = (text: string): string => `00${text}`;

export const twice = eachSide((levels) =>
  levels.flatMap((level) => {
    const half = { ...level, size: String(Number(level['size']) / 2) };
    return [half, half];
  }),
);

export const byArrival = eachSide((levels) => [
  ...levels.filter((_, index) => index % 2 === 1),
  ...levels.filter((_, index) => index % 2 === 0),
]);

export const offTick = edit('*.bids', (levels) => {
  const list = objectsIn(levels);
  const worst = list.reduce((least, { price }) => Math.min(least, Number(price)), 1);
  return list.length === 0 ? list : [{ price: String(worst * 0.75).slice(0, 6), size: '7' }, ...list];
});

/** The tokens of a market, first outcome first. */
function tokensOf(handle: Handler, condition: string): readonly string[] {
  return objectsIn(jsonOf(handle(get(`/markets/${condition}`)))['tokens']).map(
    (token) => textAt(token, 'token_id') ?? '',
  );
}

export function secondBooks(change: (book: JsonObject, first: JsonObject) => JsonObject): Wrap {
  return responses((response, _, handle) => {
    const changed = rowsIn(response).map((book) => {
      const [first = '', second] = tokensOf(handle, textAt(book, 'market') ?? '');
      if (book['asset_id'] !== second) return book;
      const other = bookOf(handle, first);
      return other === undefined ? book : change(book, other);
    });
    return withBody(response, changed);
  });
}

export function withOwnBid(book: JsonObject): JsonObject {
  const [bids, tick] = [objectsIn(book['bids']), textAt(book, 'tick_size')];
  const isFree = bids.every(({ price }) => Number(price) > Number(tick));
  return isFree ? { ...book, bids: [{ price: tick, size: '11' }, ...bids] } : book;
}

export const unknownRefused: Wrap = (handle) => (request) => {
  const tokens = rowsIn(request);
  const isKnown = (item: JsonObject) => {
    const { path } = request;
    const alone = handle(withJson('POST', path === '/prices' ? '/books' : path, [{ token_id: item['token_id'] }]));
    return !isSuccess(alone) || rowsIn(alone).length > 0;
  };
  return tokens.every(isKnown) ? handle(request) : refusal(handle, request, 400);
};

export const withoutTokens: Wrap = (handle) => (request) => {
  const items = jsonIn(request);
  if (!Array.isArray(items)) return handle(request);
  const named = items.filter((item: unknown) => isObject(item) && 'token_id' in item);
  return handle({ ...request, body: JSON.stringify(named) });
};

export const emptyBooks: Wrap = (handle) => {
  const markets = new Map<string, JsonObject>();
  return (request) => {
    const response = handle(request);
    if (!isSuccess(response)) return response;
    if (markets.size === 0) learnMarkets(handle, markets);
    const books = rowsIn(response);
    const tokens = [
      ...new Set(objectsIn(JSON.parse(String(request.body))).map((item) => textAt(item, 'token_id') ?? '')),
    ];
    const all = tokens.flatMap((token) => {
      const known = books.find((book) => book['asset_id'] === token);
      const market = markets.get(token);
      if (known !== undefined || market === undefined) return known ?? [];
      return { ...EMPTY, market: market['conditionId'], asset_id: token };
    });
    return withBody(response, all);
  };
};

const EMPTY = {
  market: '',
  asset_id: '',
  timestamp: '1768392429566',
  hash: '',
  bids: [],
  asks: [],
  min_order_size: '5',
  tick_size: '0.01',
  neg_risk: false,
  last_trade_price: '',
};

function learnMarkets(handle: Handler, markets: Map<string, JsonObject>) {
  for (let offset = 0; ; offset += 100) {
    const page = rowsIn(handle(get('/markets', { limit: '100', offset: String(offset) })));
    for (const market of page) {
      for (const token of JSON.parse(textAt(market, 'clobTokenIds') ?? '[]') as string[]) markets.set(token, market);
    }
    if (page.length < 100) return;
  }
}

/** Pages of `size` of the rows for which `keeps` holds, of a list with pages of any size. */
export function largePages(size: number, keeps: (row: JsonObject) => boolean = () => true): Wrap {
  return responses((response, request, handle) => {
    const all = wholeByCursor(handle, request).filter(keeps);
    return pagedBy(response, request, all, size, (row) => [row]);
  });
}

/** A page of `size` markets of the simplified list, of which the sampled ones are shown; `count` is that of all. */
export function pagesOfAll(size: number): Wrap {
  return responses((response, request, handle) => {
    const listed = (path: string) => wholeByCursor(handle, get(path));
    const sample = new Map(listed(request.path).map((row) => [row['condition_id'], row]));
    return pagedBy(response, request, listed('/simplified-markets'), size, (row) => {
      return sample.get(row['condition_id']) ?? [];
    });
  });
}

function pagedBy(
  response: Response,
  request: Request,
  all: readonly JsonObject[],
  size: number,
  shown: (row: JsonObject) => JsonObject | readonly JsonObject[],
): Response {
  const { page, next } = cursorPage(all, queryOf(request), size);
  return withBody(response, { data: page.flatMap(shown), next_cursor: next, limit: size, count: page.length });
}

export const sampled = (keeps: (id: string) => boolean): Wrap =>
  largePages(1_000, (row) => keeps(textAt(row, 'condition_id') ?? ''));
export const digitOf = (id: string): number => Number.parseInt(id.slice(-1), 16);

export const wholePairs = eachPair((pair) => (Object.keys(pair).length === 2 ? pair : undefined));

export function midpoints(paths: Readonly<Partial<Record<RouteId, string>>>): Wrap {
  const middleOf = (handle: Handler, token: string): number | undefined => {
    const book = bookOf(handle, token);
    const [bids, asks] = [pricesIn(book, 'bids'), pricesIn(book, 'asks')];
    return bids.length === 0 || asks.length === 0 ? undefined : (Math.max(...bids) + Math.min(...asks)) / 2;
  };
  const priced = (handle: Handler) => (value: unknown, holder: JsonObject) =>
    middleOf(handle, textAt(holder, 'token_id') ?? '') ?? value;
  return together(
    entriesOf(paths).map(([route, path]) =>
      onRoute(route, (handle, internals) => edit(path, priced(handle))(handle, internals)),
    ),
  );
}

export const opaque = (hash: (book: JsonObject) => string): Wrap => edit('*.hash', (_, book) => hash(book));
