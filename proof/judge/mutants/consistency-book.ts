/** proof/judge/mutants/consistency-book: books and best prices that contradict themselves or each other. */
import { isObject, type JsonObject, objectsIn } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { type Change, inverted, plus } from '../wrappers/edit.ts';
import { bodies, copy, edit, lastRowTwice, rows, set } from '../wrappers/responses.ts';

const { table } = family('consistency');

const OTHER_ID = `0x${'7'.repeat(64)}`;

function level(side: 'bids' | 'asks', change: (best: JsonObject) => JsonObject): Wrap {
  return edit(`*.${side}`, (levels) => {
    const best = objectsIn(levels).at(-1);
    return best === undefined ? levels : [...objectsIn(levels), change(best)];
  });
}

const secondBest: Change = (levels) => (objectsIn(levels).length > 1 ? objectsIn(levels).slice(0, -1) : levels);

const oneKey = bodies((json) => (isObject(json) ? Object.fromEntries([['0', Object.values(json)[0]]]) : json));

const lastKeyGone = bodies((json) => (isObject(json) ? Object.fromEntries(Object.entries(json).slice(0, -1)) : json));

export const bookConsistencyMutants = table({
  books: [
    ['market-other', '2.14/market.condition', 'books name another market', set('*.market', OTHER_ID)],
    [
      'last-missing',
      '4.16/per-token',
      'the last book is left out',
      rows((list) => (list.length > 1 ? list.slice(0, -1) : list)),
    ],
    ['token-other', '2.14/asset_id.asked', 'books carry their hash for a token', copy('*.asset_id', 'hash')],
    [
      'crossed',
      '2.14/uncrossed',
      'the best bid is as high as the best ask',
      edit('*', (book) => (isObject(book) ? { ...book, bids: crossing(book) } : book)),
    ],
    [
      'level-empty',
      '2.14/levels.positive',
      'a level remains when its size is 0',
      level('bids', (best) => ({ ...best, size: '0' })),
    ],
    ['level-twice', 'D/book-levels.unique', 'each order is a separate level', level('asks', (best) => best)],
    [
      'off-tick',
      '2.14/levels.tick',
      'a price lies between two ticks',
      level('bids', (best) => ({ ...best, price: `${String(best['price'])}37` })),
    ],
    [
      'price-one',
      '2.14/levels.range',
      'a level has the price of a dollar',
      edit('*.asks', (levels) => [{ price: '1', size: '5' }, ...objectsIn(levels)]),
    ],
    ['minimum-other', '2.14/tick_size.same', 'the minimum size is one higher', edit('*.min_order_size', plus(1))],
    ['risk-inverted', '2.14/neg_risk.same', 'neg_risk is inverted', edit('*.neg_risk', inverted)],
    ['hash-stale', 'D/book-hash', 'the hash is that of another book', set('*.hash', '0'.repeat(40))],
    ['mirror-partial', 'D/book-mirror', 'orders for the other token are not in asks', edit('*.asks', secondBest)],
    ['book-twice', 'D/batch-tokens.repeated', 'a requested token has two books', lastRowTwice],
    [
      'price-zeros',
      'D/number-spelling.shortest',
      'prices have four decimals',
      edit('*.bids.*.price', (price) => Number(price).toFixed(4)),
    ],
  ],
  prices: [
    ['one-key', '4.17/keys', 'the key is not a requested token', oneKey],
    ['last-missing', '4.17/per-token', 'the last token is left out', lastKeyGone],
  ],
});

function crossing(book: JsonObject): readonly JsonObject[] {
  const [bids, asks] = [objectsIn(book['bids']), objectsIn(book['asks'])];
  const price = asks.at(-1)?.['price'];
  return bids.map((bid, index) => (index === bids.length - 1 && price !== undefined ? { ...bid, price } : bid));
}
