/** conformance/checks/freshness/order-watches: changes that live orders and trades must show (interface 4.5, 4.6). */
import { textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { isTrue } from '../assertions.ts';
import { tradesSince } from '../orders/feeds.ts';
import { listing, liveOrders, notListing } from '../orders/live-list.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { micro } from '../quantities.ts';
import { movesWatch, type Watch, watch } from './watch.ts';

const pageOf =
  (id: string) =>
  ({ response, pages }: { readonly response: Exchange; readonly pages: readonly Exchange[] }): Exchange =>
    pages.find((of) => isTrue({ of, must: listing(id) })) ?? response;

/** The live orders of a wallet in the market of a plan have the order whose id the change returns. */
export function listedWatch(
  context: CheckContext,
  clause: ClauseId,
  wallet: Wallet,
  { market }: OrderPlan,
): Watch<string> {
  return watch(context, {
    clause,
    read: () => liveOrders(context, wallet, { market: market.conditionId }),
    after: (_, id) => ({ of: pageOf(id), must: () => listing(id), because: 'the reply to the order has its id' }),
  });
}

/** The live order `id` is not listed any more. */
export function goneWatch(
  context: CheckContext,
  clause: ClauseId,
  wallet: Wallet,
  { market, outcome }: OrderPlan,
  id: string,
): Watch {
  const query = { market: market.conditionId, asset_id: market.tokenIds[outcome] };
  return watch(context, {
    clause,
    // A filter by id may find orders that have ended.
    read: () => liveOrders(context, wallet, query),
    after: () => ({ of: pageOf(id), must: () => notListing(id), because: 'the order has ended' }),
  });
}

/** The resting order `id` shows another sizeMatched, in any unit. */
export function matchedWatch(context: CheckContext, wallet: Wallet, id: string): Watch {
  return movesWatch(context, '4.3/fill.sizeMatched', {
    route: 'live-orders',
    read: () => liveOrders(context, wallet, { id }),
    measure: ({ rows }) => micro(textAt(rows[0], 'sizeMatched')),
    must: (old) => ({
      at: { '/data': { $not: { $contains: [{ id, sizeMatched: { $number: { $near: old / MICRO } } }] } } },
    }),
    why: 'a partial fill',
  });
}

/** The trades of the market name the taker order whose id the change returns. */
export function tradeWatch(context: CheckContext, plan: OrderPlan, makerId: string, since: number): Watch<string> {
  return watch(context, {
    clause: 'D/builder-trades-auth.all',
    read: () => tradesSince(context, plan.market.conditionId, since),
    after: (_, takerId) => ({
      must: () => ({
        body: { $contains: [{ taker_order_id: takerId, maker_orders: { $contains: [{ order_id: makerId }] } }] },
      }),
      because: 'these two orders were matched',
    }),
  });
}
