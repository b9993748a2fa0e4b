/** conformance/checks/books/large-batch: a large batch contains all of two smaller ones, or is refused (4.16, 4.17). */

import { objectsIn, textAt } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { objectOf } from '../rows.ts';
import { type BatchRoute, marketTokens, readTokens } from './batch.ts';

const TOKENS = 48;

const namedBy: Readonly<Record<BatchRoute, (response: Exchange) => readonly string[]>> = {
  books: (response) => objectsIn(response.json).map((book) => textAt(book, 'asset_id') ?? ''),
  prices: (response) => Object.keys(objectOf(response)),
};

function largeCheck(route: BatchRoute): Check {
  const clause = route === 'books' ? '4.16/per-token' : '4.17/per-token';
  return check(route, 'large-batch', {
    title: `a batch of ${TOKENS} tokens returns the same as its two halves`,
    clauses: [clause],
    needs: ['condition'],
    cost: { [route]: 5 },
    async run(context) {
      const tokens = marketTokens(context, TOKENS);
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
