/**
 * conformance/checks/books/markets: books fit their markets (interface 2.14), the two tokens mirror each other, and
 * before its first trade a token has the midpoint of its book (2.13).
 */
import { flagAt, type JsonObject, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { routeById } from '../../../spec/routes.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import {
  bodyLike,
  brief,
  type Claim,
  fieldLike,
  judgeAgreement,
  micro,
  sampled,
  tokenIdsOf,
  valueAt,
} from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { check, itemsOf, sendGet, sendPath } from '../definition.ts';
import { sameValue } from '../same-value.ts';
import { bestOf, bookOf, levelsOf, marketTokens, readTokens } from './batch.ts';

const SAMPLES = 5;

type Twins = { readonly response: Exchange; readonly books: readonly [JsonObject, JsonObject]; readonly at: number };

async function twins(context: CheckContext): Promise<readonly Twins[]> {
  const response = await readTokens(context, 'books', marketTokens(context, 40));
  const found: Twins[] = [];
  for (const market of context.bindings.conditions) {
    const [first, second] = objectsIn(market['tokens']).map((token) =>
      bookOf(response, textOrEmpty(token, 'token_id')),
    );
    if (first === undefined || second === undefined) continue;
    found.push({ response, books: [first, second], at: objectsIn(response.json).indexOf(second) });
  }
  if (found.length === 0) context.notTestable('no market shows both of its books', 'give the target such a market');
  return found;
}

/** One side of a book as sorted texts; `turn` converts its prices to those of the other token. */
function sideOf(book: JsonObject, side: 'bids' | 'asks', turn: boolean): readonly string[] {
  return levelsOf(book, side)
    .map(({ price, size }) => `${turn ? MICRO - price : price} ${size}`)
    .toSorted();
}

export const bookMarketChecks = [
  check('books', 'market-same', {
    title: 'a book has the condition id, tick, minimum order and negative-risk flag of its market',
    clauses: ['2.14/market.condition', '2.14/tick_size.same', '2.14/neg_risk.same', '1/token.id'],
    needs: ['condition', 'book'],
    cost: { books: 1, 'trading-market': 2 * SAMPLES },
    async run(context) {
      const right = () => readTokens(context, 'books', marketTokens(context, 4 * SAMPLES));
      const seen = await right();
      for (const [index, book] of sampled([...objectsIn(seen.json).entries()], SAMPLES)) {
        const condition = textOrEmpty(book, 'market');
        const token = textOrEmpty(book, 'asset_id');
        const named = (market: Exchange): Claim => ({
          of: market,
          must: valueAt('/tokens', { $contains: [{ token_id: token }] }),
          because: `its book names ${condition} as its market`,
        });
        const same = (pattern: (market: Exchange) => unknown) => (market: Exchange, of: Exchange) => {
          const found = objectsIn(of.json).findIndex((other) => textAt(other, 'asset_id') === token);
          return { of, must: valueAt(`/${found < 0 ? index : found}`, pattern(market)) };
        };
        const number = (market: Exchange, field: string) => ({
          $number: { $near: [new SameAs(market, `/${field}`), 1e-6] },
        });
        const reads = { left: () => sendPath(context, 'trading-market', condition), right, seen };
        await judgeAgreement(context, reads, [
          { clause: '2.14/market.condition', states: named },
          { clause: '1/token.id', states: named },
          {
            clause: '2.14/tick_size.same',
            states: same((market) => ({
              tick_size: number(market, 'minimum_tick_size'),
              min_order_size: number(market, 'minimum_order_size'),
            })),
          },
          { clause: '2.14/neg_risk.same', states: same((market) => ({ neg_risk: new SameAs(market, '/neg_risk') })) },
        ]);
      }
    },
  }),
  check('books', 'mirror', {
    title: 'the bids of one token are the asks of the other at 1 minus the price',
    clauses: ['D/book-mirror'],
    needs: ['condition'],
    async run(context) {
      for (const { response, books, at } of await twins(context)) {
        const [first, second] = books;
        const holds =
          sameValue(sideOf(first, 'bids', true), sideOf(second, 'asks', false)) &&
          sameValue(sideOf(first, 'asks', true), sideOf(second, 'bids', false));
        const expected = `the mirror of the book of ${textAt(first, 'asset_id')}`;
        const fault = holds ? undefined : { pointer: `/${at}`, expected, actual: bestOf(second) };
        context.judgeBy('D/book-mirror', response, fault, 'it compares two books of one response');
      }
    },
  }),
  check('books', 'last-trade-price', {
    title: 'the last prices of the two books of a market add up to 1, or both are empty',
    clauses: ['D/last-trade-price.complement'],
    needs: ['condition'],
    async run(context) {
      for (const { response, books, at } of await twins(context)) {
        const [first = '', second = ''] = books.map((book) => textAt(book, 'last_trade_price'));
        // A trade cannot have the price 0, so 0 means that there was no trade.
        const isNone = [first, second].every((price) => price === '' || micro(price) === 0);
        const holds = isNone || micro(first) + micro(second) === MICRO;
        const pointer = `/${at}/last_trade_price`;
        const fault = holds ? undefined : { pointer, expected: `1 less ${brief(first)}`, actual: second };
        context.judgeBy('D/last-trade-price.complement', response, fault, 'it compares two books of one response');
      }
    },
  }),
];

const PAGES = 4;
const BATCH = 100;

async function openMarkets(context: CheckContext): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const { response } of cursorPages((query) => sendGet(context, 'simplified-markets', query), PAGES)) {
    const rows = itemsOf(routeById('simplified-markets'), response);
    found.push(...rows.filter((market) => flagAt(market, 'closed') === false));
  }
  return found;
}

/** A trade cannot have the price 0, so 0 says that there was none. */
const NO_ZERO = { last_trade_price: { $not: { $number: 0 } } };

const firstTokenOf = (market: JsonObject) => tokenIdsOf(market)[0] ?? '';

/** A market that never traded: its last price is empty, or a price that no trade can have. */
type Untraded = { readonly market: JsonObject; readonly book: JsonObject; readonly response: Exchange };

async function untraded(context: CheckContext): Promise<readonly Untraded[]> {
  const markets = await openMarkets(context);
  const found: Untraded[] = [];
  for (let start = 0; start < markets.length && found.length < SAMPLES; start += BATCH) {
    const batch = markets.slice(start, start + BATCH);
    const response = await readTokens(context, 'books', batch.map(firstTokenOf));
    for (const market of batch) {
      const book = bookOf(response, firstTokenOf(market));
      const last = textAt(book, 'last_trade_price');
      if (book !== undefined && (last === '' || micro(last) === 0)) found.push({ market, book, response });
    }
  }
  if (found.length === 0) context.notTestable('every known market has traded', 'give the target one without trades');
  return found.slice(0, SAMPLES);
}

export const tokenPriceCheck = check('trading-market', 'price-no-trade', {
  title:
    'before the first trade the last price is empty, ' +
    'and the price of a token is the midpoint of its book, or 0.5 without one',
  clauses: ['D/token-price.no-trade', 'D/last-trade-price.empty'],
  needs: [],
  cost: { 'simplified-markets': PAGES, books: PAGES, 'trading-market': SAMPLES },
  async run(context) {
    for (const { market, book, response } of await untraded(context)) {
      context.judge(bodyLike('D/last-trade-price.empty', response, { $every: NO_ZERO }));
      const { bid, ask } = bestOf(book);
      const middle = bid === undefined || ask === undefined ? MICRO / 2 : (bid + ask) / 2;
      const own = await sendPath(context, 'trading-market', textOrEmpty(market, 'condition_id'));
      context.judge(
        fieldLike(
          'D/token-price.no-trade',
          own,
          '/tokens/0/price',
          { $near: [middle / MICRO, 1 / MICRO] },
          'this is the middle of its book',
        ),
      );
    }
  },
});
