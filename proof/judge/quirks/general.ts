/** proof/judge/quirks/general: quirks of spelling, words, headers, page sizes and orders. */
import { CURSOR_END, encodeCursor } from '../../../spec/cursor.ts';
import { onEach, onRoute, quirks, together } from '../variant.ts';
import { assuming } from '../wrappers/requests.ts';
import { backwards, edit, reversed, set } from '../wrappers/responses.ts';
import {
  ALL_CURSOR_LISTS,
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
  notFoundToo,
  offsetMoments,
  ordinalDates,
  otherStatuses,
  otherTexts,
  smallPages,
  spelledCursors,
  texts,
  weekDates,
  withoutCursorHeader,
} from '../wrappers/spellings.ts';

export const generalQuirks = quirks([
  ['statuses', 'errors have other statuses: 422, 403, 410, 423, 503', otherStatuses],
  ['error-texts', 'error texts are different', otherTexts],
  ['no-such-profile', 'a text that is not a wallet address returns "not found"', onRoute('profile', notFoundToo)],
  ['extra-fields', 'D/extra-fields: more fields in later versions', extraFields],
  ['key-order', 'keys are in reverse order', keysReversed],
  ['pretty', 'bodies are indented', texts((body) => JSON.stringify(JSON.parse(body), null, 2))],
  ['escapes', 'letters beyond ASCII and slashes are escaped', escapes],
  ['fractions', 'whole numbers are written as 12.0', fractions],
  ['moments', 'moments have an offset in place of the Z', offsetMoments],
  ['week-dates', 'moments have week dates: 2026-W48-4T10:15:00Z', weekDates],
  ['ordinal-dates', 'moments have ordinal dates in the basic format: 2026330T101500Z', ordinalDates],
  [
    'content-type',
    'the content type has a charset in capitals',
    headers((name, value) => [name, name === 'content-type' ? 'application/json;charset=UTF-8' : value]),
  ],
  [
    'content-type-bare',
    'the content type has no charset',
    headers((name, value) => [name, name === 'content-type' ? 'application/json' : value]),
  ],
  ['pages-of-one', 'pages of cursor lists have one row', onEach(ALL_CURSOR_LISTS.slice(0, 3), smallPages(1))],
  ['pages-of-seven', 'pages of cursor lists have seven rows', onEach(ALL_CURSOR_LISTS, smallPages(7))],
  ['count-of-all', 'D/market-list-pages: count as a total', onEach(CURSOR_LISTS, countOfAll)],
  [
    'empty-end',
    'D/market-list-pages: the empty cursor at the end',
    onEach(
      CURSOR_LISTS,
      edit('next_cursor', (cursor) => (cursor === CURSOR_END ? '' : cursor)),
    ),
  ],
  [
    'cursors-with-zeros',
    'cursors are base64 of an offset of twelve digits',
    onEach(
      ALL_CURSOR_LISTS,
      spelledCursors((offset) => btoa(String(offset).padStart(12, '0'))),
    ),
  ],
  [
    'cursors-without-padding',
    'cursors are base64 without padding',
    onEach(
      ALL_CURSOR_LISTS,
      spelledCursors((offset) => encodeCursor(offset).replace(/=+$/, '')),
    ),
  ],
  ['cursor-in-no-header', 'trades have no next cursor', onRoute('builder-trades', withoutCursorHeader)],
  ['best-first', 'D/book-levels: best level first', onRoute('books', edit('*.bids|asks', reversed))],
  ['books-in-any-order', 'D/batch-tokens: any order', onRoute('books', backwards)],
  [
    'book-moments',
    'D/book-timestamp: an ISO moment',
    onRoute(
      'books',
      edit('*.timestamp', (stamp) => new Date(Number(stamp)).toISOString()),
    ),
  ],
  ['buy-is-bid', 'D/prices-meaning: BUY is the best bid', onRoute('prices', bidAsBuy)],
  ['empty-sides', 'D/prices-meaning: 0 for an empty side', onRoute('prices', emptySides('0'))],
  ['newest-first', 'D/comment-tree: newest first', onRoute('comment-replies', fromTheEnd)],
  ['oldest-first', 'D/catalog-order: by slug without order', onRoute('markets', assuming('order', 'slug'))],
  [
    'order-words',
    'orders have other status words',
    together([
      onRoute('live-orders', set('data.*.status', 'resting')),
      onRoute(
        'place-order',
        edit('status', (status) => `${String(status)}-ok`),
      ),
    ]),
  ],
]);
