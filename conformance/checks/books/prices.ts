/**
 * conformance/checks/books/prices: the best prices of tokens (interface 4.17) compared with their books. Books may change
 * between two requests, so a difference is read twice.
 */

import { objectAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { type Comparison, type Difference, doAllAgree, judgeAgreement, judgePair } from '../agreement.ts';
import { check } from '../definition.ts';
import { micro } from '../quantities.ts';
import { objectOf } from '../rows.ts';
import { NO_TOKEN } from '../unknown-names.ts';
import { askTokens, bestOf, bookOf, boundTokens, isTwoSided } from './batch.ts';

const TOKENS = 40;

const keysOf = (response: Exchange): readonly string[] => Object.keys(objectOf(response));

const keys = check('prices', 'keys', {
  title: 'the keys are the requested token ids, without unknown ones',
  clauses: ['4.17/keys', 'D/batch-tokens.unknown.prices'],
  cost: { prices: 2 },
  run: async (context) => {
    const tokens = [...boundTokens(context, 5), NO_TOKEN];
    const response = await askTokens(context, 'prices', tokens);
    // A service may refuse a batch with an unknown token.
    const known = isSuccess(response) ? response : await askTokens(context, 'prices', tokens.slice(0, -1));
    if (isSuccess(known) && keysOf(known).length > 0)
      context.judge({ clauses: '4.17/keys', of: known, must: { body: { $keys: { $every: { $in: tokens } } } } });
    const withoutEntry = { status: '2xx', at: { [`/${NO_TOKEN}`]: { $absent: true } } };
    context.judge({ clauses: 'D/batch-tokens.unknown.prices', of: response, must: withoutEntry });
  },
});

const empty = check('prices', 'empty', {
  title: 'an empty array returns an empty object',
  clauses: ['4.17/empty'],
  run: async (context) => {
    const response = await askTokens(context, 'prices', []);
    context.judge({ clauses: '4.17/empty', of: response, must: { status: '2xx', body: { $exact: {} } } });
  },
});

/** BUY and SELL of a token in a response, in 1e-6 dollars. */
export function pairOf(response: Exchange, token: string) {
  const entry = objectAt(response.json, token);
  return { entry, buy: micro(textAt(entry, 'BUY')), sell: micro(textAt(entry, 'SELL')) };
}

type Aspect = 'entry' | 'BUY' | 'SELL';

/** How the prices of the two-sided books deviate from their best levels. */
function pricesDiffer(aspect: Aspect, tokens: readonly string[]) {
  return (books: Exchange, prices: Exchange): Difference | undefined => {
    for (const token of tokens) {
      const { bid, ask } = bestOf(bookOf(books, token));
      if (bid === undefined || ask === undefined) continue;
      const { entry, buy, sell } = pairOf(prices, token);
      const best = `${bid / MICRO} or ${ask / MICRO}, the best of the book`;
      const priced = (name: string, prices: readonly number[]) => ({
        at: { [`/${token}/${name}`]: { $number: { $in: prices.map((price) => price / MICRO) } } },
      });
      const isThere = textAt(entry, 'BUY') !== undefined && textAt(entry, 'SELL') !== undefined;
      if (aspect === 'entry' && !isThere) {
        return {
          pointer: `/${token}`,
          expected: 'BUY and SELL, because the book has both sides',
          actual: entry,
          expectation: { at: { [`/${token}`]: { BUY: { $present: true }, SELL: { $present: true } } } },
        };
      }
      if (aspect === 'BUY' && buy !== bid && buy !== ask) {
        return {
          pointer: `/${token}/BUY`,
          expected: best,
          actual: textAt(entry, 'BUY'),
          expectation: priced('BUY', [bid, ask]),
        };
      }
      // Either name may mean either side: together they are bid and ask.
      if (aspect === 'SELL' && sell !== (buy === bid ? ask : bid)) {
        return {
          pointer: `/${token}/SELL`,
          expected: `${best}, and not the same as BUY`,
          actual: textAt(entry, 'SELL'),
          expectation: priced('SELL', [buy === bid ? ask : bid]),
        };
      }
    }
    return undefined;
  };
}

/** Clauses about the best prices of tokens whose books have both sides. */
export const BEST_PRICES = ['4.17/per-token', '4.17/BUY.best', '4.17/SELL.best'];

function comparisonsOf(tokens: readonly string[]): readonly Comparison[] {
  return [
    { clause: '4.17/per-token', differs: pricesDiffer('entry', tokens) },
    { clause: '4.17/BUY.best', differs: pricesDiffer('BUY', tokens) },
    { clause: '4.17/SELL.best', differs: pricesDiffer('SELL', tokens) },
  ];
}

/** Judges the best prices against the books after a write; either view may show it late. `seen`: books that were read already. */
export async function judgeBestPrices(
  context: CheckContext,
  tokens: readonly string[],
  seen?: Exchange,
): Promise<void> {
  const comparisons = comparisonsOf(tokens);
  let left = seen;
  const read = async () => {
    const books = left ?? (await askTokens(context, 'books', tokens));
    left = undefined;
    return { left: books, right: await askTokens(context, 'prices', tokens) };
  };
  const pair = await context.eventually(read, (latest) => doAllAgree(latest, comparisons));
  judgePair(context, pair, comparisons);
}

const best = check('prices', 'best', {
  title: 'the two prices of a token are the best bid and the best ask of its book',
  clauses: BEST_PRICES,
  cost: { books: 1, prices: 1 },
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS);
    if (!context.bindings.books.some(isTwoSided))
      context.notTestable('no book has bids and asks', 'name a token with both in the target file');
    const ask = {
      left: () => askTokens(context, 'books', tokens),
      right: () => askTokens(context, 'prices', tokens),
    };
    await judgeAgreement(context, ask, comparisonsOf(tokens));
  },
});

export const priceChecks: readonly Check[] = [keys, empty, best];
