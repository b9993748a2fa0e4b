/** conformance/checks/books/responses: the books in the response to `POST /books`, and their order (interface 4.16). */

import { objectsIn } from '../../../spec/json.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { emptyList, shownBy } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief, firstRepeated, textsOf } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { NO_TOKEN } from '../unknown-names.ts';
import { askTokens, boundTokens, marketTokens } from './batch.ts';

const TOKENS = 12;
/** Number of tokens that are requested one by one. */
const ALONE = 6;

const assetsOf = (response: Exchange): readonly string[] => textsOf(objectsIn(response.json), 'asset_id');

/** Tokens of bound markets that have a book when they are requested alone. */
async function tokensWithBook(context: CheckContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const token of marketTokens(context, ALONE)) {
    const response = await askTokens(context, 'books', [token]);
    const foreign = assetsOf(response).find((asset) => asset !== token);
    context.expect('2.14/asset_id.asked', foreign === undefined, response, {
      pointer: '/0/asset_id',
      expected: `${token}, the requested token`,
      expectation: { at: { '/0/asset_id': token } },
      actual: foreign,
    });
    if (assetsOf(response).includes(token)) found.push(token);
  }
  return found;
}

const perToken = check('books', 'per-token', {
  title: 'the response has the book of every requested token, and no other',
  clauses: ['4.16/per-token', '2.14/asset_id.asked'],
  needs: ['condition'],
  cost: { books: ALONE + 1 },
  run: async (context) => {
    const tokens = await tokensWithBook(context);
    if (tokens.length < 2)
      context.notTestable('fewer than two tokens have a book', 'give the target more open markets');
    const response = await askTokens(context, 'books', tokens);
    const assets = assetsOf(response);
    const missing = tokens.find((token) => !assets.includes(token));
    context.expect('4.16/per-token', missing === undefined && firstRepeated(assets) < 0, response, {
      expected: missing === undefined ? 'one book for each token' : `a book for ${missing}`,
      expectation:
        missing === undefined ? { body: { $unique: '/asset_id' } } : { body: { $contains: [{ asset_id: missing }] } },
      actual: missing === undefined ? 'a book twice' : `${assets.length} books for ${tokens.length} tokens`,
    });
  },
});

const order = check('books', 'order', {
  title: 'books are in the order of the request',
  clauses: ['D/batch-tokens.order'],
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS).toReversed();
    if (tokens.length < 2) context.notTestable('only one token with a book is known', 'name more in the target file');
    const response = await askTokens(context, 'books', tokens);
    context.expect('D/batch-tokens.order', sameValue(assetsOf(response), tokens), response, {
      expected: brief(tokens),
      expectation: { body: tokens.map((token) => ({ asset_id: token })) },
      actual: assetsOf(response),
    });
  },
});

const repeated = check('books', 'repeated', {
  title: 'a token requested twice has one book',
  clauses: ['D/batch-tokens.repeated'],
  run: async (context) => {
    const [token = ''] = boundTokens(context, 1);
    const response = await askTokens(context, 'books', [token, token]);
    context.expect('D/batch-tokens.repeated', assetsOf(response).length === 1, response, {
      expected: 'one book',
      expectation: { body: { $length: 1 } },
      actual: shownBy(response, `${assetsOf(response).length} books`),
    });
  },
});

const unknown = check('books', 'unknown', {
  title: 'an unknown token is left out',
  clauses: ['D/batch-tokens.unknown', '2.14/asset_id.asked'],
  run: async (context) => {
    const [token = ''] = boundTokens(context, 1);
    const response = await askTokens(context, 'books', [NO_TOKEN, token]);
    const assets = assetsOf(response);
    context.expect('D/batch-tokens.unknown', assets.length === 1 && assets[0] === token, response, {
      expected: `the book of ${token} alone`,
      expectation: { body: [{ asset_id: token }] },
      actual: shownBy(response, assets),
    });
  },
});

const empty = check('books', 'empty', {
  title: 'an empty array returns an empty array',
  clauses: ['4.16/empty'],
  run: async (context) => {
    const response = await askTokens(context, 'books', []);
    context.judge(emptyList('4.16/empty', response));
  },
});

export const bookResponseChecks: readonly Check[] = [perToken, order, repeated, unknown, empty];
