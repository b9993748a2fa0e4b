/**
 * conformance/checks/books/responses: the books in the response to `POST /books`, and their order; a large batch
 * contains all of two smaller ones (4.16, 4.17).
 */
import { createHash } from 'node:crypto';
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { OrderBook } from '../../../spec/resources/order-book.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { bodyLike, emptyListOf, NO_TOKEN, objectOf, textsOf } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { type BatchRoute, boundTokens, marketTokens, readTokens } from './batch.ts';
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

const TOKENS = 12;
const ALONE = 6;

async function tokensWithBook(context: CheckContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const token of marketTokens(context, ALONE)) {
    const response = await readTokens(context, 'books', [token]);
    if (!isSuccess(response)) continue;
    context.judge(bodyLike('2.14/asset_id.asked', response, { $every: { asset_id: token } }));
    if (textsOf(objectsIn(response.json), 'asset_id').includes(token)) found.push(token);
  }
  return found;
}

const order = claimCheck('books', 'order', {
  title: 'books are in the order of the request',
  clauses: ['D/batch-tokens.order'],
  async claim(context) {
    const tokens = boundTokens(context, TOKENS).toReversed();
    if (tokens.length < 2) context.notTestable('only one token with a book is known', 'name more in the target file');
    const body = tokens.map((token) => ({ asset_id: token }));
    return { of: await readTokens(context, 'books', tokens), must: { body } };
  },
});

export const bookResponseChecks = [
  check('books', 'per-token', {
    title: 'the response has the book of every requested token, and no other',
    clauses: ['4.16/per-token', '2.14/asset_id.asked'],
    needs: ['condition'],
    cost: { books: ALONE + 1 },
    async run(context) {
      const tokens = await tokensWithBook(context);
      if (tokens.length < 2)
        context.notTestable('fewer than two tokens have a book', 'give the target more open markets');
      const response = await readTokens(context, 'books', tokens);
      const each = { $contains: tokens.map((asset_id) => ({ asset_id })) };
      const body = { $all: [each, { $unique: '/asset_id' }] };
      context.judge(bodyLike('4.16/per-token', response, body, 'each token has a book alone'));
    },
  }),
  order,
  claimCheck('books', 'repeated', {
    title: 'a token requested twice has one book',
    clauses: ['D/batch-tokens.repeated'],
    async claim(context) {
      const [token = ''] = boundTokens(context, 1);
      return { of: await readTokens(context, 'books', [token, token]), must: { body: [{ asset_id: token }] } };
    },
  }),
  check('books', 'unknown', {
    title: 'an unknown token is left out',
    clauses: ['D/batch-tokens.unknown', '2.14/asset_id.asked'],
    async run(context) {
      const [token = ''] = boundTokens(context, 1);
      const response = await readTokens(context, 'books', [NO_TOKEN, token]);
      context.judge(bodyLike('D/batch-tokens.unknown', response, [{ asset_id: token }]));
    },
  }),
  claimCheck('books', 'empty', {
    title: 'an empty array returns an empty array',
    clauses: ['4.16/empty'],
    claim: async (context) => emptyListOf(await readTokens(context, 'books', [])),
  }),
];

const LARGE_BATCH = 48;

const namedBy: Readonly<Record<BatchRoute, (response: Exchange) => readonly string[]>> = {
  books: (response) => objectsIn(response.json).map((book) => textOrEmpty(book, 'asset_id')),
  prices: (response) => Object.keys(objectOf(response)),
};

function largeCheck(route: BatchRoute) {
  const clause = route === 'books' ? '4.16/per-token' : '4.17/per-token';
  return check(route, 'large-batch', {
    title: `a batch of ${LARGE_BATCH} tokens returns the same as its two halves`,
    clauses: [clause],
    needs: ['condition'],
    cost: { [route]: 5 },
    async run(context) {
      const tokens = marketTokens(context, LARGE_BATCH);
      const middle = Math.floor(tokens.length / 2);
      let whole = await readTokens(context, route, tokens);
      if (!isSuccess(whole)) {
        context.notTestable(
          `a batch of ${tokens.length} tokens is refused`,
          'no action is needed: the interface does not state the number',
        );
      }
      for (const half of [tokens.slice(0, middle), tokens.slice(middle)]) {
        const known = namedBy[route](await readTokens(context, route, half));
        if (known.length === 0) continue;
        const named = namedBy[route](whole);
        // An order may have arrived between the requests, so a missing book is requested once more.
        if (known.some((token) => !named.includes(token))) whole = await readTokens(context, route, tokens);
        const body =
          route === 'books'
            ? { $contains: known.map((asset_id) => ({ asset_id })) }
            : Object.fromEntries(known.map((token) => [token, { $present: true }]));
        const because = `a batch of ${half.length} of these tokens has them`;
        context.judge(bodyLike(clause, whole, body, because));
      }
    },
  });
}

export const largeBatchChecks = [largeCheck('books'), largeCheck('prices')];
