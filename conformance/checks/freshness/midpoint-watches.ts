/** conformance/checks/freshness/midpoint-watches: a token without trades has the price of its book (`D/token-price`) */
import { numberAt } from '../../../base/json.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { readBook } from '../orders/book.ts';
import { heldShares } from '../orders/held.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { micro } from '../quantities.ts';
import { listPriceWatches, near, priced, readPrice } from './price-watches.ts';
import { type Watch, watch } from './watch.ts';

export const MIDPOINT_CLAUSES = ['D/token-price.no-trade', 'D/token-price.curPrice', '2.13/price.views'] as const;

async function readMidpoint(context: CheckContext, plan: OrderPlan) {
  const shown = await readPrice(context, plan);
  const { bids, asks } = await readBook(context, plan.market.tokenIds[plan.outcome]);
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
  const { last } = await readBook(context, plan.market.tokenIds[plan.outcome]);
  if (last !== '' && micro(last) !== 0) return [];
  return [
    ownWatch(context, plan),
    positionPriceWatch(context, wallet, plan),
    ...(await listPriceWatches(context, plan)),
  ];
}
