/** conformance/checks/freshness/order-watches: how live orders, trades and wallet data must change (4.5 to 4.10). */
import { numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { CheckContext, ClauseId, Exchange, Wallet } from '../../check.ts';
import { isSameCaseless, isTrue, micro } from '../assertions.ts';
import { type OrderPlan, type Side, tokenOf } from '../orders/plan.ts';
import {
  ENTRIES,
  entriesSince,
  heldShares,
  listing,
  liveOrders,
  notListing,
  tradesSince,
} from '../orders/wallet-reads.ts';
import { EVERYBODY, readHolders } from '../wallets/page.ts';
import { movesWatch, otherThan, type Watch, watch } from './watch.ts';

const pageOf =
  (id: string) =>
  ({ response, pages }: { readonly response: Exchange; readonly pages: readonly Exchange[] }) =>
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

/** One party of a fill: its wallet and its own side. */
type Party = { readonly wallet: Wallet; readonly side: Side };

export function positionWatch(context: CheckContext, { wallet, side }: Party, plan: OrderPlan): Watch {
  return movesWatch(context, '4.3/fill.position', {
    route: 'positions',
    read: () => heldShares(context, wallet, plan.market, plan.outcome),
    measure: ({ shares }) => shares,
    must: (old) => otherThan(old, 'size', (size) => ({ outcomeIndex: plan.outcome, ...size })),
    why: `a ${side} of ${plan.size / MICRO} shares`,
  });
}

/** A fill may be split into any number of entries, and a full page may have no room for another one. */
export function activityWatch(context: CheckContext, { wallet, side }: Party, plan: OrderPlan): Watch {
  return movesWatch(context, '4.3/fill.activity', {
    route: 'activity',
    read: () => entriesSince(context, wallet, plan, 0),
    measure: ({ response, rows }) => (objectsIn(response.json).length >= ENTRIES ? undefined : rows.length),
    must: (old) => {
      const entry = { conditionId: plan.market.conditionId, outcomeIndex: plan.outcome };
      return { body: { $any: [{ $length: { $gte: ENTRIES } }, { $count: { of: entry, is: { $not: old } } }] } };
    },
    why: `a ${side} of ${plan.size / MICRO} shares`,
  });
}

/** The balance of a party among the holders changes with its position. A party that is not listed may rank too low. */
export function holderWatch(context: CheckContext, party: Party, plan: OrderPlan): Watch {
  const read = async () => {
    const { response, groups } = await readHolders(context, [plan.market.conditionId], EVERYBODY);
    const own = groups
      .filter(({ token }) => token === tokenOf(plan))
      .flatMap(({ holders }) => holders)
      .find((holder) => isSameCaseless(textAt(holder, 'proxyWallet'), party.wallet.address));
    return { response, amount: own === undefined ? undefined : (numberAt(own, 'amount') ?? Number.NaN) };
  };
  return movesWatch(context, '4.10/amount.position', {
    route: 'holders',
    read,
    // A balance of zero may drop out of the list.
    measure: ({ amount }) => amount,
    must: (old) =>
      otherThan(
        old,
        'amount',
        (amount) => ({
          token: tokenOf(plan),
          holders: { $contains: [{ proxyWallet: { $caseless: party.wallet.address }, ...amount }] },
        }),
        false,
      ),
    why: `a ${party.side} of ${plan.size / MICRO} shares`,
  });
}
