/**
 * conformance/checks/books/prices: the best prices of tokens (interface 4.17) beside their books. Books may move between two requests: a difference is looked at twice.
 */

import { isObject, objectAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import type { Difference } from '../agreement.ts';
import { judgeAgreement } from '../agreement.ts';
import { readCheck } from '../drafts.ts';
import { NO_TOKEN } from '../nobody.ts';
import { micro } from '../quantities.ts';
import { brief, objectOf } from '../rows.ts';
import { askTokens, bestOf, bookOf, boundTokens, marketTokens } from './batch.ts';

const TOKENS = 40;

type Draft = Pick<Check, 'title' | 'clauses' | 'run'> & { readonly what: string; readonly cost?: Check['cost'] };

function priceCheck({ what, cost, ...draft }: Draft): Check {
  return readCheck({
    id: `prices.${what}`,
    kind: 'consistency',
    route: 'prices',
    needs: ['book'],
    cost: cost ?? { prices: 1 },
    ...draft,
  });
}

const keysOf = (answer: Exchange): readonly string[] => Object.keys(objectOf(answer));

const keys = priceCheck({
  what: 'keys',
  title: 'the keys are the token ids that were asked for, unknown ones left out',
  clauses: ['4.17/keys', 'D/batch-tokens.unknown.prices'],
  run: async (context) => {
    const tokens = [...boundTokens(context, 5), NO_TOKEN];
    const answer = await askTokens(context, 'prices', tokens);
    const found = keysOf(answer);
    if (found.length > 0) {
      const foreign = found.find((key) => !tokens.includes(key));
      context.expect('4.17/keys', foreign === undefined, answer, {
        expected: 'token ids that were asked for',
        actual: foreign,
      });
    }
    context.expect('D/batch-tokens.unknown.prices', isSuccess(answer) && !found.includes(NO_TOKEN), answer, {
      expected: 'no entry for an unknown token',
      actual: isSuccess(answer) ? found : `status ${answer.status}`,
    });
  },
});

const empty = priceCheck({
  what: 'empty',
  title: 'an empty array gets an empty object',
  clauses: ['4.17/empty'],
  run: async (context) => {
    const answer = await askTokens(context, 'prices', []);
    const holds = isSuccess(answer) && isObject(answer.json) && keysOf(answer).length === 0;
    context.expect('4.17/empty', holds, answer, {
      expected: 'an empty object',
      actual: isSuccess(answer) ? brief(answer.json) : `status ${answer.status}`,
    });
  },
});

/** BUY and SELL of a token in an answer, in 1e-6 dollars. */
function pairOf(answer: Exchange, token: string) {
  const entry = objectAt(answer.json, token);
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
      const isThere = textAt(entry, 'BUY') !== undefined && textAt(entry, 'SELL') !== undefined;
      if (aspect === 'entry' && !isThere) {
        return { pointer: `/${token}`, expected: 'BUY and SELL, for the book has both sides', actual: entry };
      }
      if (aspect === 'BUY' && buy !== bid && buy !== ask) {
        return { pointer: `/${token}/BUY`, expected: best, actual: textAt(entry, 'BUY') };
      }
      // The two names stand for the two sides: together they are bid and ask.
      if (aspect === 'SELL' && sell !== (buy === bid ? ask : bid)) {
        return { pointer: `/${token}/SELL`, expected: `${best}, and another than BUY`, actual: textAt(entry, 'SELL') };
      }
    }
    return undefined;
  };
}

const best = priceCheck({
  what: 'best',
  title: 'every token with two sides has its best bid and its best ask',
  clauses: ['4.17/per-token', '4.17/BUY.best', '4.17/SELL.best'],
  cost: { books: 2, prices: 1 },
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS);
    const isTwoSided = context.bindings.books.some((book) => {
      const { bid, ask } = bestOf(book);
      return bid !== undefined && ask !== undefined;
    });
    if (!isTwoSided) context.notTestable('no book has bids and asks', 'name a token with both in the target file');
    const prices = await askTokens(context, 'prices', tokens);
    const ask = { left: () => askTokens(context, 'books', tokens), right: () => Promise.resolve(prices) };
    await judgeAgreement(context, ask, [
      { clause: '4.17/per-token', differs: pricesDiffer('entry', tokens) },
      { clause: '4.17/BUY.best', differs: pricesDiffer('BUY', tokens) },
      { clause: '4.17/SELL.best', differs: pricesDiffer('SELL', tokens) },
    ]);
  },
});

const meaning = priceCheck({
  what: 'meaning',
  title: 'BUY is the best ask and SELL the best bid',
  clauses: ['D/prices-meaning.BUY', 'D/prices-meaning.SELL'],
  cost: { books: 2, prices: 1 },
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS);
    const prices = await askTokens(context, 'prices', tokens);
    const ask = { left: () => askTokens(context, 'books', tokens), right: () => Promise.resolve(prices) };
    const differs = (name: 'BUY' | 'SELL') => (books: Exchange) => {
      for (const token of tokens) {
        const { bid, ask: offered } = bestOf(bookOf(books, token));
        const wanted = name === 'BUY' ? offered : bid;
        const { entry, buy, sell } = pairOf(prices, token);
        if (bid === undefined || offered === undefined || bid === offered || entry === undefined) continue;
        context.fact('prices.BUY', buy === offered ? 'best ask' : 'best bid');
        if ((name === 'BUY' ? buy : sell) === wanted) continue;
        return { pointer: `/${token}/${name}`, expected: String((wanted ?? 0) / MICRO), actual: textAt(entry, name) };
      }
      return undefined;
    };
    await judgeAgreement(context, ask, [
      { clause: 'D/prices-meaning.BUY', differs: differs('BUY') },
      { clause: 'D/prices-meaning.SELL', differs: differs('SELL') },
    ]);
  },
});

const emptySide = priceCheck({
  what: 'empty-side',
  title: 'a side without orders is left out',
  clauses: ['D/prices-meaning.empty-side'],
  cost: { books: 3, prices: 1 },
  run: async (context) => {
    const tokens = marketTokens(context, 200);
    const books = await askTokens(context, 'books', tokens);
    const oneSided = tokens.filter((token) => {
      const book = bookOf(books, token);
      const { bid, ask } = bestOf(book);
      return book !== undefined && (bid === undefined || ask === undefined);
    });
    if (oneSided.length === 0) context.notTestable('every known book has two sides', 'name a token with an empty side');
    const prices = await askTokens(context, 'prices', oneSided);
    const differs = (again: Exchange) => {
      for (const token of oneSided) {
        const { bid, ask } = bestOf(bookOf(again, token));
        const entry = objectAt(prices.json, token);
        const count = Number(bid !== undefined) + Number(ask !== undefined);
        const shown = ['BUY', 'SELL'].filter((name) => textAt(entry, name) !== undefined);
        if (shown.length === count) continue;
        const fact = entry === undefined ? 'token left out' : `shown as ${textAt(entry, shown[0] ?? '')}`;
        context.fact('prices.empty-side', fact);
        return { pointer: `/${token}`, expected: `${count} prices`, actual: entry };
      }
      return undefined;
    };
    const ask = { left: () => askTokens(context, 'books', oneSided), right: () => Promise.resolve(prices) };
    await judgeAgreement(context, ask, [{ clause: 'D/prices-meaning.empty-side', differs }]);
  },
});

/** Best prices. */
export const priceChecks: readonly Check[] = [keys, empty, best, meaning, emptySide];
