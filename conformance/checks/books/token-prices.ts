/** conformance/checks/books/token-prices: a token before its first trade has the midpoint of its book (2.13, 2.14). */

import { flagAt, type JsonObject, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { routeById } from '../../../spec/routes.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { micro } from '../quantities.ts';
import { itemsOf, sendGet, sendPath } from '../requests.ts';
import { tokenIdsOf } from '../rows.ts';
import { bestOf, bookOf, readTokens } from './batch.ts';

const PAGES = 4;
const BATCH = 100;
const SAMPLES = 5;

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

const firstTokenOf = (market: JsonObject): string => tokenIdsOf(market)[0] ?? '';

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
      const own = await sendPath(context, 'trading-market', textAt(market, 'condition_id') ?? '');
      const must = { at: { '/tokens/0/price': { $near: [middle / MICRO, 1 / MICRO] } } };
      context.judge({ clauses: 'D/token-price.no-trade', of: own, must, because: 'this is the middle of its book' });
    }
  },
});
