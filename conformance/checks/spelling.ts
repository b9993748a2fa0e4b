/**
 * conformance/checks/spelling: how addresses, prices and empty values are written: checksums of wallets, prices of positions
 * against prices of tokens, empty parameter values (`1/wallet.checksummed`, `D/token-price`, `D/empty-values`).
 */

import type { JsonObject } from '../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import { routeById } from '../../spec/routes.ts';
import { isChecksummed } from '../../wire/checksum.ts';
import type { Check, CheckContext } from '../check.ts';
import { isSuccess, itemsOf, requiredQuery, rolesFor, sendGet, sendPath, sendSample } from './requests.ts';
import { sameJson, steady } from './steady.ts';
import { readBook } from './venue.ts';

const WALLET_LISTS = ['positions', 'closed-positions', 'activity'] as const;

const checksumChecks = WALLET_LISTS.map(
  (id): Check => ({
    id: `${id}.checksum`,
    title: 'wallet addresses are written with their checksum',
    clauses: ['1/wallet.checksummed'],
    kind: 'consistency',
    route: id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost: { [id]: 1 },
    run: async (context: CheckContext) => {
      const answer = await sendSample(context, routeById(id), { limit: '1' });
      const [row] = itemsOf(routeById(id), answer);
      if (row === undefined) context.notTestable('the list is empty', 'name a wallet with rows in the target file');
      const address = textAt(row, 'proxyWallet') ?? '';
      context.expect('1/wallet.checksummed', isChecksummed(address), answer, {
        pointer: '/0/proxyWallet',
        expected: 'the mixed-case checksum spelling',
        actual: address,
      });
    },
  }),
);

const curPriceCheck: Check = {
  id: 'positions.token-price',
  title: 'curPrice of a position is the price of its token',
  clauses: ['D/token-price.curPrice'],
  kind: 'consistency',
  route: 'positions',
  capability: 'wallet',
  safety: 'read',
  needs: ['wallet'],
  cost: { positions: 1, 'trading-market': 3 },
  run: async (context: CheckContext) => {
    const answer = await sendSample(context, routeById('positions'), { limit: '3' });
    for (const row of itemsOf(routeById('positions'), answer)) {
      const market = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
      const token = objectsIn(listAt(market.json, 'tokens'))[numberAt(row, 'outcomeIndex') ?? -1];
      const price = numberAt(token, 'price') ?? Number.NaN;
      const same = Math.abs((numberAt(row, 'curPrice') ?? 9) - price) < 1e-6;
      context.expect('D/token-price.curPrice', same, answer, {
        pointer: '/0/curPrice',
        expected: String(price),
        actual: row['curPrice'],
      });
    }
  },
};

/** Markets whose books never traded, among the simplified ones: their tokens have the price of the midpoint, or 0.5. */
const untradedCheck: Check = {
  id: 'trading-market.untraded',
  title: 'without a trade the last price is empty, and the token price is the midpoint or 0.5',
  clauses: ['D/token-price.no-trade', 'D/last-trade-price.empty'],
  kind: 'consistency',
  route: 'trading-market',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { 'simplified-markets': 4, books: 4, 'builder-trades': 4 },
  run: async (context: CheckContext) => {
    const candidates = await openMarkets(context);
    for (const market of candidates.filter(isEven).slice(0, 4)) {
      const token = objectsIn(listAt(market, 'tokens'))[0];
      const id = textAt(token, 'token_id') ?? '';
      const trades = await sendGet(context, 'builder-trades', { market: textAt(market, 'condition_id') ?? '' });
      if (!isSuccess(trades) || objectsIn(trades.json).length > 0) continue;
      const book = await readBook(context, id);
      if (objectsIn(book.answer.json).length === 0) continue;
      context.expect('D/last-trade-price.empty', book.last === '', book.answer, {
        pointer: '/0/last_trade_price',
        expected: 'an empty text',
        actual: book.last,
      });
      const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price];
      const expected = bid === undefined || ask === undefined ? 0.5 : (bid + ask) / 20_000;
      const price = numberAt(token, 'price') ?? Number.NaN;
      context.expect('D/token-price.no-trade', Math.abs(price - expected) < 0.0051, book.answer, {
        expected: String(expected),
        actual: price,
      });
    }
  },
};

/** A market that never traded mostly stands in the middle: its two prices are near each other. */
function isEven(market: JsonObject): boolean {
  const [first, second] = objectsIn(listAt(market, 'tokens')).map((token) => numberAt(token, 'price') ?? 9);
  return first !== undefined && second !== undefined && Math.abs(first - second) < 1e-9;
}

async function openMarkets(context: CheckContext): Promise<readonly JsonObject[]> {
  const route = routeById('simplified-markets');
  const rows: JsonObject[] = [];
  let cursor = 'MA==';
  for (let page = 0; page < 4; page += 1) {
    const answer = await sendGet(context, 'simplified-markets', { next_cursor: cursor });
    rows.push(...itemsOf(route, answer));
    cursor = textAt(answer.json, 'next_cursor') ?? '';
    if (cursor === '' || cursor === 'LTE=') break;
  }
  return rows.filter((row) => row['closed'] === false && row['archived'] === false);
}

const emptyTextCheck: Check = {
  id: 'markets.empty-text',
  title: 'an optional text filter with an empty value gives the list without it',
  clauses: ['D/empty-values.text'],
  kind: 'filter',
  route: 'markets',
  capability: 'read',
  safety: 'read',
  needs: ['market'],
  cost: { markets: 3 },
  run: async (context: CheckContext) => {
    const whole = await steady(context, () => sendGet(context, 'markets', { limit: '2' }));
    const empty = await sendGet(context, 'markets', { limit: '2', slug: '' });
    context.expect('D/empty-values.text', sameJson(whole, empty), empty, {
      expected: 'the list without slug',
      actual: isSuccess(empty) ? `${itemsOf(routeById('markets'), empty).length} markets` : `status ${empty.status}`,
    });
  },
};

const emptyNumberChecks = (['markets', 'comment-replies', 'event-creators'] as const).map(
  (id): Check => ({
    id: `${id}.empty-number`,
    title: 'an empty value for limit is refused',
    clauses: ['D/empty-values.number'],
    kind: 'error',
    route: id,
    capability: 'read',
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost: { [id]: 1 },
    run: async (context: CheckContext) => {
      const answer = await sendSample(context, routeById(id), {
        ...requiredQuery(routeById(id), context.bindings),
        limit: '',
      });
      context.expect('D/empty-values.number', !isSuccess(answer), answer, {
        expected: 'an error',
        actual: `status ${answer.status}`,
      });
    },
  }),
);

/** Addresses, token prices and empty values. */
export const spellingChecks: readonly Check[] = [
  ...checksumChecks,
  curPriceCheck,
  untradedCheck,
  emptyTextCheck,
  ...emptyNumberChecks,
];
