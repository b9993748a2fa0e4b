/** conformance/discovery/catalog: binds markets, events, trading markets, books, creators, trades and comments. */
import { flagAt, isObject, type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../base/json.ts';
import { encodeCursor } from '../../spec/cursor.ts';
import { parseJsonStringArray } from '../../spec/resources/resource.ts';
import { get, withJson } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import { chunksOf } from '../chunks.ts';
import { byMost, distinct, type Reader, segment, spread } from './reader.ts';

const PAGE = 100;
const PAGES = 5;
const EVENTS = 24;
const CONDITIONS = 24;
const TOKENS = 500;
const BATCHES = 2;
/** Tokens that are requested one by one if every batch is refused. */
const SINGLES = 20;
const COMMENT_IDS = 20;

export type Markets = { readonly markets: readonly JsonObject[]; readonly marketsComplete: boolean };

/** The named markets, then the list page by page, and by a filter if it has no closed or archived market. */
export async function findMarkets(reader: Reader, named: readonly string[]): Promise<Markets> {
  const first = await reader.each(named, (conditionId) => reader.read('/markets', { conditionId, limit: '1' }));
  const isNamed = (market: JsonObject) => named.includes(textOrEmpty(market, 'conditionId'));
  const found = await listedMarkets(reader);
  const markets = [...first.flatMap(objectsIn).filter(isNamed), ...found.markets];
  const isWhole = markets.every(({ id }) => found.markets.some((market) => market['id'] === id));
  return { markets: uniqueById(markets), marketsComplete: found.marketsComplete && isWhole };
}

async function listedMarkets(reader: Reader): Promise<Markets> {
  let markets: readonly JsonObject[] = [];
  let isComplete = false;
  for (let page = 0; page < PAGES && !isComplete; page += 1) {
    const response = await reader.read('/markets', { limit: String(PAGE), offset: String(markets.length) });
    const found = objectsIn(response);
    // Spread into a list, not into arguments: a hostile page may have more rows than a call takes arguments.
    markets = [...markets, ...found];
    isComplete = Array.isArray(response) && found.length === 0;
    if (!Array.isArray(response)) break;
    // A shorter page may be a smaller limit of the service. Only an empty page is the end.
    if (found.length < PAGE && found.length > 0) {
      const after = await reader.read('/markets', { limit: '1', offset: String(markets.length) });
      isComplete = Array.isArray(after) && after.length === 0;
    }
  }
  for (const flag of ['closed', 'archived'] as const) {
    if (isComplete || markets.some((market) => flagAt(market, flag) === true)) continue;
    markets = [...markets, ...objectsIn(await reader.read('/markets', { [flag]: 'true', limit: '20' }))];
  }
  return { markets, marketsComplete: isComplete };
}

function uniqueById(markets: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Set<string>();
  return markets.filter((market) => {
    const id = textAt(market, 'id') ?? textAt(market, 'conditionId');
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Full events: the named ones, then a spread of the events of the markets. */
export async function findEvents(
  reader: Reader,
  markets: readonly JsonObject[],
  named: readonly string[],
): Promise<readonly JsonObject[]> {
  const found = distinct(
    markets.flatMap((market) => objectsIn(listAt(market, 'events')).map((event) => textAt(event, 'slug'))),
  );
  const slugs = distinct([...named, ...spread(found, EVENTS)]);
  const events = await reader.each(slugs, (slug) => reader.read(`/events/slug/${segment(slug)}`));
  return events.filter(isObject);
}

/** Trading markets of a spread of the catalog: the named ones, then open ones, then the others. */
export async function findConditions(
  reader: Reader,
  markets: readonly JsonObject[],
  named: readonly string[],
): Promise<readonly JsonObject[]> {
  const isOpen = (market: JsonObject) => flagAt(market, 'active') === true && flagAt(market, 'closed') === false;
  const idsOf = (rows: readonly JsonObject[]) => distinct(rows.map((market) => textAt(market, 'conditionId')));
  const open = spread(idsOf(markets.filter(isOpen)), (CONDITIONS * 2) / 3);
  const others = spread(idsOf(markets.filter((market) => !isOpen(market))), CONDITIONS / 3);
  const ids = distinct([...named, ...open, ...others]);
  const found = await reader.each(ids, (id) => reader.read(`/markets/${segment(id)}`));
  return found.filter(isObject);
}

/** Books with levels, two-sided first. Refused batches get smaller: one token without a book may be the reason. */
export async function findBooks(
  reader: Reader,
  markets: readonly JsonObject[],
  named: readonly string[],
): Promise<readonly JsonObject[]> {
  const open = markets.filter((market) => flagAt(market, 'closed') !== true);
  const found = open.flatMap((market) => parseJsonStringArray(textOrEmpty(market, 'clobTokenIds')) ?? []);
  const tokens = distinct([...named, ...found]).slice(0, TOKENS);
  if (tokens.length === 0) return [];
  const readBooks = (batch: readonly string[]) =>
    reader.send(
      withJson(
        'POST',
        '/books',
        batch.map((token_id) => ({ token_id })),
      ),
    );
  for (const size of [250, 50, 10]) {
    const [first = [], ...others] = chunksOf(tokens, size).slice(0, BATCHES);
    const response = await readBooks(first);
    if (response === undefined) continue;
    return levelled([response, ...(await reader.each(others, readBooks))]);
  }
  const singles = distinct([...named, ...spread(tokens, SINGLES)]);
  return levelled(await reader.each(singles, (token) => readBooks([token])));
}

function levelled(answers: readonly (Exchange | undefined)[]): readonly JsonObject[] {
  const books = answers.flatMap((response) => objectsIn(response?.json));
  return [...books.filter((book) => sidesOf(book) === 2), ...books.filter((book) => sidesOf(book) === 1)];
}

function sidesOf(book: JsonObject) {
  return Number(listAt(book, 'bids').length > 0) + Number(listAt(book, 'asks').length > 0);
}

export async function findCreators(reader: Reader): Promise<readonly JsonObject[]> {
  return objectsIn(await reader.read('/events/creators', { limit: String(PAGE) }));
}

/** Trades of the first two pages. The cursor of the second is in a header, or the encoded offset. */
export async function findTrades(reader: Reader): Promise<readonly JsonObject[]> {
  const first = await reader.send(get('/builder/trades'));
  const trades = objectsIn(first?.json);
  if (trades.length === 0) return [];
  const next = first?.headers['x-next-cursor'] ?? encodeCursor(trades.length);
  const second = objectsIn(await reader.read('/builder/trades', { next_cursor: next }));
  const seen = new Set(trades.map((trade) => textAt(trade, 'id')));
  return [...trades, ...second.filter((trade) => !seen.has(textAt(trade, 'id')))];
}

/** Comments with replies. No route lists them, so ids are named ones or small numbers, and those of nested replies. */
export async function findComments(reader: Reader, named: readonly string[]): Promise<readonly string[]> {
  const guesses = Array.from({ length: COMMENT_IDS }, (_, index) => String(index + 1));
  const first = await repliesOf(reader, named.length > 0 ? named : guesses);
  const nested = first.flatMap(([, replies]) => replies.filter((reply) => listAt(reply, 'replies').length > 0));
  const known = new Set(first.map(([id]) => id));
  const more = distinct(nested.map((reply) => textAt(reply, 'id'))).filter((id) => !known.has(id));
  const second = await repliesOf(reader, more.slice(0, 4));
  return byMost([...first, ...second].map(([id, replies]) => [id, replies.length]));
}

function repliesOf(reader: Reader, ids: readonly string[]) {
  return reader.each(
    ids,
    async (id) => [id, objectsIn(await reader.read(`/comments/${segment(id)}`, { limit: '100' }))] as const,
  );
}
