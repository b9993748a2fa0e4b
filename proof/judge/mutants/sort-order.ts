/** proof/judge/mutants/sort-order: lists in the wrong order: by another key, in another direction, or unsorted. */
import { numberAt } from '../../../spec/json.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { reversed } from '../wrappers/edit.ts';
import { asked, assuming, ignoring, reading } from '../wrappers/requests.ts';
import { backwards, edit, rows } from '../wrappers/responses.ts';

const { on } = family('ordering');

function mixedUp(key: string, other: string): Wrap {
  return reading('sortBy', (value) => (value === key ? other : value));
}

/** The first two items are swapped. */
const swapped = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 1 ? [value[1], value[0], ...value.slice(2)] : value;

/** The direction is inverted if `word` requests it. */
function directionLost(word: 'ASC' | 'DESC'): Wrap {
  const other = word === 'ASC' ? 'DESC' : 'ASC';
  return reading('sortDirection', (value) => (value === word ? other : value));
}

/** ascending=true sorts downwards, and false, the default, upwards. */
const inverted = asked((query) => query.set('ascending', String(query.get('ascending') !== 'true')));

/** A direction counts only together with a key. */
const directionNeedsKey = asked((query) => {
  if (!query.has('sortBy')) query.delete('sortDirection');
});

/** Rows of equal size are swapped. */
const tiesReversed = rows((list, query) => {
  if (query.get('sortBy') !== 'TOKENS') return list;
  const sizes = [...new Set(list.map((row) => row['size']))];
  return sizes.flatMap((size) => list.filter((row) => row['size'] === size).toReversed());
});
const bySize = rows((list) => [...list].sort((a, b) => (numberAt(a, 'size') ?? 0) - (numberAt(b, 'size') ?? 0)));

const walletOrders: readonly Mutant[] = [
  ...on('positions', [
    ['ascending-lost', '4.8/sortDirection.ASC', 'ASC sorts downwards', directionLost('ASC')],
    ['descending-lost', '4.8/sortDirection.DESC', 'DESC sorts upwards', directionLost('DESC')],
    ['direction-default', '4.8/sortDirection.default', 'lists ascend by default', assuming('sortDirection', 'ASC')],
    ['direction-alone', '4.8/sortDirection.ASC', 'ASC counts only beside a key', directionNeedsKey],
    ['price-average', '4.8/sortBy.PRICE', 'PRICE sorts by the average price', mixedUp('PRICE', 'AVGPRICE')],
    ['cash-percent', '4.8/sortBy.CASHPNL', 'CASHPNL sorts by percentage', mixedUp('CASHPNL', 'PERCENTPNL')],
    ['percent-cash', '4.8/sortBy.PERCENTPNL', 'PERCENTPNL sorts by dollars', mixedUp('PERCENTPNL', 'CASHPNL')],
    ['current-initial', '4.8/sortBy.CURRENT', 'CURRENT sorts by the initial value', mixedUp('CURRENT', 'INITIAL')],
    ['initial-current', '4.8/sortBy.INITIAL', 'INITIAL sorts by the current value', mixedUp('INITIAL', 'CURRENT')],
    ['tokens-value', '4.8/sortBy.TOKENS', 'TOKENS sorts by value', mixedUp('TOKENS', 'CURRENT')],
    ['title-size', '4.8/sortBy.TITLE', 'TITLE sorts by size', mixedUp('TITLE', 'TOKENS')],
    ['average-price', '4.8/sortBy.AVGPRICE', 'AVGPRICE sorts by the current price', mixedUp('AVGPRICE', 'PRICE')],
    ['resolving-title', '4.8/sortBy.RESOLVING', 'RESOLVING sorts by title', mixedUp('RESOLVING', 'TITLE')],
    ['ties-reversed', 'D/sort-keys.ties', 'equal rows are in reverse order', tiesReversed],
  ]),
  ...on('closed-positions', [
    ['direction-ignored', '4.7/sortDirection.ASC', 'sortDirection is ignored', ignoring('sortDirection')],
    ['direction-default', '4.7/sortDirection.default', 'lists ascend by default', assuming('sortDirection', 'ASC')],
    ['timestamp-ignored', '4.7/sortBy.TIMESTAMP', 'TIMESTAMP sorts by profit', mixedUp('TIMESTAMP', 'REALIZEDPNL')],
    ['sort-default', '4.7/sortBy.default', 'rows are sorted by time by default', assuming('sortBy', 'TIMESTAMP')],
    ['price-average', '4.7/sortBy.PRICE', 'PRICE sorts by the average price', mixedUp('PRICE', 'AVGPRICE')],
    ['profit-price', '4.7/sortBy.REALIZEDPNL', 'REALIZEDPNL sorts by price', mixedUp('REALIZEDPNL', 'PRICE')],
  ]),
  ...on('activity', [
    ['by-size', 'D/activity-list.newest-first', 'the page is sorted by size', bySize],
    ['page-sorted', '4.9/stable', 'each page is sorted by itself', bySize],
  ]),
  ...on('holders', [
    ['unranked', '4.10/ranked', 'the smallest holder comes first', edit('*.holders', reversed)],
    ['second-first', '4.10/ranked', 'the two largest are swapped', edit('*.holders', swapped)],
  ]),
];

const otherOrders: readonly Mutant[] = [
  ...on('markets', [
    ['ascending-ignored', '4.11/ascending.reverses', 'ascending is ignored', ignoring('ascending')],
    ['inverted', '4.11/ascending.reverses', 'ascending=true sorts downwards', inverted],
    ['order-ignored', 'D/catalog-order.column', 'order is ignored', ignoring('order')],
    ['order-default', 'D/catalog-order.default', 'markets are sorted by slug by default', assuming('order', 'slug')],
  ]),
  ...on('event-creators', [
    ['ascending-ignored', '4.20/event-creators.ascending.reverses', 'ascending is ignored', ignoring('ascending')],
    ['inverted', '4.20/event-creators.ascending.reverses', 'ascending=true sorts downwards', inverted],
    ['order-ignored', 'D/catalog-order.creators.column', 'order is ignored', ignoring('order')],
  ]),
  ...on('books', [
    ['levels-mixed', 'D/book-levels.sorted', 'two levels are swapped', edit('*.bids', swapped)],
    ['bids-best-first', 'D/book-levels.bids', 'the best bid comes first', edit('*.bids', reversed)],
    ['asks-best-first', 'D/book-levels.asks', 'the best ask comes first', edit('*.asks', reversed)],
    ['books-reversed', 'D/batch-tokens.order', 'books come in reverse', backwards],
  ]),
  ...on('comment-replies', [['newest-first', 'D/comment-tree.oldest-first', 'replies come newest first', backwards]]),
  ...on('builder-trades', [
    ['oldest-first', 'D/trade-rows.newest-first', 'a page lists its oldest trade first', backwards],
  ]),
  ...on('live-orders', [['newest-first', 'D/live-order-list.order', 'orders come newest first', backwards]]),
];

export const sortOrderMutants: readonly Mutant[] = [...walletOrders, ...otherOrders];
