/** proof/judge/mutants/seen-market-data: faults of trading markets, books and prices, each for one check. */
import { isObject, type JsonObject, listAt, objectsIn } from '../../../base/json.ts';
import { seen, type Wrap } from '../variant.ts';
import { type Change, lowered, reversed } from '../wrappers/edit.ts';
import { ignoring, refusingAny } from '../wrappers/requests.ts';
import { bodies, eachRow, edit, keeping, replying, rows, set } from '../wrappers/responses.ts';

const fewer = rows((list) => list.slice(1));
const asCatalog = bodies((json) => (isObject(json) ? { conditionId: json['condition_id'] } : json));
const turned = edit('data.*.outcomes', reversed);
const unrewarded = eachRow((row) => ({ ...row, rewards: { rates: [] } }));

const entries = (change: (entry: JsonObject) => unknown): Wrap =>
  edit('*', (entry) => (isObject(entry) ? change(entry) : entry));
const zeroIfEmpty: Change = (price) => (price === '' ? '0' : price);
const accepting = (body: string): Wrap => replying((request) => request.body === body, []);

export const seenInMarketData = seen({
  'simplified-markets': [
    ['.outcomes', '2.11/outcomes.tokens', 'another order', turned],
    ['.tokens-unique', '2.13/token_id.unique', 'a token twice', set('data.*.tokens.*.outcome', 'Yes')],
    ['.closed-accepts-none', 'D/flags.closed', 'closed markets accept orders', set('data.*.accepting_orders', true)],
    ['.status-words', 'D/market-status.words', 'another word', set('data.*.status', 'OPEN')],
    ['.superset', 'D/sampling-scope.simplified', 'only closed markets', keeping((row) => row['closed'] === true)],
    ['.all', 'D/sampling-scope.all', 'a market is left out', fewer],
    ['.cursor-word', 'D/market-list-pages.malformed', 'it returns the first page', ignoring('next_cursor')],
    [
      '.past-the-end',
      'D/market-list-pages.past-end',
      'past the end is refused',
      refusingAny(({ query }) => query.includes('OTk5OTk5OQ')),
    ],
  ],
  'sampling-markets': [
    ['.outcomes', '2.10/outcomes.tokens', 'another order', turned],
    ['.price-range', '2.13/price.range', 'prices in cents', set('data.*.tokens.*.price', 40)],
    ['.scope-rewards', 'D/sampling-scope.rewards', 'no rewards', unrewarded],
  ],
  'sampling-simplified-markets': [
    ['.outcomes', '2.11/outcomes.tokens', 'another order', turned],
    ['.subset', 'D/sampling-scope.same', 'a market is left out', fewer],
    ['.scope-rewards', 'D/sampling-scope.rewards', 'no rewards', unrewarded],
  ],
  'trading-market': [
    ['.precedence', '4.1/precedence.markets-condition', 'the catalog answers', asCatalog],
    ['.price-no-trade', 'D/token-price.no-trade', 'no price before the first trade', set('tokens.*.price', 0)],
    ['.moments-utc', 'D/empty-moments.iso-utc', 'a space for the T', set('game_start_time', '2026-01-04 15:00:00+00')],
    [
      '.condition.case',
      'D/condition-form.case',
      'capitals are another id',
      refusingAny(({ path }) => /0x.*[A-F]/.test(path), 404),
    ],
  ],
  'trading-settings': [['.trading-same', '4.14/condition_id.match', 'the tokens of another market', set('t.*.t', '1')]],
  books: [
    ['.levels', '2.14/timestamp.moment', 'no moment', set('*.timestamp', 'now')],
    ['.empty', '4.16/empty', 'an empty array is refused', refusingAny(({ body }) => body === '[]')],
    ['.mirror', 'D/book-mirror', 'only one side', set('*.bids', [])],
    ['.last-trade-price', 'D/last-trade-price.complement', 'one price for both', set('*.last_trade_price', '0.3')],
    [
      'trading-market.price-no-trade',
      'D/last-trade-price.empty',
      'a price of 0 before the first trade',
      edit('*.last_trade_price', zeroIfEmpty),
    ],
    ['.body.null-token', '4.16/token_id.type', 'null is a token', accepting('[{"token_id":null}]')],
    ['.body.not-array', '4.16/body.type', 'an object is a list of one', accepting('{"token_id":"1"}')],
    [
      '.batch-length',
      'D/batch-tokens.max',
      'a batch may have any length',
      replying(({ body }) => String(body).split('token_id').length > 501, []),
    ],
    ['.large-batch', '4.16/per-token', 'twenty books are answered', rows((list) => list.slice(0, 20))],
  ],
  prices: [
    ['.best', '4.17/BUY.best', 'BUY is another price', entries((entry) => ({ ...entry, BUY: '0.123' }))],
    ['.best', '4.17/SELL.best', 'both prices from one side', entries((entry) => ({ ...entry, SELL: entry['BUY'] }))],
    [
      '.best',
      '4.17/per-token',
      'one price is missing',
      entries(({ BUY, ...entry }) => (entry['SELL'] === undefined ? { BUY } : entry)),
    ],
    ['.meaning', 'D/prices-meaning.BUY', 'sides exchanged', entries(({ BUY, SELL }) => ({ BUY: SELL, SELL: BUY }))],
    [
      '.empty-side',
      'D/prices-meaning.empty-side',
      'an empty side is 0',
      entries((entry) => ({ BUY: '0', SELL: '0', ...entry })),
    ],
    [
      '.empty',
      '4.17/empty',
      'an empty array for an empty array',
      bodies((json) => (Object.keys(json as object).length === 0 ? [] : json)),
    ],
    ['.body.no-token', 'D/batch-tokens.token.prices', 'an item may lack its token', accepting('[{"asset_id":"1"}]')],
    [
      '.large-batch',
      '4.17/per-token',
      'twenty prices are answered',
      bodies((json) => Object.fromEntries(Object.entries(isObject(json) ? json : {}).slice(0, 20))),
    ],
  ],
  holders: [
    [
      '.positions-listed',
      '4.10/amount.position',
      'the largest holder is left out',
      edit('*.holders', (list) => objectsIn(list).slice(1)),
    ],
    ['.checksum', '1/wallet.checksummed', 'small letters', edit('*.holders.*.proxyWallet', lowered)],
    [
      '.empty-groups',
      'D/holders-groups',
      'groups without holders left out',
      keeping((group) => listAt(group, 'holders').length > 0),
    ],
  ],
});
