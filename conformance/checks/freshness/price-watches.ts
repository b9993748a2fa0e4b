/** conformance/checks/freshness/price-watches: the price of a token in every view of its market (interface 2.13). */
import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext, Wallet } from '../../check.ts';
import { micro } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { sendGet, sendPath } from '../definition.ts';
import { type LaterTrades, readBook } from '../orders/book.ts';
import { type OrderPlan, tokenOf } from '../orders/plan.ts';
import { heldShares, listed } from '../orders/wallet-reads.ts';
import { type Watch, watch } from './watch.ts';

export const PRICE_CLAUSES = ['D/token-price.last', '2.13/price.views'] as const;

const LISTS = ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const;

const PAGES = 20;

function priceIn(market: unknown, { market: { tokenIds }, outcome }: OrderPlan): number {
  const token = objectsIn(listAt(market, 'tokens')).find((row) => textAt(row, 'token_id') === tokenIds[outcome]);
  return numberAt(token, 'price') ?? Number.NaN;
}

/** A price but for the noise of binary floating point. */
const near = (price: number): JsonObject => ({ $near: [price, 1e-6] });

function priced({ market: { tokenIds }, outcome }: OrderPlan, price: number): JsonObject {
  return { tokens: { $contains: [{ token_id: tokenIds[outcome], price: near(price) }] } };
}

async function readPrice(context: CheckContext, plan: OrderPlan) {
  const response = await sendPath(context, 'trading-market', plan.market.conditionId);
  return { response, price: priceIn(response.json, plan) };
}

/** The trading market shows the price of the plan, unless another trade followed. */
function ownPriceWatch(context: CheckContext, plan: OrderPlan, trades: LaterTrades): Watch<string> {
  return watch(context, {
    clause: 'D/token-price.last',
    read: () => readPrice(context, plan),
    after: () => ({ must: () => ({ body: priced(plan, plan.price / PRICE_ONE) }), because: 'the last trade has it' }),
    isOfOthers: async (takerId) => (await trades()).some((row) => textAt(row, 'taker_order_id') !== takerId),
  });
}

/** A page of a list with the market of the plan: its query, or undefined if the first pages lack the market. */
async function pageOf(
  context: CheckContext,
  list: (typeof LISTS)[number],
  plan: OrderPlan,
): Promise<Query | undefined> {
  let query: Query = {};
  const read = (cursor: Query) => {
    query = cursor;
    return sendGet(context, list, cursor);
  };
  for await (const { response } of cursorPages(read, PAGES)) {
    if (listed(response).rows.some((row) => textAt(row, 'condition_id') === plan.market.conditionId)) return query;
  }
  return undefined;
}

/** A list shows the price of the trading market. Views that differed before are judged elsewhere. */
function listPriceWatch(context: CheckContext, list: (typeof LISTS)[number], query: Query, plan: OrderPlan): Watch {
  const read = async () => {
    const response = await sendGet(context, list, query);
    const own = listed(response).rows.find((row) => textAt(row, 'condition_id') === plan.market.conditionId);
    const { price } = await readPrice(context, plan);
    return { response, price, shown: own === undefined ? price : priceIn(own, plan) };
  };
  return watch(context, {
    clause: '2.13/price.views',
    read,
    after: (before) => {
      if (match(near(before.price), before.shown).length > 0) return undefined;
      const isOther = { condition_id: { $any: [{ $absent: true }, { $not: plan.market.conditionId }] } };
      return {
        must: ({ price }) => ({ at: { '/data': { $objects: { $any: [isOther, priced(plan, price)] } } } }),
        because: 'the trading market shows this price',
      };
    },
  });
}

/** Each list that has the market of the plan. */
async function listPriceWatches(context: CheckContext, plan: OrderPlan): Promise<readonly Watch[]> {
  const watches: Watch[] = [];
  for (const list of LISTS) {
    const query = await pageOf(context, list, plan);
    if (query !== undefined) watches.push(listPriceWatch(context, list, query, plan));
  }
  return watches;
}

/** The price of the planned token after a trade at the price of the plan: in the trading market and in each list. */
export async function priceWatches(
  context: CheckContext,
  plan: OrderPlan,
  trades: LaterTrades,
): Promise<readonly Watch<string>[]> {
  return [ownPriceWatch(context, plan, trades), ...(await listPriceWatches(context, plan))];
}

export const MIDPOINT_CLAUSES = ['D/token-price.no-trade', 'D/token-price.curPrice', '2.13/price.views'] as const;

async function readMidpoint(context: CheckContext, plan: OrderPlan) {
  const shown = await readPrice(context, plan);
  const { bids, asks } = await readBook(context, tokenOf(plan));
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const middle = bid === undefined || ask === undefined ? 0.5 : (bid + ask) / 2 / PRICE_ONE;
  return { ...shown, middle };
}

function ownWatch(context: CheckContext, plan: OrderPlan): Watch {
  return watch(context, {
    clause: 'D/token-price.no-trade',
    read: () => readMidpoint(context, plan),
    after: () => ({
      must: ({ middle }) => ({ body: priced(plan, middle) }),
      because: 'it is the current midpoint of the book',
    }),
  });
}

function positionPriceWatch(context: CheckContext, wallet: Wallet, plan: OrderPlan): Watch {
  const read = async () => {
    const { response, row } = await heldShares(context, wallet, plan.market, plan.outcome);
    const { price } = await readPrice(context, plan);
    return { response, price, shown: numberAt(row, 'curPrice') };
  };
  return watch(context, {
    clause: 'D/token-price.curPrice',
    read,
    after: ({ shown: before }) => {
      if (before === undefined) return undefined;
      const position = (price: number) => ({ outcomeIndex: plan.outcome, curPrice: near(price) });
      return {
        must: ({ price }) => ({ body: { $contains: [position(price)] } }),
        because: 'it is the price of the token',
      };
    },
  });
}

/** Watches of a market that never traded; empty if it has. A last price of 0 means that there was no trade. */
export async function midpointWatches(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<readonly Watch[]> {
  const { last } = await readBook(context, tokenOf(plan));
  if (last !== '' && micro(last) !== 0) return [];
  return [
    ownWatch(context, plan),
    positionPriceWatch(context, wallet, plan),
    ...(await listPriceWatches(context, plan)),
  ];
}
