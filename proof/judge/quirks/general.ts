/** proof/judge/quirks/general: lawful oddities of spelling, words, headers, page sizes and orders. */
import { CURSOR_END, encodeCursor } from '../../../spec/cursor.ts';
import type { Quirk } from '../quirk.ts';
import { onRoute, together } from '../variant.ts';
import { reversed } from '../wrappers/edit.ts';
import {
  bidAsBuy,
  CURSOR_LISTS,
  countOfAll,
  emptySides,
  escapes,
  extraFields,
  fractions,
  fromTheEnd,
  headers,
  keysReversed,
  newWords,
  notFoundToo,
  offsetMoments,
  onEach,
  ordinalDates,
  otherStatuses,
  otherTexts,
  smallPages,
  spelledCursors,
  texts,
  weekDates,
  withoutCursorHeader,
} from '../wrappers/oddities.ts';
import { assuming } from '../wrappers/requests.ts';
import { edit, responses, rows } from '../wrappers/responses.ts';

export const generalQuirks: readonly Quirk[] = [
  {
    id: 'statuses',
    title: 'errors have other statuses: 422, 403, 410, 423, 503',
    wrap: otherStatuses,
  },
  { id: 'error-texts', title: 'error texts are different', wrap: otherTexts },
  {
    id: 'no-such-profile',
    title: 'a text that is not a wallet address returns "not found"',
    wrap: onRoute('profile', notFoundToo),
  },
  {
    id: 'extra-fields',
    title: 'objects have extra fields',
    alternative: { decision: 'extra-fields', text: 'more fields in later versions' },
    wrap: extraFields,
  },
  { id: 'key-order', title: 'keys are in reverse order', wrap: keysReversed },
  { id: 'pretty', title: 'bodies are indented', wrap: texts((body) => JSON.stringify(JSON.parse(body), null, 2)) },
  {
    id: 'escapes',
    title: 'letters beyond ASCII and slashes are escaped',
    wrap: escapes,
  },
  { id: 'fractions', title: 'whole numbers are written as 12.0', wrap: fractions },
  { id: 'moments', title: 'moments have an offset in place of the Z', wrap: offsetMoments },
  {
    id: 'week-dates',
    title: 'moments have week dates: 2026-W48-4T10:15:00Z',
    wrap: weekDates,
  },
  {
    id: 'ordinal-dates',
    title: 'moments have ordinal dates in the basic format: 2026330T101500Z',
    wrap: ordinalDates,
  },
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
  {
    id: 'count-of-all',
    title: 'count is the length of the whole list',
    alternative: { decision: 'market-list-pages', text: 'count as a total' },
    wrap: onEach(CURSOR_LISTS, countOfAll),
  },
  {
    id: 'empty-end',
    title: 'market lists end with an empty cursor',
    alternative: { decision: 'market-list-pages', text: 'the empty cursor at the end' },
    wrap: onEach(
      CURSOR_LISTS,
      edit('next_cursor', (cursor) => (cursor === CURSOR_END ? '' : cursor)),
    ),
  },
  {
    id: 'cursors-with-zeros',
    title: 'cursors are base64 of an offset of twelve digits',
    wrap: onEach(
      ['live-orders', ...CURSOR_LISTS],
      spelledCursors((offset) => btoa(String(offset).padStart(12, '0'))),
    ),
  },
  {
    id: 'cursors-without-padding',
    title: 'cursors are base64 without padding',
    wrap: onEach(
      ['live-orders', ...CURSOR_LISTS],
      spelledCursors((offset) => encodeCursor(offset).replace(/=+$/, '')),
    ),
  },
  {
    id: 'cursor-in-no-header',
    title: 'builder trades have no next cursor',
    wrap: onRoute('builder-trades', responses(withoutCursorHeader)),
  },
  {
    id: 'best-first',
    title: 'books list the best levels first',
    alternative: { decision: 'book-levels', text: 'best level first' },
    wrap: onRoute('books', together([edit('*.bids', reversed), edit('*.asks', reversed)])),
  },
  {
    id: 'books-in-any-order',
    title: 'books are not in the order of the request',
    alternative: { decision: 'batch-tokens', text: 'any order' },
    wrap: onRoute(
      'books',
      rows((list) => list.toReversed()),
    ),
  },
  {
    id: 'book-moments',
    title: 'books have their moment in ISO 8601',
    alternative: { decision: 'book-timestamp', text: 'an ISO moment' },
    wrap: onRoute(
      'books',
      edit('*.timestamp', (stamp) => new Date(Number(stamp)).toISOString()),
    ),
  },
  {
    id: 'buy-is-bid',
    title: 'BUY is the best bid',
    alternative: { decision: 'prices-meaning', text: 'BUY is the best bid' },
    wrap: onRoute('prices', edit('*', bidAsBuy)),
  },
  {
    id: 'empty-sides',
    title: 'an empty side of a price is 0',
    alternative: { decision: 'prices-meaning', text: '0 for an empty side' },
    wrap: onRoute('prices', edit('*', emptySides)),
  },
  {
    id: 'newest-first',
    title: 'replies come newest first',
    alternative: { decision: 'comment-tree', text: 'newest first' },
    wrap: onRoute('comment-replies', fromTheEnd),
  },
  {
    id: 'oldest-first',
    title: 'markets are sorted by slug by default',
    alternative: { decision: 'catalog-order', text: 'by slug without order' },
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
