/** conformance/checks/freshness/order-watches: changes that live orders and trades must show (interface 4.5, 4.6). */
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { tradesSince } from '../orders/feeds.ts';
import { listing, liveOrders, notListing } from '../orders/live-list.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { micro } from '../quantities.ts';
import { textsOf } from '../rows.ts';
import { movesWatch, type Watch, watch } from './watch.ts';

/** The live orders of a wallet in the market of a plan have the order whose id the change returns. */
export function listedWatch(
  context: CheckContext,
  clause: string,
  wallet: Wallet,
  { market }: OrderPlan,
): Watch<string> {
  return watch(context, {
    clause,
    ask: () => liveOrders(context, wallet, { market: market.conditionId }),
    after: (_, id) => ({
      expected: `a live order ${id}`,
      holds: ({ rows }) => textsOf(rows, 'id').includes(id),
      actual: ({ rows }) => textsOf(rows, 'id'),
      expectation: listing(id),
    }),
  });
}

/** The live order `id` is not listed any more. */
export function goneWatch(
  context: CheckContext,
  clause: string,
  wallet: Wallet,
  { market, outcome }: OrderPlan,
  id: string,
): Watch<unknown> {
  const query = { market: market.conditionId, asset_id: market.tokenIds[outcome] };
  return watch(context, {
    clause,
    // A filter by id may find orders that have ended.
    ask: () => liveOrders(context, wallet, query),
    after: () => ({
      expected: 'no live order',
      holds: ({ rows }) => !textsOf(rows, 'id').includes(id),
      actual: ({ rows }) => rows.find((row) => textAt(row, 'id') === id),
      expectation: notListing(id),
    }),
  });
}

/** The resting order `id` shows another sizeMatched, in any unit. */
export function matchedWatch(context: CheckContext, wallet: Wallet, id: string): Watch<unknown> {
  return movesWatch(context, '4.3/fill.sizeMatched', {
    route: 'live-orders',
    ask: () => liveOrders(context, wallet, { id }),
    measure: ({ rows }) => micro(textAt(rows[0], 'sizeMatched')),
    why: 'a partial fill',
  });
}

/** The trades of the market name the taker order whose id the change returns. */
export function tradeWatch(context: CheckContext, plan: OrderPlan, makerId: string, since: number): Watch<string> {
  return watch(context, {
    clause: 'D/builder-trades-auth.all',
    ask: () => tradesSince(context, plan.market.conditionId, since),
    after: (_, takerId) => ({
      expected: `a trade of ${takerId} with ${makerId}`,
      holds: ({ rows }) => {
        const trade = rows.find((row) => textAt(row, 'taker_order_id') === takerId);
        return textsOf(objectsIn(listAt(trade, 'maker_orders')), 'order_id').includes(makerId);
      },
      actual: ({ rows }) => rows[0] ?? 'no trades',
      expectation: {
        body: { $contains: [{ taker_order_id: takerId, maker_orders: { $contains: [{ order_id: makerId }] } }] },
      },
    }),
  });
}
