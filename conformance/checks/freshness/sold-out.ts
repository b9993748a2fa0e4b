/** conformance/checks/freshness/sold-out: a position goes to zero and comes back in responses that were given before */
import type { JsonObject } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get, type Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext } from '../../check.ts';
import { filledId } from '../orders/fill.ts';
import { heldShares } from '../orders/held.ts';
import { walletCheck } from '../orders/parties.ts';
import { type OrderPlan, opposite, place } from '../orders/plan.ts';
import { frontPlan, withResting } from '../orders/resting-orders.ts';
import { holderWatch, positionWatch } from './wallet-watches.ts';
import { judgeChange, type Watch, watch } from './watch.ts';

const HUNDREDTH = MICRO / 100;

const listing = ({ market, outcome }: OrderPlan): JsonObject => ({
  $contains: [{ asset: `${market.conditionId}:${outcome}` }],
});

/** Closed positions of a wallet in the market of a plan, and whether that of the plan is a current one. */
async function readClosed(context: CheckContext, { address }: Wallet, plan: OrderPlan) {
  const query: Query = { user: address, market: plan.market.conditionId };
  const response = await context.send(get('/closed-positions', query));
  const current = await context.send(get('/positions', { ...query, sizeThreshold: '0' }));
  return { response, isCurrent: match(listing(plan), current.json).length === 0 };
}

function closedWatch(context: CheckContext, wallet: Wallet, plan: OrderPlan): Watch {
  return watch(context, {
    clause: 'D/closed-membership.sold',
    read: () => readClosed(context, wallet, plan),
    after: () => ({ must: () => ({ body: listing(plan) }), because: 'the whole position is sold' }),
  });
}

/** The position is in one list only after it was opened again. */
function reopenedWatch(context: CheckContext, wallet: Wallet, plan: OrderPlan): Watch {
  return watch(context, {
    clause: 'D/closed-membership.disjoint',
    read: () => readClosed(context, wallet, plan),
    after: () => ({
      must: ({ isCurrent }) => (isCurrent ? { body: { $not: listing(plan) } } : {}),
      because: 'the position is among the current ones',
    }),
  });
}

/** Places an order of `maker` that rests and is filled by `taker` up to `size`; returns the size. */
async function trade(context: CheckContext, maker: Wallet, taker: Wallet, plan: OrderPlan, size = plan.size) {
  await withResting(context, maker, plan, async () => {
    filledId(context, await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK', size }));
  });
  return size;
}

export const freshSoldOutCheck = walletCheck('closed-positions', 'fresh-sold-out', {
  title: 'responses change when a position goes to zero, and when it is opened again',
  clauses: ['4.3/fill.position', '4.10/amount.position', 'D/closed-membership.sold', 'D/closed-membership.disjoint'],
  safety: 'write-irreversible',
  needs: ['two-wallets', 'write-market'],
  async run(context, [other, owner]) {
    const some = await frontPlan(context, { outcome: 1, side: 'SELL' });
    await context.settled(['positions']);
    const held = (await heldShares(context, owner, some.market, 1)).shares;
    const all = { ...some, size: Math.round(held * MICRO) };
    if (all.size < some.size || all.size % HUNDREDTH !== 0)
      context.notTestable(
        'the second wallet has too few shares, or a fraction of a hundredth of a share',
        'give it whole shares',
      );
    const purchase: OrderPlan = { ...some, side: 'BUY' };
    /** How the owner gets the token again: as taker, as maker, or as maker of an order that is partially filled. */
    const returns = [
      () => trade(context, other, owner, some),
      () => trade(context, owner, other, purchase),
      () => trade(context, owner, other, { ...purchase, size: 2 * some.size }, some.size),
    ];
    // The size is computed rather than read: positions may be cached.
    let missing = 0;
    const sell = async (plan: OrderPlan): Promise<void> => {
      missing += await judgeChange(
        [
          positionWatch(context, { wallet: owner, side: 'SELL' }, plan),
          holderWatch(context, { wallet: owner, side: 'SELL' }, plan),
          closedWatch(context, owner, plan),
        ],
        () => trade(context, owner, other, plan),
      );
    };
    try {
      await sell(all);
      for (const comeBack of returns) {
        missing -= await judgeChange([reopenedWatch(context, owner, some)], comeBack);
        await sell(some);
      }
    } finally {
      if (missing > 0) await trade(context, other, owner, { ...some, size: missing });
    }
  },
});
