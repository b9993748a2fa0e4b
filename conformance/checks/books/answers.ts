/** conformance/checks/books/answers: which books `POST /books` answers with, and in which order (interface 4.16). */

import { objectsIn, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Role } from '../../bindings.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { sameValue } from '../agreement.ts';
import { readCheck } from '../drafts.ts';
import { NO_TOKEN } from '../nobody.ts';
import { brief, firstRepeated } from '../rows.ts';
import { askTokens, boundTokens, marketTokens } from './batch.ts';

const TOKENS = 12;
/** Tokens that are asked for one by one. */
const ALONE = 6;

export type BookDraft = Pick<Check, 'title' | 'clauses' | 'run'> & {
  readonly what: string;
  readonly requests?: number;
  readonly needs?: readonly Role[];
};

/** A check of one batch of books. */
export function bookCheck({ what, requests = 1, ...draft }: BookDraft): Check {
  return readCheck({
    id: `books.${what}`,
    kind: 'consistency',
    route: 'books',
    needs: ['book'],
    cost: { books: requests },
    ...draft,
  });
}

const assetsOf = (answer: Exchange): readonly string[] =>
  objectsIn(answer.json).map((book) => textAt(book, 'asset_id') ?? '');

/** Tokens of bound markets that have a book when they are asked for alone. */
async function tokensWithBook(context: CheckContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const token of marketTokens(context, ALONE)) {
    const answer = await askTokens(context, 'books', [token]);
    const foreign = assetsOf(answer).find((asset) => asset !== token);
    context.expect('2.14/asset_id.asked', foreign === undefined, answer, {
      pointer: '/0/asset_id',
      expected: `${token}, which was asked for`,
      actual: foreign,
    });
    if (assetsOf(answer).includes(token)) found.push(token);
  }
  return found;
}

const perToken = bookCheck({
  what: 'per-token',
  title: 'every requested token gets its own book, and no other is answered',
  clauses: ['4.16/per-token', '2.14/asset_id.asked'],
  needs: ['condition'],
  requests: ALONE + 1,
  run: async (context) => {
    const tokens = await tokensWithBook(context);
    if (tokens.length < 2)
      context.notTestable('fewer than two tokens have a book', 'give the target more open markets');
    const answer = await askTokens(context, 'books', tokens);
    const assets = assetsOf(answer);
    const missing = tokens.find((token) => !assets.includes(token));
    context.expect('4.16/per-token', missing === undefined && firstRepeated(assets) < 0, answer, {
      expected: missing === undefined ? 'one book for each token' : `a book for ${missing}`,
      actual: missing === undefined ? 'a book twice' : `${assets.length} books for ${tokens.length} tokens`,
    });
  },
});

const order = bookCheck({
  what: 'order',
  title: 'books come in order of the request',
  clauses: ['D/batch-tokens.order'],
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS).toReversed();
    if (tokens.length < 2) context.notTestable('only one token with a book is known', 'name more in the target file');
    const answer = await askTokens(context, 'books', tokens);
    context.expect('D/batch-tokens.order', sameValue(assetsOf(answer), tokens), answer, {
      expected: brief(tokens),
      actual: assetsOf(answer),
    });
  },
});

const repeated = bookCheck({
  what: 'repeated',
  title: 'a token requested twice has one book',
  clauses: ['D/batch-tokens.repeated'],
  run: async (context) => {
    const [token = ''] = boundTokens(context, 1);
    const answer = await askTokens(context, 'books', [token, token]);
    context.expect('D/batch-tokens.repeated', assetsOf(answer).length === 1, answer, {
      expected: 'one book',
      actual: isSuccess(answer) ? `${assetsOf(answer).length} books` : `status ${answer.status}`,
    });
  },
});

const unknown = bookCheck({
  what: 'unknown',
  title: 'an unknown token is left out',
  clauses: ['D/batch-tokens.unknown', '2.14/asset_id.asked'],
  run: async (context) => {
    const [token = ''] = boundTokens(context, 1);
    const answer = await askTokens(context, 'books', [NO_TOKEN, token]);
    const assets = assetsOf(answer);
    context.expect('D/batch-tokens.unknown', assets.length === 1 && assets[0] === token, answer, {
      expected: `the book of ${token} alone`,
      actual: isSuccess(answer) ? assets : `status ${answer.status}`,
    });
  },
});

const empty = bookCheck({
  what: 'empty',
  title: 'an empty array gets an empty array',
  clauses: ['4.16/empty'],
  run: async (context) => {
    const answer = await askTokens(context, 'books', []);
    context.expect('4.16/empty', isSuccess(answer) && objectsIn(answer.json).length === 0, answer, {
      expected: 'an empty array',
      actual: isSuccess(answer) ? `${objectsIn(answer.json).length} books` : `status ${answer.status}`,
    });
  },
});

/** Answers of `POST /books`. */
export const bookAnswerChecks: readonly Check[] = [perToken, order, repeated, unknown, empty];
