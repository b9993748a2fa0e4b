/** proof/judge/planted/market-data: faults of trading markets, books and prices. */
import { isObject, type JsonObject, listAt, objectsIn } from '../../../spec/json.ts';
import {
  asking,
  eachRow,
  type Plant,
  type PlantedFault,
  refusing,
  responding,
  succeeding,
  theObject,
} from './plants.ts';

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

const markets: readonly PlantedFault[] = [
  [
    'simplified-markets.outcomes',
    '2.11/outcomes.tokens',
    'another order',
    eachRow(ALL, (row) => ({ ...row, outcomes: turned(row['outcomes']) })),
  ],
  [
    'sampling-markets.outcomes',
    '2.10/outcomes.tokens',
    'another order',
    eachRow(SAMPLING, (row) => ({ ...row, outcomes: turned(row['outcomes']) })),
  ],
  [
    'sampling-simplified-markets.outcomes',
    '2.11/outcomes.tokens',
    'another order',
    eachRow(SHORT, (row) => ({ ...row, outcomes: turned(row['outcomes']) })),
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
    'trading-market.precedence',
    '4.1/precedence.markets-condition',
    'the catalog answers',
    theObject(TRADING, (row) => ({ conditionId: row['condition_id'] })),
  ],
];

const fewer = (path: RegExp): Plant =>
  responding(path, (json) => (isObject(json) ? { ...json, data: listAt(json, 'data').slice(1) } : json));

const lists: readonly PlantedFault[] = [
  ['sampling-simplified-markets.subset', 'D/sampling-scope.same', 'a market is left out', fewer(SHORT)],
  [
    'simplified-markets.superset',
    'D/sampling-scope.simplified',
    'only closed markets',
    responding(ALL, (json) =>
      isObject(json) ? { ...json, data: objectsIn(json['data']).filter((row) => row['closed'] === true) } : json,
    ),
  ],
  [
    'trading-settings.trading-same',
    '4.14/condition_id.match',
    'the tokens of another market',
    theObject(SETTINGS, (row) => ({ ...row, t: objectsIn(row['t']).map((token) => ({ ...token, t: '1' })) })),
  ],
  ['simplified-markets.all', 'D/sampling-scope.all', 'a market is left out', fewer(ALL)],
  [
    'sampling-markets.scope-rewards',
    'D/sampling-scope.rewards',
    'no rewards',
    eachRow(SAMPLING, (row) => ({ ...row, rewards: { rates: [] } })),
  ],
  [
    'sampling-simplified-markets.scope-rewards',
    'D/sampling-scope.rewards',
    'no rewards',
    eachRow(SHORT, (row) => ({ ...row, rewards: { rates: [] } })),
  ],
  [
    'simplified-markets.cursor-word',
    'D/market-list-pages.malformed',
    'a malformed cursor returns the first page',
    asking(ALL, (query) => query.delete('next_cursor')),
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

const books: readonly PlantedFault[] = [
  ['books.levels', '2.14/timestamp.moment', 'no moment', eachRow(BOOKS, (book) => ({ ...book, timestamp: 'now' }))],
  [
    'books.empty',
    '4.16/empty',
    'an empty array is refused',
    refusing(({ path, body }) => BOOKS.test(path) && body === '[]'),
  ],
  ['books.mirror', 'D/book-mirror', 'only one side', bids(() => [])],
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

const prices: readonly PlantedFault[] = [
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
    responding(PRICES, (json) => (Object.keys(json as object).length === 0 ? [] : json)),
  ],
  ['books.body.null-token', '4.16/token_id.type', 'null is a token', batch(BOOKS, '[{"token_id":null}]')],
  [
    'prices.body.no-token',
    'D/batch-tokens.token.prices',
    'an item may lack its token',
    batch(PRICES, '[{"asset_id":"1"}]'),
  ],
  ['books.body.not-array', '4.16/body.type', 'an object is a list of one', batch(BOOKS, '{"token_id":"1"}')],
  [
    'books.batch-length',
    'D/batch-tokens.max',
    'a batch may have any length',
    succeeding(({ path, body }) => BOOKS.test(path) && String(body).split('token_id').length > 501, []),
  ],
];

export const marketDataFaults: readonly PlantedFault[] = [...markets, ...lists, ...books, ...prices];
