/** conformance/checks/books/form: how the document profile orders, stamps, spells and hashes a book (interface 2.14) */
import { createHash } from 'node:crypto';
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { OrderBook } from '../../../spec/resources/order-book.ts';
import { hasLevels, levelsLike, type Rule, rulesCheck } from './rules.ts';

/** The hash of the document profile: over the book's fields in the document's order, with an empty hash. */
function documentHash(book: JsonObject): string {
  const level = (value: JsonObject) => ({ price: value['price'], size: value['size'] });
  const record = Object.fromEntries(
    Object.keys(OrderBook.shape).map((field) => {
      if (field === 'hash') return [field, ''];
      return [field, field === 'bids' || field === 'asks' ? objectsIn(book[field]).map(level) : book[field]];
    }),
  );
  return createHash('sha1').update(JSON.stringify(record)).digest('hex');
}

/** A decimal without trailing zeros or an exponent. */
const SHORTEST = { $match: '^((0|[1-9]\\d*)(\\.\\d*[1-9])?)?$' };

const rules: readonly Rule[] = [
  {
    clause: 'D/book-timestamp',
    pattern: { timestamp: { $match: '^\\d{13}$' } },
  },
  {
    clause: 'D/book-hash',
    expected: 'hash is the SHA-1 of the book with an empty hash',
    fault: (book) => (textAt(book, 'hash') === documentHash(book) ? undefined : book['hash']),
    whyNoPattern: 'it computes a hash of the book',
  },
  {
    clause: 'D/book-levels.bids',
    pattern: { bids: { $sorted: { by: '/price', as: 'number' } } },
    applies: (book) => listAt(book, 'bids').length > 1,
  },
  {
    clause: 'D/book-levels.asks',
    pattern: { asks: { $sorted: { by: '/price', as: 'number', order: 'desc' } } },
    applies: (book) => listAt(book, 'asks').length > 1,
  },
  {
    clause: 'D/number-spelling.shortest',
    applies: hasLevels,
    pattern: {
      ...levelsLike({ price: SHORTEST, size: SHORTEST }),
      min_order_size: SHORTEST,
      tick_size: SHORTEST,
      last_trade_price: SHORTEST,
    },
  },
];

export const bookFormChecks = [
  rulesCheck('form', 'order, timestamp, decimal texts and hash of a book follow the document profile', rules),
];
