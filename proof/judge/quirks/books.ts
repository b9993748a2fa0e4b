/** proof/judge/quirks/books: quirks of order books, best prices, and the market lists of the trading side. */
import { onEach, onRoute, quirks, together } from '../variant.ts';
import { edit, reversed, set } from '../wrappers/responses.ts';
import { CURSOR_LISTS, emptySides } from '../wrappers/spellings.ts';
import {
  byArrival,
  decimals,
  digitOf,
  emptyBooks,
  largePages,
  leadingZeros,
  midpoints,
  noZero,
  offTick,
  onBooks,
  opaque,
  pagesOfAll,
  sampled,
  secondBooks,
  sixDecimals,
  twice,
  unknownRefused,
  wholePairs,
  withOwnBid,
  withoutTokens,
} from './book-wrappers.ts';
export const bookQuirks = quirks([
  ['no-leading-zero', 'D/number-spelling: no zero before the point', decimals(noZero)],
  ['leading-zeros', 'D/number-spelling: zeros in front', decimals(leadingZeros)],
  ['six-decimals', 'D/number-spelling: a fixed number of decimals', decimals(sixDecimals)],
  ['orders-as-levels', 'D/book-levels: a level for each order', onBooks(twice)],
  ['levels-by-arrival', 'D/book-levels: levels in order of arrival', onBooks(byArrival)],
  [
    'levels-off-tick',
    'D/book-levels: prices off a tick that has changed',
    onBooks(offTick),
    { warns: ['2.14/levels.tick'] },
  ],
  [
    'book-millionths',
    'D/book-units: millionths of shares',
    onBooks(edit('*.bids|asks.*.size', (size) => String(Math.round(Number(size) * 1e6)))),
  ],
  [
    'book-seconds',
    'D/book-timestamp: Unix seconds',
    onBooks(edit('*.timestamp', (stamp) => String(Math.floor(Number(stamp) / 1_000)))),
  ],
  ['opaque-hash', 'D/book-hash: an opaque version', onBooks(opaque((book) => `v-${String(book['hash']).slice(0, 8)}`))],
  [
    'hash-of-other-order',
    'D/book-hash: other field orders',
    onBooks(opaque((book) => [...String(book['hash'])].toReversed().join(''))),
  ],
  [
    'first-outcome-last-price',
    'D/last-trade-price: the price of the first outcome on both books',
    onBooks(secondBooks((book, first) => ({ ...book, last_trade_price: first['last_trade_price'] }))),
  ],
  [
    'last-price-zero',
    'D/last-trade-price: 0',
    onBooks(edit('*.last_trade_price', (text) => (text === '' ? '0' : text))),
  ],
  ['separate-books', 'D/book-mirror: two books that are matched separately', onBooks(secondBooks(withOwnBid))],
  [
    'unknown-token-refused',
    'D/batch-tokens: an error for one unknown token',
    onEach(['books', 'prices'], unknownRefused),
  ],
  ['items-without-token', 'D/batch-tokens: items without token_id ignored', onEach(['books', 'prices'], withoutTokens)],
  ['books-of-no-orders', 'D/no-book: an empty book', onBooks(emptyBooks)],
  ['blank-sides', 'D/prices-meaning: an empty text for an empty side', onRoute('prices', emptySides(''))],
  ['whole-pairs', 'D/prices-meaning: no entry for a token with an empty side', onRoute('prices', wholePairs)],
  ['pages-of-thousand', 'D/market-list-pages: 1000 a page', onEach(CURSOR_LISTS, largePages(1_000))],
  [
    'random-sample',
    'D/sampling-scope: a random sample',
    together([
      onRoute(
        'sampling-markets',
        sampled((id) => digitOf(id) % 2 === 0),
      ),
      onRoute(
        'sampling-simplified-markets',
        sampled((id) => digitOf(id) % 3 === 0),
      ),
    ]),
  ],
  [
    'cursors-of-all',
    'the cursors of the sampling lists count all markets, of which a page shows the sampled ones',
    onEach(['sampling-markets', 'sampling-simplified-markets'], pagesOfAll(7)),
  ],
  [
    'few-simplified',
    'D/sampling-scope: a simplified list without the sampled markets',
    onRoute(
      'simplified-markets',
      sampled((id) => digitOf(id) % 2 === 1),
    ),
  ],
  [
    'midpoint-prices',
    'D/token-price: the midpoint, or the last trade if the spread is wide',
    midpoints({
      'trading-market': 'tokens.*.price',
      'sampling-markets': 'data.*.tokens.*.price',
      'simplified-markets': 'data.*.tokens.*.price',
      'sampling-simplified-markets': 'data.*.tokens.*.price',
    }),
  ],
  [
    'tokens-in-other-order',
    'D/settings-keys: tokens in another order',
    onRoute('trading-settings', edit('t', reversed)),
  ],
  [
    'fees-as-parts',
    'D/settings-keys: fees as parts of one',
    onRoute(
      'trading-settings',
      edit('mbf|tbf', (fee) => Number(fee) / 10_000 + 0.001),
    ),
  ],
  [
    'category-settings',
    'D/settings-keys: c is the id of a category',
    onRoute('trading-settings', set('c', 'category-7')),
  ],
]);
