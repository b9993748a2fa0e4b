/**
 * conformance/checks/books/price-meaning: the sides of the book that BUY and SELL mean, and the value for an empty side
 * (`D/prices-meaning`).
 */
import { objectAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Check, Exchange } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { check } from '../definition.ts';
import { askTokens, bestOf, bookOf, boundTokens, isTwoSided, marketTokens } from './batch.ts';
import { pairOf } from './prices.ts';

const TOKENS = 40;

const meaning = check('prices', 'meaning', {
  title: 'BUY is the best ask and SELL the best bid',
  clauses: ['D/prices-meaning.BUY', 'D/prices-meaning.SELL'],
  cost: { books: 2, prices: 1 },
  run: async (context) => {
    const tokens = boundTokens(context, TOKENS);
    const ask = {
      left: () => askTokens(context, 'books', tokens),
      right: () => askTokens(context, 'prices', tokens),
    };
    const differs = (name: 'BUY' | 'SELL') => (books: Exchange, prices: Exchange) => {
      for (const token of tokens) {
        const { bid, ask: offered } = bestOf(bookOf(books, token));
        const wanted = name === 'BUY' ? offered : bid;
        const { entry, buy, sell } = pairOf(prices, token);
        if (bid === undefined || offered === undefined || bid === offered || entry === undefined) continue;
        context.fact('prices.BUY', buy === offered ? 'best ask' : 'best bid');
        if ((name === 'BUY' ? buy : sell) === wanted) continue;
        return {
          pointer: `/${token}/${name}`,
          expected: String((wanted ?? 0) / MICRO),
          actual: textAt(entry, name),
          expectation: { at: { [`/${token}/${name}`]: { $number: (wanted ?? 0) / MICRO } } },
        };
      }
      return undefined;
    };
    await judgeAgreement(context, ask, [
      { clause: 'D/prices-meaning.BUY', differs: differs('BUY') },
      { clause: 'D/prices-meaning.SELL', differs: differs('SELL') },
    ]);
  },
});

const emptySide = check('prices', 'empty-side', {
  title: 'a side without orders is left out',
  clauses: ['D/prices-meaning.empty-side'],
  cost: { books: 3, prices: 1 },
  run: async (context) => {
    const tokens = marketTokens(context, 200);
    const books = await askTokens(context, 'books', tokens);
    const oneSided = tokens.filter((token) => {
      const book = bookOf(books, token);
      return book !== undefined && !isTwoSided(book);
    });
    if (oneSided.length === 0) context.notTestable('every known book has two sides', 'name a token with an empty side');
    const differs = (again: Exchange, prices: Exchange) => {
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
    const ask = {
      left: () => askTokens(context, 'books', oneSided),
      right: () => askTokens(context, 'prices', oneSided),
    };
    await judgeAgreement(context, ask, [{ clause: 'D/prices-meaning.empty-side', differs }]);
  },
});

export const priceMeaningChecks: readonly Check[] = [meaning, emptySide];
