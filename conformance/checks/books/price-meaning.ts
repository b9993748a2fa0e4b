/**
 * conformance/checks/books/price-meaning: the sides of the book that BUY and SELL mean, and the value for an empty side
 * (`D/prices-meaning`).
 */
import { objectAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Check, Exchange } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { check } from '../definition.ts';
import { micro } from '../quantities.ts';
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

const LEFT_OUT = { $any: [{ $absent: true }, null] };
const PRICE = { $number: { $all: [{ $gt: 0 }, { $lt: 1 }] } };
const PRICE_IF_ANY = { $any: [{ $absent: true }, null, PRICE] };

/** The pattern of an entry with one price or none. If it shows a price that no order can have, any entry without such a price. */
function entryWith(count: number, shown: readonly (string | undefined)[]): unknown {
  const isOrdered = (price: number): boolean => price > 0 && price < MICRO;
  if (!shown.every((text) => isOrdered(micro(text)))) return { BUY: PRICE_IF_ANY, SELL: PRICE_IF_ANY };
  if (count === 0) return { $any: [...LEFT_OUT.$any, { BUY: LEFT_OUT, SELL: LEFT_OUT }] };
  return {
    $any: [
      { BUY: PRICE, SELL: LEFT_OUT },
      { BUY: LEFT_OUT, SELL: PRICE },
    ],
  };
}

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
        const shown = ['BUY', 'SELL'].map((name) => textAt(entry, name)).filter((price) => price !== undefined);
        if (shown.length === count) continue;
        const fact = entry === undefined ? 'token left out' : `shown as ${shown[0]}`;
        context.fact('prices.empty-side', fact);
        const expectation = { at: { [`/${token}`]: entryWith(count, shown) } };
        return { pointer: `/${token}`, expected: `${count} prices`, actual: entry, expectation };
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
