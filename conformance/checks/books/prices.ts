/** conformance/checks/books/prices: the best prices of tokens (4.17) compared with their books, twice if they differ */
import { type JsonObject, objectAt, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import {
  bodyLike,
  type Claim,
  type Comparison,
  doAllAgree,
  judgeAgreement,
  judgePair,
  micro,
  NO_TOKEN,
  objectOf,
} from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { bestOf, bookOf, boundTokens, isTwoSided, marketTokens, readTokens } from './batch.ts';

const TOKENS = 40;

const keys = check('prices', 'keys', {
  title: 'the keys are the requested token ids, without unknown ones',
  clauses: ['4.17/keys', 'D/batch-tokens.unknown.prices'],
  cost: { prices: 2 },
  async run(context) {
    const tokens = [...boundTokens(context, 5), NO_TOKEN];
    const response = await readTokens(context, 'prices', tokens);
    // A service may refuse a batch with an unknown token.
    const known = isSuccess(response) ? response : await readTokens(context, 'prices', tokens.slice(0, -1));
    if (isSuccess(known) && Object.keys(objectOf(known)).length > 0)
      context.judge(bodyLike('4.17/keys', known, { $keys: { $every: { $in: tokens } } }));
    const withoutEntry = { status: '2xx', at: { [`/${NO_TOKEN}`]: { $absent: true } } };
    context.judge({ clauses: 'D/batch-tokens.unknown.prices', of: response, must: withoutEntry });
  },
});

/** BUY and SELL of a token in a response, in 1e-6 dollars. */
function pairOf(response: Exchange, token: string) {
  const entry = objectAt(response.json, token);
  return { entry, buy: micro(textAt(entry, 'BUY')), sell: micro(textAt(entry, 'SELL')) };
}

type Aspect = 'entry' | 'BUY' | 'SELL';

/** A price in millionths, in a text. */
const priceText = (price: number): JsonObject => ({ $number: { $near: price / MICRO } });

/** The expected prices of two-sided books, by aspect: either name may mean either side. */
const ASPECTS: Readonly<Record<Aspect, (bid: JsonObject, ask: JsonObject) => unknown>> = {
  entry: () => ({ BUY: { $type: 'string' }, SELL: { $type: 'string' } }),
  BUY: (bid, ask) => ({ BUY: { $any: [bid, ask] } }),
  SELL: (bid, ask) => ({
    $any: [
      { BUY: bid, SELL: ask },
      { BUY: { $any: [{ $absent: true }, { $not: bid }] }, SELL: bid },
    ],
  }),
};

function pricesOf(aspect: Aspect, tokens: readonly string[]) {
  return (books: Exchange, of: Exchange): Claim => {
    const entries = tokens.flatMap((token) => {
      const { bid, ask } = bestOf(bookOf(books, token));
      return bid === undefined || ask === undefined ? [] : [[token, ASPECTS[aspect](priceText(bid), priceText(ask))]];
    });
    return { of, must: { body: Object.fromEntries(entries) }, because: 'its book has these best prices' };
  };
}

/** Clauses about the best prices of tokens whose books have both sides. */
export const BEST_PRICES = ['4.17/per-token', '4.17/BUY.best', '4.17/SELL.best'] as const;

function comparisonsOf(tokens: readonly string[]): readonly Comparison[] {
  return [
    { clause: '4.17/per-token', states: pricesOf('entry', tokens) },
    { clause: '4.17/BUY.best', states: pricesOf('BUY', tokens) },
    { clause: '4.17/SELL.best', states: pricesOf('SELL', tokens) },
  ];
}

/** Judges the best prices after a write, which either view may show late. `seen`: books already read. */
export async function judgeBestPrices(
  context: CheckContext,
  tokens: readonly string[],
  seen?: Exchange,
): Promise<void> {
  const comparisons = comparisonsOf(tokens);
  let left = seen;
  const read = async () => {
    const books = left ?? (await readTokens(context, 'books', tokens));
    left = undefined;
    return { left: books, right: await readTokens(context, 'prices', tokens) };
  };
  const pair = await context.eventually(read, (latest) => doAllAgree(latest, comparisons));
  judgePair(context, pair, comparisons);
}

const readsOf = (context: CheckContext, tokens: readonly string[]) => ({
  left: () => readTokens(context, 'books', tokens),
  right: () => readTokens(context, 'prices', tokens),
});

export const priceChecks = [
  keys,
  claimCheck('prices', 'empty', {
    title: 'an empty array returns an empty object',
    clauses: ['4.17/empty'],
    claim: async (context) => ({
      of: await readTokens(context, 'prices', []),
      must: { status: '2xx', body: { $exact: {} } },
    }),
  }),
  check('prices', 'best', {
    title: 'the two prices of a token are the best bid and the best ask of its book',
    clauses: BEST_PRICES,
    cost: { books: 1, prices: 1 },
    async run(context) {
      const tokens = boundTokens(context, TOKENS);
      if (!context.bindings.books.some(isTwoSided))
        context.notTestable('no book has bids and asks', 'name a token with both in the target file');
      await judgeAgreement(context, readsOf(context, tokens), comparisonsOf(tokens));
    },
  }),
];

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

export const priceMeaningChecks = [
  check('prices', 'meaning', {
    title: 'BUY is the best ask and SELL the best bid',
    clauses: ['D/prices-meaning.BUY', 'D/prices-meaning.SELL'],
    cost: { books: 2, prices: 1 },
    async run(context) {
      const tokens = boundTokens(context, TOKENS);
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
      await judgeAgreement(context, readsOf(context, tokens), [
        { clause: 'D/prices-meaning.BUY', states: states('BUY') },
        { clause: 'D/prices-meaning.SELL', states: states('SELL') },
      ]);
    },
  }),
  check('prices', 'empty-side', {
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
      if (oneSided.length === 0)
        context.notTestable('every known book has two sides', 'name a token with an empty side');
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
      await judgeAgreement(context, readsOf(context, oneSided), [{ clause: 'D/prices-meaning.empty-side', states }]);
    },
  }),
];
