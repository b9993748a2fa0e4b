/** proof/judge/mutants/sort-order: lists in the wrong order: by another key, in another direction, or unsorted. */
import { numberAt } from '../../../base/json.ts';
import { family } from '../variant.ts';
import { assuming, editQuery, ignoring } from '../wrappers/requests.ts';
import { backwards, edit, reversed, rows } from '../wrappers/responses.ts';

const { table } = family('ordering');

const swapped = (value: unknown) =>
  Array.isArray(value) && value.length > 1 ? [value[1], value[0], ...value.slice(2)] : value;

const inverted = editQuery((query) => query.set('ascending', String(query.get('ascending') !== 'true')));

const directionNeedsKey = editQuery((query) => {
  if (!query.has('sortBy')) query.delete('sortDirection');
});

const tiesReversed = rows((list, query) => {
  if (query.get('sortBy') !== 'TOKENS') return list;
  const sizes = [...new Set(list.map((row) => row['size']))];
  return sizes.flatMap((size) => list.filter((row) => row['size'] === size).toReversed());
});
const bySize = rows((list) => [...list].sort((a, b) => (numberAt(a, 'size') ?? 0) - (numberAt(b, 'size') ?? 0)));

export const sortOrderMutants = table({
  positions: [
    ['direction-alone', '4.8/sortDirection.ASC', 'ASC counts only beside a key', directionNeedsKey],
    ['ties-reversed', 'D/sort-keys.ties', 'equal rows are in reverse order', tiesReversed],
  ],
  activity: [
    ['by-size', 'D/activity-list.newest-first', 'the page is sorted by size', bySize],
    ['page-sorted', '4.9/stable', 'each page is sorted by itself', bySize],
  ],
  holders: [
    ['unranked', '4.10/ranked', 'the smallest holder comes first', edit('*.holders', reversed)],
    ['second-first', '4.10/ranked', 'the two largest are swapped', edit('*.holders', swapped)],
  ],
  markets: [
    ['inverted', '4.11/ascending.reverses', 'ascending=true sorts downwards', inverted],
    ['order-ignored', 'D/catalog-order.column', 'order is ignored', ignoring('order')],
    ['order-default', 'D/catalog-order.default', 'markets are sorted by slug by default', assuming('order', 'slug')],
  ],
  'event-creators': [
    ['inverted', '4.20/event-creators.ascending.reverses', 'ascending=true sorts downwards', inverted],
    ['order-ignored', 'D/catalog-order.creators.column', 'order is ignored', ignoring('order')],
  ],
  books: [
    ['levels-mixed', 'D/book-levels.sorted', 'two levels are swapped', edit('*.bids', swapped)],
    ['bids-best-first', 'D/book-levels.bids', 'the best bid comes first', edit('*.bids', reversed)],
    ['asks-best-first', 'D/book-levels.asks', 'the best ask comes first', edit('*.asks', reversed)],
    ['books-reversed', 'D/batch-tokens.order', 'books come in reverse', backwards],
  ],
  'comment-replies': [['newest-first', 'D/comment-tree.oldest-first', 'replies come newest first', backwards]],
  'builder-trades': [['oldest-first', 'D/trade-rows.newest-first', 'a page lists its oldest trade first', backwards]],
  'live-orders': [['newest-first', 'D/live-order-list.order', 'orders come newest first', backwards]],
});
