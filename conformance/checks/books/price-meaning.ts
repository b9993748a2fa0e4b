/** conformance/checks/books/price-meaning: the sides that BUY and SELL mean, and an empty side (`D/prices-meaning`). */
import { objectAt, textAt } from '../../../base/json.ts';
import type { Exchange } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { check } from '../definition.ts';
import { bestOf, bookOf, boundTokens, isTwoSided, marketTokens, readTokens } from './batch.ts';
import { pairOf, priceText } from './prices.ts';

const TOKENS = 40;

const meaning = check('prices', 'meaning', {
  title: 'BUY is the best ask and SELL the best bid',
  clauses: ['D/prices-meaning.BUY', 'D/prices-meaning.SELL'],
  cost: { books: 2, prices: 1 },
  async run(context) {
    const tokens = boundTokens(context, TOKENS);
    const reads = {
      left: () => readTokens(context, 'books', tokens),
      right: () => readTokens(context, 'prices', tokens),
    };
    const states = (name: 'BUY' | 'SELL') => (books: Exchange, of: Exchange) => {
      const entries = tokens.flatMap((token) => {
        const { bid, ask: offered } = bestOf(bookOf(books, token));
        if (bid === undefined || offered === undefined || bid === offered) return [];
        const { entry, buy } = pairOf(of, token);
        if (entry !== undefined) context.fact('prices.BUY', buy === offered ? 'best ask' : 'best bid');
        const priced = { [name]: priceText(name === 'BUY' ? offered : bid) };
        return [[token, { $any: [{ $absent: true }, priced] }]];
      });
      return { of, must: { body: Object.fromEntries(entries) } };
    };
    await judgeAgreement(context, reads, [
      { clause: 'D/prices-meaning.BUY', states: states('BUY') },
      { clause: 'D/prices-meaning.SELL', states: states('SELL') },
    ]);
  },
});

const SHOWN = { $type: 'string' };
const LEFT_OUT = { $any: [{ $absent: true }, { $not: SHOWN }] };

function entryWith(count: number): unknown {
  if (count === 2) return { BUY: SHOWN, SELL: SHOWN };
  const none = [{ $absent: true }, { $not: { $type: 'object' } }, { BUY: LEFT_OUT, SELL: LEFT_OUT }];
  return {
    $any:
      count === 0
        ? none
        : [
            { BUY: SHOWN, SELL: LEFT_OUT },
            { BUY: LEFT_OUT, SELL: SHOWN },
          ],
  };
}

const emptySide = check('prices', 'empty-side', {
  title: 'a side without orders is left out',
  clauses: ['D/prices-meaning.empty-side'],
  cost: { books: 3, prices: 1 },
  async run(context) {
    const tokens = marketTokens(context, 200);
    const books = await readTokens(context, 'books', tokens);
    const oneSided = tokens.filter((token) => {
      const book = bookOf(books, token);
      return book !== undefined && !isTwoSided(book);
    });
    if (oneSided.length === 0) context.notTestable('every known book has two sides', 'name a token with an empty side');
    const states = (again: Exchange, of: Exchange) => {
      const entries = oneSided.map((token) => {
        const { bid, ask } = bestOf(bookOf(again, token));
        const count = Number(bid !== undefined) + Number(ask !== undefined);
        const entry = objectAt(of.json, token);
        const shown = ['BUY', 'SELL'].flatMap((name) => textAt(entry, name) ?? []);
        if (shown.length !== count)
          context.fact('prices.empty-side', entry === undefined ? 'token left out' : `shown as ${shown[0]}`);
        return [token, entryWith(count)];
      });
      return { of, must: { body: Object.fromEntries(entries) } };
    };
    const reads = {
      left: () => readTokens(context, 'books', oneSided),
      right: () => readTokens(context, 'prices', oneSided),
    };
    await judgeAgreement(context, reads, [{ clause: 'D/prices-meaning.empty-side', states }]);
  },
});

export const priceMeaningChecks = [meaning, emptySide];
