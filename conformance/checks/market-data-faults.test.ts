/** conformance/checks/market-data-faults tests: each file of trading-market, book and price checks notices planted faults. */
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../spec/json.ts';
import {
  answering,
  asking,
  brokenClauses,
  eachRow,
  type Fault,
  type Plant,
  refusing,
  sound,
  succeeding,
  theObject,
} from '../fixtures/planted.ts';

const TRADING = /^\/markets\/0x/;
const SETTINGS = /^\/clob-markets\//;
const SAMPLING = /^\/sampling-markets$/;
const SHORT = /^\/sampling-simplified-markets$/;
const ALL = /^\/simplified-markets$/;
const BOOKS = /^\/books$/;
const PRICES = /^\/prices$/;

const turned = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.toReversed() : []);
const tokens = (row: JsonObject, change: (token: JsonObject) => JsonObject): JsonObject => ({
  ...row,
  tokens: objectsIn(row['tokens']).map(change),
});

const markets: readonly Fault[] = [
  [
    'trading-market.assets_ids',
    '2.10/assets_ids.tokens',
    'another order',
    theObject(TRADING, (row) => ({ ...row, assets_ids: turned(row['assets_ids']) })),
  ],
  [
    'simplified-markets.outcomes',
    '2.11/outcomes.tokens',
    'another order',
    eachRow(ALL, (row) => ({ ...row, outcomes: turned(row['outcomes']) })),
  ],
  [
    'trading-market.tick-size',
    '2.10/minimum_tick_size.positive',
    'no tick',
    theObject(TRADING, (row) => ({ ...row, minimum_tick_size: 0 })),
  ],
  [
    'sampling-markets.price-range',
    '2.13/price.range',
    'prices in cents',
    eachRow(SAMPLING, (row) => tokens(row, (token) => ({ ...token, price: 40 }))),
  ],
  [
    'simplified-markets.tokens-unique',
    '2.13/token_id.unique',
    'a token twice',
    eachRow(ALL, (row) => tokens(row, (token) => ({ ...token, outcome: 'Yes' }))),
  ],
  [
    'trading-market.winner-open',
    '2.13/winner.open',
    'open markets have winners',
    theObject(TRADING, (row) => tokens(row, (token) => ({ ...token, winner: true }))),
  ],
  [
    'trading-market.price-sum',
    'D/token-price.sum',
    'prices do not add up',
    theObject(TRADING, (row) => tokens(row, (token) => ({ ...token, price: 0.9 }))),
  ],
  [
    'simplified-markets.closed-accepts-none',
    'D/flags.closed',
    'closed markets accept orders',
    eachRow(ALL, (row) => ({ ...row, accepting_orders: true })),
  ],
  [
    'simplified-markets.status-words',
    'D/market-status.words',
    'another word',
    eachRow(ALL, (row) => ({ ...row, status: 'OPEN' })),
  ],
  [
    'trading-market.asked',
    '4.13/condition_id.match',
    'every condition id answers one market',
    (handle) => {
      let first: ReturnType<typeof handle> | undefined;
      return (request) => {
        if (!TRADING.test(request.path)) return handle(request);
        first ??= handle(request);
        return first;
      };
    },
  ],
  [
    'trading-market.asked',
    '2.10/event.same',
    'another event',
    theObject(TRADING, (row) => ({ ...row, event: { ...(isObject(row['event']) ? row['event'] : {}), title: 'x' } })),
  ],
  [
    'trading-market.catalog-same',
    '2.10/catalog.same',
    'another question',
    theObject(TRADING, (row) => ({ ...row, question: 'Why?' })),
  ],
  [
    'trading-market.catalog-same',
    '3/flags.views',
    'another flag',
    theObject(TRADING, (row) => ({ ...row, closed: row['closed'] === false })),
  ],
  [
    'trading-market.catalog-same',
    '2.5/outcomes.aligned',
    'outcomes exchanged',
    theObject(TRADING, (row) => ({ ...row, tokens: swapped(row['tokens']) })),
  ],
  [
    'sampling-markets.trading-same',
    '4.15/sampling-markets.trading.same',
    'another tick',
    eachRow(SAMPLING, (row) => ({ ...row, minimum_tick_size: 0.5 })),
  ],
  [
    'simplified-markets.trading-same',
    '2.11/trading.same',
    'another status',
    eachRow(ALL, (row) => ({ ...row, status: 'x' })),
  ],
  [
    'trading-settings.trading-same',
    '2.17/t.outcomes',
    'a token is missing',
    theObject(SETTINGS, (row) => ({ ...row, t: listAt(row, 't').slice(1) })),
  ],
  [
    'trading-settings.trading-same',
    '4.14/condition_id.match',
    'settings of another market',
    theObject(SETTINGS, (row) => ({
      ...row,
      t: [
        { t: '1', o: 'Yes' },
        { t: '2', o: 'No' },
      ],
    })),
  ],
  [
    'trading-settings.trading-same',
    'D/settings-keys.mts',
    'another tick',
    theObject(SETTINGS, (row) => ({ ...row, mts: 0.5 })),
  ],
  [
    'trading-market.precedence',
    '4.1/precedence.markets-condition',
    'the catalog answers',
    theObject(TRADING, (row) => ({ conditionId: row['condition_id'] })),
  ],
];

/** The tokens with their outcomes exchanged. */
function swapped(value: unknown): readonly JsonObject[] {
  const [first = {}, second = {}] = objectsIn(value);
  return [
    { ...first, outcome: second['outcome'] },
    { ...second, outcome: first['outcome'] },
  ];
}

const fewer = (path: RegExp): Plant =>
  answering(path, (json) => (isObject(json) ? { ...json, data: listAt(json, 'data').slice(1) } : json));
const isLast = (json: JsonObject): boolean => textAt(json, 'next_cursor') === 'LTE=';

const lists: readonly Fault[] = [
  ['sampling-simplified-markets.subset', 'D/sampling-scope.same', 'a market is left out', fewer(SHORT)],
  [
    'simplified-markets.superset',
    'D/sampling-scope.simplified',
    'closed markets alone',
    answering(ALL, (json) =>
      isObject(json) ? { ...json, data: objectsIn(json['data']).filter((row) => row['closed'] === true) } : json,
    ),
  ],
  ['simplified-markets.all', 'D/sampling-scope.all', 'a market is left out', fewer(ALL)],
  [
    'sampling-markets.scope-rewards',
    'D/sampling-scope.rewards',
    'no rewards',
    eachRow(SAMPLING, (row) => ({ ...row, rewards: { rates: [] } })),
  ],
  [
    'simplified-markets.cursor-word',
    '4.15/simplified-markets.next_cursor.malformed',
    'a malformed cursor is the first page',
    asking(ALL, (query) => query.delete('next_cursor')),
  ],
  [
    'simplified-markets.pages',
    'D/market-list-pages.end',
    'an empty cursor at the end',
    theObject(ALL, (page) => (isLast(page) ? { ...page, next_cursor: '' } : page)),
  ],
  [
    'simplified-markets.past-the-end',
    'D/market-list-pages.past-end',
    'past the end is refused',
    refusing(({ path, query }) => ALL.test(path) && query.includes('OTk5OTk5OQ')),
  ],
];

const side = (
  book: JsonObject,
  name: 'bids' | 'asks',
  change: (levels: readonly JsonObject[]) => readonly unknown[],
) => ({
  ...book,
  [name]: change(objectsIn(book[name])),
});
const bids = (change: (levels: readonly JsonObject[]) => readonly unknown[]): Plant =>
  eachRow(BOOKS, (book) => side(book, 'bids', change));
const moved = (levels: readonly JsonObject[]): readonly JsonObject[] => [...levels.slice(1), ...levels.slice(0, 1)];
const first = (levels: readonly JsonObject[], change: JsonObject): readonly JsonObject[] =>
  levels.map((level, index) => (index === 0 ? { ...level, ...change } : level));

const books: readonly Fault[] = [
  [
    'books.levels',
    'D/book-levels.sorted',
    'levels in order of arrival',
    bids((levels) => (levels.length > 2 ? moved(levels) : levels)),
  ],
  [
    'books.levels',
    'D/book-levels.unique',
    'a level for each order',
    bids((levels) => levels.flatMap((level) => [level, level])),
  ],
  ['books.levels', '2.14/levels.positive', 'an empty level', bids((levels) => first(levels, { size: '0' }))],
  ['books.levels', '2.14/levels.range', 'a price of 1', bids((levels) => first(levels, { price: '1' }))],
  ['books.levels', 'D/book-levels.tick', 'a price off the tick', bids((levels) => first(levels, { price: '0.12345' }))],
  [
    'books.levels',
    '2.14/uncrossed',
    'bids above asks',
    eachRow(BOOKS, (book) => ({ ...book, bids: book['asks'], asks: book['bids'] })),
  ],
  ['books.levels', '2.14/timestamp.moment', 'no moment', eachRow(BOOKS, (book) => ({ ...book, timestamp: 'now' }))],
  [
    'books.form',
    'D/book-hash',
    'a hash of something else',
    eachRow(BOOKS, (book) => ({ ...book, hash: 'a'.repeat(40) })),
  ],
  ['books.form', 'D/book-levels.bids', 'best bid first', bids((levels) => levels.toReversed())],
  [
    'books.form',
    'D/number-spelling.shortest',
    'trailing zeros',
    eachRow(BOOKS, (book) => ({ ...book, tick_size: '0.0100' })),
  ],
  [
    'books.per-token',
    '4.16/per-token',
    'the first token alone',
    answering(BOOKS, (json) => objectsIn(json).slice(0, 1)),
  ],
  ['books.per-token', '2.14/asset_id.asked', 'another token', eachRow(BOOKS, (book) => ({ ...book, asset_id: '7' }))],
  [
    'books.empty',
    '4.16/empty',
    'an empty array is refused',
    refusing(({ path, body }) => BOOKS.test(path) && body === '[]'),
  ],
  ['books.order', 'D/batch-tokens.order', 'another order', answering(BOOKS, (json) => objectsIn(json).toReversed())],
  [
    'books.repeated',
    'D/batch-tokens.repeated',
    'a book for each time',
    answering(BOOKS, (json) => objectsIn(json).flatMap((book) => [book, book])),
  ],
  [
    'books.market-same',
    '2.14/tick_size.same',
    'another tick',
    eachRow(BOOKS, (book) => ({ ...book, tick_size: '0.5' })),
  ],
  [
    'books.market-same',
    '2.14/market.condition',
    'the condition of another market',
    (handle) => {
      let condition: string | undefined;
      return eachRow(BOOKS, (book) => {
        condition ??= textAt(book, 'market');
        return { ...book, market: condition };
      })(handle);
    },
  ],
  [
    'books.market-same',
    '2.14/neg_risk.same',
    'another flag',
    eachRow(BOOKS, (book) => ({ ...book, neg_risk: book['neg_risk'] === false })),
  ],
  ['books.mirror', 'D/book-mirror', 'one side alone', bids(() => [])],
  [
    'books.last-trade-price',
    'D/last-trade-price.complement',
    'one price for both',
    eachRow(BOOKS, (book) => ({ ...book, last_trade_price: '0.3' })),
  ],
  [
    'trading-market.price-no-trade',
    'D/token-price.no-trade',
    'no price before the first trade',
    theObject(TRADING, (row) => tokens(row, (token) => ({ ...token, price: 0 }))),
  ],
  [
    'trading-market.price-no-trade',
    'D/last-trade-price.empty',
    'a price of 0 before the first trade',
    eachRow(BOOKS, (book) => (book['last_trade_price'] === '' ? { ...book, last_trade_price: '0' } : book)),
  ],
];

const entries = (change: (entry: JsonObject) => unknown): Plant =>
  theObject(PRICES, (map) =>
    Object.fromEntries(Object.entries(map).map(([token, entry]) => [token, isObject(entry) ? change(entry) : entry])),
  );
const batch = (path: RegExp, part: string) =>
  succeeding((request) => path.test(request.path) && request.body === part, []);

const prices: readonly Fault[] = [
  [
    'prices.keys',
    '4.17/keys',
    'keys are places in the list',
    theObject(PRICES, (map) => Object.fromEntries(Object.values(map).entries())),
  ],
  ['prices.best', '4.17/BUY.best', 'BUY is another price', entries((entry) => ({ ...entry, BUY: '0.123' }))],
  [
    'prices.best',
    '4.17/SELL.best',
    'both prices from one side',
    entries((entry) => ({ ...entry, SELL: entry['BUY'] })),
  ],
  [
    'prices.best',
    '4.17/per-token',
    'one price is missing',
    entries(({ BUY, ...entry }) => (entry['SELL'] === undefined ? { BUY } : entry)),
  ],
  [
    'prices.meaning',
    'D/prices-meaning.BUY',
    'bid and ask exchanged',
    entries(({ BUY, SELL }) => ({ BUY: SELL, SELL: BUY })),
  ],
  [
    'prices.empty-side',
    'D/prices-meaning.empty-side',
    'an empty side is 0',
    entries((entry) => ({ BUY: '0', SELL: '0', ...entry })),
  ],
  [
    'prices.empty',
    '4.17/empty',
    'an empty array for an empty array',
    answering(PRICES, (json) => (Object.keys(json as object).length === 0 ? [] : json)),
  ],
  ['books.body.null-token', '4.16/token_id.type', 'null is a token', batch(BOOKS, '[{"token_id":null}]')],
  ['prices.body.no-token', 'D/batch-tokens.token.prices', 'an item may name none', batch(PRICES, '[{"asset_id":"1"}]')],
  ['books.body.not-array', '4.16/body.type', 'an object is a list of one', batch(BOOKS, '{"token_id":"1"}')],
  ['books.body.not-json', '7/books.bad-request', 'half a body is a body', batch(BOOKS, '[{"token_id": "1"')],
  [
    'books.batch-length',
    'D/batch-tokens.max',
    'a batch may have any length',
    succeeding(({ path, body }) => BOOKS.test(path) && String(body).split('token_id').length > 501, []),
  ],
];

describe('a check of market data', () => {
  const all = [...markets, ...lists, ...books, ...prices];

  it.each(all)('%s: %s, broken where %s', async (check, clause, _, plant) => {
    expect(await brokenClauses([check], plant)).toContain(clause);
  });

  it('finds nothing in the service as it is', async () => {
    expect(await brokenClauses([...new Set(all.map(([check]) => check))], sound)).toEqual([]);
  });
});
