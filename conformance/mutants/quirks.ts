/**
 * conformance/mutants/quirks: services that are odd and right: they do what the interface leaves open in other ways than the
 * simulator. The suite may not fail one of them unless the document profile is claimed.
 */
import { CURSOR_END, CURSOR_START, decodeCursor, encodeCursor } from '../../spec/cursor.ts';
import { isObject, type JsonObject, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Handler, Request, Response } from '../../wire/message.ts';
import { matchRoute } from '../route-match.ts';
import { answers, bodies, edit, errors, refusals, rows, withBody } from './answers.ts';
import { type Change, reversed } from './edit.ts';
import { onRoute, type Wrap } from './mutant.ts';
import { jsonOf } from './orders.ts';
import { assuming, withQuery } from './queries.ts';

export type Quirk = {
  readonly id: string;
  /** What is odd about the service, and allowed. */
  readonly title: string;
  readonly wrap: Wrap;
};

/** One wrapper after another, the first nearest to the service. */
export function together(wraps: readonly Wrap[]): Wrap {
  return (handle, venue) => wraps.reduce((inner, wrap) => wrap(inner, venue), handle);
}

const CURSOR_LISTS: readonly RouteId[] = ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'];

function onEach(routes: readonly RouteId[], wrap: Wrap): Wrap {
  return together(routes.map((route) => onRoute(route, wrap)));
}

/** The texts of all bodies, rewritten as texts. */
function texts(change: (body: string) => string): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    return { ...response, body: change(response.body) };
  };
}

/** A value and everything in it, from the inside out. */
function deep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => deep(item, change)));
  if (!isObject(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner, change)])));
}

const keysReversed = bodies((json) =>
  deep(json, (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
);

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)Z$/;
const offsetMoments = bodies((json) =>
  deep(json, (value) => (typeof value === 'string' ? value.replace(MOMENT, '$1+00:00') : value)),
);

/** Strings and whole numbers of a JSON text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d+(?![\d.eE])/g;
const fractions = texts((body) => body.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : `${token}.0`)));
const escapes = texts((body) =>
  body
    .replaceAll(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/'),
);

const OTHER_STATUS: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 409: 423, 500: 503 };
const otherStatuses = refusals((response) => ({
  ...response,
  status: OTHER_STATUS[response.status] ?? response.status,
}));

/** Sentences of other words; what the interface states word for word stays. */
const otherTexts = errors((json) => {
  const error = textAt(json, 'error') ?? '';
  if (/^(?:missing_field|unknown_field|unauthorized|internal_error): /.test(error)) return json;
  if (/^[a-z_]+: /.test(error)) return { ...json, error: 'bad_value: Ungültig' };
  return { ...json, error: json['type'] === 'not found error' ? 'no such id or slug' : 'Das geht nicht.' };
});

/** A field more in the items of every list and in every single object but the map of prices. */
const extraFields: Wrap = answers((response, request) => {
  if (matchRoute(request)?.id === 'prices') return response;
  const more: Change = (value) => (isObject(value) ? { ...value, note: 'and this', weight: 3 } : value);
  const json: unknown = JSON.parse(response.body);
  return withBody(response, Array.isArray(json) ? json.map((item) => more(item, {})) : more(json, {}));
});

function headers(change: (name: string, value: string) => readonly [string, string]): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    const entries = Object.entries(response.headers).map(([name, value]) => change(name, value));
    return { ...response, headers: Object.fromEntries(entries) };
  };
}

/** Pages of `size` of a list that comes in larger ones. */
function smallPages(size: number): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    const page = jsonOf(response);
    const data = objectsIn(page['data']);
    if (response.status !== 200) return response;
    if (data.length <= size) return withBody(response, { ...page, limit: size });
    const offset = decodeCursor(new URLSearchParams(request.query).get('next_cursor') || CURSOR_START) ?? 0;
    const next = encodeCursor(offset + size);
    return withBody(response, { data: data.slice(0, size), next_cursor: next, limit: size, count: size });
  };
}

/** `count` is the number of items of the whole list. */
const countOfAll: Wrap = (handle) => (request) => {
  const response = handle(request);
  return response.status === 200
    ? withBody(response, { ...jsonOf(response), count: total(handle, request) })
    : response;
};

function total(handle: Handler, request: Request): number {
  let [sum, cursor] = [0, CURSOR_START];
  while (cursor !== CURSOR_END && cursor !== '') {
    const page = jsonOf(handle(withQuery(request, (query) => query.set('next_cursor', cursor))));
    sum += numberAt(page, 'count') ?? 0;
    cursor = textAt(page, 'next_cursor') ?? '';
  }
  return sum;
}

/** The whole list from its end, cut as asked. */
const fromTheEnd: Wrap = (handle) => (request) => {
  const response = handle(request);
  if (response.status !== 200) return response;
  const whole = objectsIn(JSON.parse(handle(withQuery(request, everything)).body)).toReversed();
  const query = new URLSearchParams(request.query);
  const offset = Number(query.get('offset') ?? 0);
  return withBody(response, whole.slice(offset, offset + Number(query.get('limit') ?? 20)));
};

function everything(query: URLSearchParams): void {
  query.set('limit', '100');
  query.set('offset', '0');
}

const emptySides: Change = (entry) => (isObject(entry) ? { BUY: '0', SELL: '0', ...entry } : entry);
const withoutCursorHeader = (response: Response): Response => {
  const { 'x-next-cursor': _, ...kept } = response.headers;
  return { ...response, headers: kept };
};
const newWords = (row: JsonObject): JsonObject => ({ ...row, status: 'resting' });

/** Odd services that are right. */
export const allQuirks: readonly Quirk[] = [
  { id: 'statuses', title: 'errors have other statuses: 422, 403, 410, 423, 503', wrap: otherStatuses },
  { id: 'error-texts', title: 'errors are said in other words', wrap: otherTexts },
  { id: 'extra-fields', title: 'objects carry fields that nobody listed', wrap: extraFields },
  { id: 'key-order', title: 'keys come in reverse', wrap: keysReversed },
  { id: 'pretty', title: 'bodies are indented', wrap: texts((body) => JSON.stringify(JSON.parse(body), null, 2)) },
  { id: 'escapes', title: 'letters beyond ASCII and slashes are escaped', wrap: escapes },
  { id: 'fractions', title: 'whole numbers are written as 12.0', wrap: fractions },
  { id: 'moments', title: 'moments have an offset in place of the Z', wrap: offsetMoments },
  {
    id: 'content-type',
    title: 'the content type has a charset in capitals',
    wrap: headers((name, value) => [name, name === 'content-type' ? 'application/json;charset=UTF-8' : value]),
  },
  {
    id: 'content-type-bare',
    title: 'the content type has no charset',
    wrap: headers((name, value) => [name, name === 'content-type' ? 'application/json' : value]),
  },
  {
    id: 'pages-of-one',
    title: 'lists with a cursor come in pages of one',
    wrap: onEach(['live-orders', ...CURSOR_LISTS.slice(0, 2)], smallPages(1)),
  },
  {
    id: 'pages-of-seven',
    title: 'lists with a cursor come in pages of seven',
    wrap: onEach(['live-orders', ...CURSOR_LISTS], smallPages(7)),
  },
  { id: 'count-of-all', title: 'count is that of the whole list', wrap: onEach(CURSOR_LISTS, countOfAll) },
  {
    id: 'empty-end',
    title: 'market lists end with an empty cursor',
    wrap: onEach(
      CURSOR_LISTS,
      edit('next_cursor', (cursor) => (cursor === CURSOR_END ? '' : cursor)),
    ),
  },
  {
    id: 'cursor-in-no-header',
    title: 'builder trades say nowhere how to go on',
    wrap: onRoute('builder-trades', answers(withoutCursorHeader)),
  },
  {
    id: 'best-first',
    title: 'books list the best levels first',
    wrap: onRoute('books', together([edit('*.bids', reversed), edit('*.asks', reversed)])),
  },
  {
    id: 'books-in-any-order',
    title: 'books come in another order than asked for',
    wrap: onRoute(
      'books',
      rows((list) => list.toReversed()),
    ),
  },
  {
    id: 'book-moments',
    title: 'books carry their moment in ISO 8601',
    wrap: onRoute(
      'books',
      edit('*.timestamp', (stamp) => new Date(Number(stamp)).toISOString()),
    ),
  },
  {
    id: 'buy-is-bid',
    title: 'BUY is the best bid and an empty side is 0',
    wrap: onRoute('prices', together([edit('*', emptySides), edit('*', bidAsBuy)])),
  },
  { id: 'newest-first', title: 'replies come newest first', wrap: onRoute('comment-replies', fromTheEnd) },
  {
    id: 'oldest-first',
    title: 'markets come by slug where nothing else is asked for',
    wrap: onRoute('markets', assuming('order', 'slug')),
  },
  {
    id: 'order-words',
    title: 'orders have other status words',
    wrap: together([
      onRoute(
        'live-orders',
        rows((list) => list.map(newWords)),
      ),
      onRoute(
        'place-order',
        edit('status', (status) => `${String(status)}-ok`),
      ),
    ]),
  },
];

function bidAsBuy(entry: unknown): unknown {
  return isObject(entry) ? { ...entry, BUY: entry['SELL'], SELL: entry['BUY'] } : entry;
}
