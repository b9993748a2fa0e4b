/** proof/judge/quirks/books: lawful oddities of order books, best prices, and the market lists of the trading side. */

import type { Quirk } from '../quirk.ts';
import { onRoute, together } from '../variant.ts';
import { reversed, to } from '../wrappers/edit.ts';
import { CURSOR_LISTS, onEach } from '../wrappers/oddities.ts';
import { edit } from '../wrappers/responses.ts';
import {
  blankSides,
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
} from './book-oddities.ts';
export const bookQuirks: readonly Quirk[] = [
  {
    id: 'no-leading-zero',
    title: 'decimal texts have no leading zero: .72',
    alternative: { decision: 'number-spelling', text: 'no zero before the point' },
    wrap: decimals(noZero),
  },
  {
    id: 'leading-zeros',
    title: 'decimal texts have leading zeros: 000.72',
    alternative: { decision: 'number-spelling', text: 'zeros in front' },
    wrap: decimals(leadingZeros),
  },
  {
    id: 'six-decimals',
    title: 'decimal texts have six decimals: 0.720000',
    alternative: { decision: 'number-spelling', text: 'a fixed number of decimals' },
    wrap: decimals(sixDecimals),
  },
  {
    id: 'orders-as-levels',
    title: 'every order is a separate level',
    alternative: { decision: 'book-levels', text: 'a level for each order' },
    wrap: onBooks(twice),
  },
  {
    id: 'levels-by-arrival',
    title: 'levels come in order of arrival',
    alternative: { decision: 'book-levels', text: 'levels in order of arrival' },
    wrap: onBooks(byArrival),
  },
  {
    id: 'levels-off-tick',
    title: 'a level is left from before the tick changed',
    alternative: { decision: 'book-levels', text: 'prices off a tick that has changed' },
    wrap: onBooks(offTick),
    warns: ['2.14/levels.tick'],
  },
  {
    id: 'book-millionths',
    title: 'sizes of books are millionths of shares',
    alternative: { decision: 'book-units', text: 'millionths of shares' },
    wrap: onBooks(
      together(
        ['*.bids.*.size', '*.asks.*.size'].map((path) => edit(path, (size) => String(Math.round(Number(size) * 1e6)))),
      ),
    ),
  },
  {
    id: 'book-seconds',
    title: 'books have their moment in Unix seconds',
    alternative: { decision: 'book-timestamp', text: 'Unix seconds' },
    wrap: onBooks(edit('*.timestamp', (stamp) => String(Math.floor(Number(stamp) / 1_000)))),
  },
  {
    id: 'opaque-hash',
    title: 'the hash of a book is an opaque version',
    alternative: { decision: 'book-hash', text: 'an opaque version' },
    wrap: onBooks(opaque((book) => `v-${String(book['hash']).slice(0, 8)}`)),
  },
  {
    id: 'hash-of-other-order',
    title: 'the hash of a book is taken over other fields',
    alternative: { decision: 'book-hash', text: 'other field orders' },
    wrap: onBooks(opaque((book) => [...String(book['hash'])].toReversed().join(''))),
  },
  {
    id: 'first-outcome-last-price',
    title: 'both books of a market show the last price of the first outcome',
    alternative: { decision: 'last-trade-price', text: 'the price of the first outcome on both books' },
    wrap: onBooks(secondBooks((book, first) => ({ ...book, last_trade_price: first['last_trade_price'] }))),
  },
  {
    id: 'last-price-zero',
    title: 'a book that never traded has the last price 0',
    alternative: { decision: 'last-trade-price', text: '0' },
    wrap: onBooks(edit('*.last_trade_price', (text) => (text === '' ? '0' : text))),
  },
  {
    id: 'separate-books',
    title: 'the two books of a market have different orders',
    alternative: { decision: 'book-mirror', text: 'two books that are matched separately' },
    wrap: onBooks(secondBooks(withOwnBid)),
  },
  {
    id: 'unknown-token-refused',
    title: 'a batch with an unknown token is refused',
    alternative: { decision: 'batch-tokens', text: 'an error for one unknown token' },
    wrap: onEach(['books', 'prices'], unknownRefused),
  },
  {
    id: 'items-without-token',
    title: 'items of a batch without token_id are skipped',
    alternative: { decision: 'batch-tokens', text: 'items without token_id ignored' },
    wrap: onEach(['books', 'prices'], withoutTokens),
  },
  {
    id: 'books-of-no-orders',
    title: 'tokens without a book have an empty book',
    alternative: { decision: 'no-book', text: 'an empty book' },
    wrap: onBooks(emptyBooks),
  },
  {
    id: 'blank-sides',
    title: 'an empty side of a price is an empty text',
    alternative: { decision: 'prices-meaning', text: 'an empty text for an empty side' },
    wrap: onRoute('prices', blankSides),
  },
  {
    id: 'whole-pairs',
    title: 'a token with an empty side has no prices',
    alternative: { decision: 'prices-meaning', text: 'no entry for a token with an empty side' },
    wrap: onRoute('prices', wholePairs),
  },
  {
    id: 'pages-of-thousand',
    title: 'market lists come in pages of a thousand',
    alternative: { decision: 'market-list-pages', text: '1000 a page' },
    wrap: onEach(CURSOR_LISTS, largePages(1_000)),
  },
  {
    id: 'random-sample',
    title: 'the sampling lists are random samples',
    alternative: { decision: 'sampling-scope', text: 'a random sample' },
    wrap: together([
      onRoute(
        'sampling-markets',
        sampled((id) => digitOf(id) % 2 === 0),
      ),
      onRoute(
        'sampling-simplified-markets',
        sampled((id) => digitOf(id) % 3 === 0),
      ),
    ]),
  },
  {
    id: 'cursors-of-all',
    title: 'the cursors of the sampling lists count all markets, of which a page shows the sampled ones',
    wrap: onEach(['sampling-markets', 'sampling-simplified-markets'], pagesOfAll(7)),
  },
  {
    id: 'few-simplified',
    title: 'the simplified list leaves out markets that are sampled',
    alternative: { decision: 'sampling-scope', text: 'a simplified list without the sampled markets' },
    wrap: onRoute(
      'simplified-markets',
      sampled((id) => digitOf(id) % 2 === 1),
    ),
  },
  {
    id: 'midpoint-prices',
    title: 'the price of a token is the midpoint of its book',
    alternative: { decision: 'token-price', text: 'the midpoint, or the last trade if the spread is wide' },
    wrap: midpoints({
      'trading-market': 'tokens.*.price',
      'sampling-markets': 'data.*.tokens.*.price',
      'simplified-markets': 'data.*.tokens.*.price',
      'sampling-simplified-markets': 'data.*.tokens.*.price',
    }),
  },
  {
    id: 'tokens-in-other-order',
    title: 'the settings record lists tokens in another order',
    alternative: { decision: 'settings-keys', text: 'tokens in another order' },
    wrap: onRoute('trading-settings', edit('t', reversed)),
  },
  {
    id: 'fees-as-parts',
    title: 'fees of the settings record are parts of one',
    alternative: { decision: 'settings-keys', text: 'fees as parts of one' },
    wrap: onRoute(
      'trading-settings',
      together(['mbf', 'tbf'].map((key) => edit(key, (fee) => Number(fee) / 10_000 + 0.001))),
    ),
  },
  {
    id: 'category-settings',
    title: 'c of the settings record is the id of a category',
    alternative: { decision: 'settings-keys', text: 'c is the id of a category' },
    wrap: onRoute('trading-settings', edit('c', to('category-7'))),
  },
];
