/**
 * conformance/checks/books/form: how the document profile orders, stamps, spells and hashes a book (interface 2.14).
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { OrderBook } from '../../../spec/resources/order-book.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import type { Check } from '../../check.ts';
import type { Rule } from './rules.ts';
import { hasLevels, levelsLike, pricesOf, rulesCheck, sides } from './rules.ts';

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
const SHORTEST = '^(0|[1-9]\\d*)(\\.\\d*[1-9])?$';

function faultOfSpelling(book: JsonObject): string | undefined {
  const levels = sides.flatMap((side) => objectsIn(book[side]));
  const texts = [
    ...levels.flatMap((level) => [textAt(level, 'price'), textAt(level, 'size')]),
    ...['min_order_size', 'tick_size', 'last_trade_price'].map((field) => textAt(book, field)),
  ];
  return texts.find((text) => text !== undefined && text !== '' && !new RegExp(SHORTEST).test(text));
}

const rules: readonly Rule[] = [
  {
    clause: 'D/book-timestamp',
    expected: 'timestamp is a text of thirteen digits',
    at: '/timestamp',
    applies: () => true,
    fault: (book) => (/^\d{13}$/.test(textAt(book, 'timestamp') ?? '') ? undefined : book['timestamp']),
    pattern: () => ({ $match: '^\\d{13}$' }),
  },
  {
    clause: 'D/book-hash',
    expected: 'hash is the SHA-1 of the book with an empty hash',
    at: '/hash',
    applies: () => true,
    fault: (book) => (textAt(book, 'hash') === documentHash(book) ? undefined : book['hash']),
    pattern: documentHash,
  },
  {
    clause: 'D/book-levels.bids',
    expected: 'bids come in ascending order of price',
    pattern: () => ({ $sorted: { by: '/price', as: 'number' } }),
    at: '/bids',
    applies: (book) => listAt(book, 'bids').length > 1,
    fault: (book) => (firstOutOfOrder(pricesOf(book, 'bids'), 'ascending') < 0 ? undefined : 'another order'),
  },
  {
    clause: 'D/book-levels.asks',
    expected: 'asks come in descending order of price',
    pattern: () => ({ $sorted: { by: '/price', as: 'number', order: 'desc' } }),
    at: '/asks',
    applies: (book) => listAt(book, 'asks').length > 1,
    fault: (book) => (firstOutOfOrder(pricesOf(book, 'asks'), 'descending') < 0 ? undefined : 'another order'),
  },
  {
    clause: 'D/number-spelling.shortest',
    expected: 'decimal texts have no trailing zeros and no exponent',
    at: '',
    applies: hasLevels,
    fault: faultOfSpelling,
    pattern: () => {
      const number = { $match: SHORTEST };
      const last_trade_price = { $any: ['', number] };
      return {
        ...levelsLike({ price: number, size: number }),
        min_order_size: number,
        tick_size: number,
        last_trade_price,
      };
    },
  },
];

export const bookFormChecks: readonly Check[] = [
  rulesCheck('form', 'order, timestamp, decimal texts and hash of a book follow the document profile', rules),
];
