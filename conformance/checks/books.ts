/**
 * conformance/checks/books: what every order book has to be by itself (interface 2.14): sorted, unique, positive levels
 * on the tick, not crossed; and how the document profile orders, stamps and hashes it.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../spec/json.ts';
import { OrderBook } from '../../spec/resources/order-book.ts';
import type { Check, CheckContext } from '../check.ts';
import type { Level } from './book-batch.ts';
import { askTokens, bestOf, boundTokens, levelsOf, micro, ONE } from './book-batch.ts';
import { firstOutOfOrder, momentOf } from './order.ts';
import { readCheck } from './reading.ts';
import { brief, firstRepeated } from './rows.ts';

const TOKENS = 40;

/** One rule about a single book. `applies`: whether the book shows anything of it. */
type Rule = {
  readonly what: string;
  readonly clause: string;
  readonly title: string;
  readonly at: string;
  readonly applies: (book: JsonObject) => boolean;
  readonly fault: (book: JsonObject) => unknown;
};

const sides = ['bids', 'asks'] as const;
const pricesOf = (book: JsonObject, side: 'bids' | 'asks') => levelsOf(book, side).map(({ price }) => price);
const hasLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 0);
const hasTwoLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 1);
const hasBothSides = (book: JsonObject) => sides.every((side) => listAt(book, side).length > 0);

function isSorted(prices: readonly number[]): boolean {
  return firstOutOfOrder(prices, 'ascending') === undefined || firstOutOfOrder(prices, 'descending') === undefined;
}

/** The first level of a book that is wrong, as a text. */
function firstWrong(book: JsonObject, isWrong: (level: Level) => boolean): string | undefined {
  for (const side of sides) {
    const at = levelsOf(book, side).findIndex(isWrong);
    if (at >= 0) return `${side}/${at}: ${brief(listAt(book, side)[at])}`;
  }
  return undefined;
}

function faultOfTick(book: JsonObject): string | undefined {
  const tick = micro(textAt(book, 'tick_size'));
  // A price that is no decimal of six digits is finer than any tick in use.
  return tick > 0 ? firstWrong(book, ({ price }) => price % tick !== 0) : `tick_size ${book['tick_size']}`;
}

function isMomentText(text: string): boolean {
  return (
    /^\d{10}(\.\d+)?$|^\d{13}$|^\d{16}$|^\d{19}$/.test(text) || (/^\d{4}-/.test(text) && !Number.isNaN(momentOf(text)))
  );
}

/** The hash of the document profile: over the book's own fields in the document's order, the hash left empty. */
export function documentHash(book: JsonObject): string {
  const level = (value: JsonObject) => ({ price: value['price'], size: value['size'] });
  const record = Object.fromEntries(
    Object.keys(OrderBook.shape).map((field) => {
      if (field === 'hash') return [field, ''];
      return [field, field === 'bids' || field === 'asks' ? objectsIn(book[field]).map(level) : book[field]];
    }),
  );
  return createHash('sha1').update(JSON.stringify(record)).digest('hex');
}

function faultOfSpelling(book: JsonObject): string | undefined {
  const levels = sides.flatMap((side) => objectsIn(book[side]));
  const texts = [
    ...levels.flatMap((level) => [textAt(level, 'price'), textAt(level, 'size')]),
    ...['min_order_size', 'tick_size', 'last_trade_price'].map((field) => textAt(book, field)),
  ];
  return texts.find((text) => text !== undefined && text !== '' && !/^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text));
}

const rules: readonly Rule[] = [
  {
    what: 'levels-sorted',
    clause: '2.14/levels.sorted',
    title: 'prices run in one direction on each side',
    at: '',
    applies: hasTwoLevels,
    fault: (book) => sides.map((side) => pricesOf(book, side)).find((prices) => !isSorted(prices)),
  },
  {
    what: 'levels-unique',
    clause: '2.14/levels.unique',
    title: 'a price stands once on a side',
    at: '',
    applies: hasTwoLevels,
    fault: (book) => sides.map((side) => pricesOf(book, side)).find((prices) => firstRepeated(prices.map(String)) >= 0),
  },
  {
    what: 'levels-positive',
    clause: '2.14/levels.positive',
    title: 'every level has a size above 0',
    at: '',
    applies: hasLevels,
    fault: (book) => firstWrong(book, ({ size }) => size <= 0),
  },
  {
    what: 'levels-range',
    clause: '2.14/levels.range',
    title: 'every price is above 0 and below 1',
    at: '',
    applies: hasLevels,
    fault: (book) => firstWrong(book, ({ price }) => price <= 0 || price >= ONE),
  },
  {
    what: 'levels-tick',
    clause: '2.14/levels.tick',
    title: 'every price is a multiple of tick_size',
    at: '',
    applies: hasLevels,
    fault: faultOfTick,
  },
  {
    what: 'uncrossed',
    clause: '2.14/uncrossed',
    title: 'the best bid is below the best ask',
    at: '',
    applies: hasBothSides,
    fault: (book) => {
      const { bid = 0, ask = ONE } = bestOf(book);
      return bid < ask ? undefined : `bid ${bid / ONE}, ask ${ask / ONE}`;
    },
  },
  {
    what: 'timestamp',
    clause: '2.14/timestamp.moment',
    title: 'timestamp is a moment',
    at: '/timestamp',
    applies: () => true,
    fault: (book) => (isMomentText(textAt(book, 'timestamp') ?? '') ? undefined : book['timestamp']),
  },
  {
    what: 'timestamp-milliseconds',
    clause: 'D/book-timestamp',
    title: 'timestamp is a text of thirteen digits',
    at: '/timestamp',
    applies: () => true,
    fault: (book) => (/^\d{13}$/.test(textAt(book, 'timestamp') ?? '') ? undefined : book['timestamp']),
  },
  {
    what: 'hash',
    clause: 'D/book-hash',
    title: 'hash is the SHA-1 of the book with an empty hash',
    at: '/hash',
    applies: () => true,
    fault: (book) => (textAt(book, 'hash') === documentHash(book) ? undefined : book['hash']),
  },
  {
    what: 'bids-ascending',
    clause: 'D/book-levels.bids',
    title: 'bids come in ascending order of price',
    at: '/bids',
    applies: (book) => listAt(book, 'bids').length > 1,
    fault: (book) => (firstOutOfOrder(pricesOf(book, 'bids'), 'ascending') === undefined ? undefined : 'another order'),
  },
  {
    what: 'asks-descending',
    clause: 'D/book-levels.asks',
    title: 'asks come in descending order of price',
    at: '/asks',
    applies: (book) => listAt(book, 'asks').length > 1,
    fault: (book) =>
      firstOutOfOrder(pricesOf(book, 'asks'), 'descending') === undefined ? undefined : 'another order',
  },
  {
    what: 'number-spelling',
    clause: 'D/number-spelling.shortest',
    title: 'decimal texts carry no trailing zeros and no exponent',
    at: '',
    applies: hasLevels,
    fault: faultOfSpelling,
  },
];

function ruleCheck(rule: Rule): Check {
  return readCheck({
    id: `books.${rule.what}`,
    title: rule.title,
    clauses: [rule.clause],
    kind: 'consistency',
    route: 'books',
    needs: ['book'],
    cost: { books: 1 },
    run: (context) => judgeBooks(context, rule),
  });
}

async function judgeBooks(context: CheckContext, rule: Rule): Promise<void> {
  const answer = await askTokens(context, 'books', boundTokens(context, TOKENS));
  const books = objectsIn(answer.json);
  if (!books.some(rule.applies)) {
    context.notTestable(`no book shows it: ${rule.title}`, 'name tokens with deeper books in the target file');
  }
  const at = books.findIndex((book) => rule.applies(book) && rule.fault(book) !== undefined);
  context.expect(rule.clause, at < 0, answer, {
    pointer: at < 0 ? '' : `/${at}${rule.at}`,
    expected: rule.title,
    actual: at < 0 ? '' : rule.fault(books[at] ?? {}),
  });
}

/** Rules about single books. */
export const bookChecks: readonly Check[] = rules.map(ruleCheck);
