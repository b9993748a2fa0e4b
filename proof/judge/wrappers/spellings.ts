/** proof/judge/wrappers/spellings: spelling of JSON and moments, words, page sizes and orders, unusual but correct. */
import { isObject, type JsonObject, objectsIn, textAt } from '../../../base/json.ts';
import { encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import type { RouteId } from '../../../spec/route.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { together, type Wrap } from '../variant.ts';
import { cursorOffset, pageOf, wholeByCursor } from './lists.ts';
import { reading, withQuery } from './requests.ts';
import {
  bodies,
  edit,
  errors,
  jsonOf,
  ofObject,
  queryOf,
  refusals,
  refusalsThat,
  replies,
  responses,
  rowsIn,
  withBody,
  withoutHeader,
} from './responses.ts';

export const CURSOR_LISTS: readonly RouteId[] = [
  'sampling-markets',
  'sampling-simplified-markets',
  'simplified-markets',
];

/** With the list of a wallet's own orders. */
export const ALL_CURSOR_LISTS: readonly RouteId[] = ['live-orders', ...CURSOR_LISTS];

export function texts(change: (body: string) => string): Wrap {
  return replies((response) => ({ ...response, body: change(response.body) }));
}

/** A value and everything in it, from the inside out. `key`: that of the value, or of the list that contains it. */
export function deep(value: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((item) => deep(item, change, key)),
      key,
    );
  if (!isObject(value)) return change(value, key);
  const entries = Object.entries(value).map(([name, inner]) => [name, deep(inner, change, name)] as const);
  return change(Object.fromEntries(entries), key);
}

export const everywhere = (change: (value: unknown, key: string) => unknown): Wrap =>
  bodies((json) => deep(json, change));

export const keysReversed = everywhere((value) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
);

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)$/;

const DAY_MS = 86_400_000;
const dayOf = (text: string) => new Date(`${text.slice(0, 10)}T00:00:00Z`);
const daysSince = (start: number, day: Date | number) => Math.round((Number(day) - start) / DAY_MS);

/** The day as week date: 2026-W48-4. */
function weekDate(moment: string): string {
  const weekday = dayOf(moment).getUTCDay() || 7;
  const thursday = new Date(Number(dayOf(moment)) + (4 - weekday) * DAY_MS);
  const week = Math.floor(daysSince(Date.UTC(thursday.getUTCFullYear(), 0, 1), thursday) / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}-${weekday}${moment.slice(10)}`;
}

/** The day as ordinal date in the basic format: 2026330T101500. */
function ordinalDate(moment: string): string {
  const day = daysSince(Date.UTC(Number(moment.slice(0, 4)), 0, 1), dayOf(moment)) + 1;
  return `${moment.slice(0, 4)}${String(day).padStart(3, '0')}${moment.slice(10).replaceAll(':', '')}`;
}

const moments = (spell: (moment: string, zone: string) => string) =>
  everywhere((value) =>
    typeof value === 'string' ? value.replace(MOMENT, (_, moment: string, zone: string) => spell(moment, zone)) : value,
  );
export const offsetMoments = moments((moment) => `${moment}+00:00`);
export const weekDates = moments((moment, zone) => weekDate(moment) + zone);
export const ordinalDates = moments((moment, zone) => ordinalDate(moment) + zone.replace(':', ''));

/** Strings and whole numbers of a JSON text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d+(?![\d.eE])/g;
export const fractions = texts((body) =>
  body.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : `${token}.0`)),
);
export const escapes = texts((body) =>
  body
    .replaceAll(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/'),
);

const OTHER_STATUS: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 409: 423, 500: 503 };
/** Other statuses for the same refusals. */
export const otherStatuses = refusals((response) => ({
  ...response,
  status: OTHER_STATUS[response.status] ?? response.status,
}));

/** Other texts for errors; a text that the interface states literally is kept. */
export const otherTexts = errors((json) => {
  const error = textAt(json, 'error') ?? '';
  if (/^(?:missing_field|unknown_field|unauthorized|internal_error): /.test(error)) return json;
  if (/^[a-z_]+: /.test(error)) return { ...json, error: 'bad_value: Ungültig' };
  return { ...json, error: json['type'] === 'not found error' ? 'no such id or slug' : 'Das geht nicht.' };
});

/** A malformed name of an entity is treated as an unknown one. */
export const notFoundToo = refusalsThat(
  (response) => jsonOf(response)['type'] === BAD_REQUEST,
  (response) => withBody(response, { type: NOT_FOUND, error: 'nothing of this name is there' }, 404),
);

/** Adds a field to the items of every list and to every single object except the map of prices. */
export const extraFields = responses((response, request) => {
  if (matchRoute(request)?.id === 'prices') return response;
  const more = ofObject((value) => ({ ...value, note: 'and this', weight: 3 }));
  const json: unknown = JSON.parse(response.body);
  return withBody(response, Array.isArray(json) ? json.map((item) => more(item, {})) : more(json, {}));
});

export function headers(change: (name: string, value: string) => readonly [string, string]): Wrap {
  return replies((response) => {
    const entries = Object.entries(response.headers).map(([name, value]) => change(name, value));
    return { ...response, headers: Object.fromEntries(entries) };
  });
}

export function smallPages(size: number): Wrap {
  return replies((response, request) => {
    const page = jsonOf(response);
    const data = objectsIn(page['data']);
    if (response.status !== 200) return response;
    if (data.length <= size) return withBody(response, { ...page, limit: size });
    const next = encodeCursor(cursorOffset(queryOf(request)) + size);
    return withBody(response, { data: data.slice(0, size), next_cursor: next, limit: size, count: size });
  });
}

/** The last page with rows has the cursor of the page after it, which is empty. */
export const emptyLastPage = replies((response, request) => {
  const page = jsonOf(response);
  const data = objectsIn(page['data']);
  if (response.status !== 200 || data.length === 0 || !endsPaging(textAt(page, 'next_cursor') ?? '')) return response;
  const next = encodeCursor(cursorOffset(queryOf(request)) + data.length);
  return withBody(response, { ...page, next_cursor: next });
});

/** Pages of seven, with cursors in another spelling. Cursors of requests are read in any spelling. */
export function spelledCursors(spell: (offset: number) => string): Wrap {
  const respelled = (cursor: string, write: (offset: number) => string) => {
    const offset = readCursor(cursor);
    return offset === undefined ? cursor : write(offset);
  };
  return together([
    smallPages(7),
    reading('next_cursor', (cursor) => respelled(cursor, encodeCursor)),
    edit('next_cursor', (cursor) => respelled(String(cursor), spell)),
  ]);
}

export const countOfAll = replies((response, request, handle) =>
  response.status === 200
    ? withBody(response, { ...jsonOf(response), count: wholeByCursor(handle, request).length })
    : response,
);

export const fromTheEnd = responses((response, request, handle) => {
  const whole = rowsIn(handle(withQuery(request, everything))).toReversed();
  return withBody(response, pageOf(whole, queryOf(request), 20));
});

function everything(query: URLSearchParams) {
  query.set('limit', '100');
  query.set('offset', '0');
}

/** Changes the pair of prices of each token. */
export const eachPair = (change: (pair: JsonObject) => unknown): Wrap => edit('*', ofObject(change));
export const emptySides = (blank: '' | '0'): Wrap => eachPair((pair) => ({ BUY: blank, SELL: blank, ...pair }));
export const bidAsBuy = eachPair(({ BUY, SELL }) => ({ BUY: SELL, SELL: BUY }));
export const withoutCursorHeader = responses((response) => withoutHeader(response, 'x-next-cursor'));
