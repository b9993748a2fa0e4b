/** conformance/properties/relations/improved: a taker with a better limit gets a price between both limits. */
import fc from 'fast-check';
import { PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext } from '../../check.ts';
import { judgeTrade, TRADE_CLAUSES } from '../../checks/orders/fill-records.ts';
import { twoWallets } from '../../checks/orders/parties.ts';
import { type OrderPlan, opposite, place, placedId, type Side } from '../../checks/orders/plan.ts';
import { judgeAmounts } from '../../checks/orders/reply-amounts.ts';
import { frontPlan, withResting } from '../../checks/orders/resting-orders.ts';
import { type Property, property, TRADING } from '../property.ts';

/** The side and outcome of the resting order, and by how many ticks the limit of the taker is better. */
type Case = { readonly side: Side; readonly outcome: 0 | 1; readonly shares: number; readonly ticks: number };

const cases: fc.Arbitrary<Case> = fc.record({
  side: fc.constantFrom<Side>('SELL', 'BUY'),
  outcome: fc.constantFrom(0, 1),
  shares: fc.integer({ min: 20, max: 60 }),
  ticks: fc.nat(8),
});

async function judgeImproved(context: CheckContext, { ticks, ...change }: Case): Promise<void> {
  const [maker, taker] = twoWallets(context);
  const plan = await frontPlan(context, change);
  const order = takerOrder(plan, ticks);
  await withResting(context, maker, plan, async (makerId) => {
    const since = context.serviceSeconds() - 1;
    const reply = await place(context, taker, order);
    const takerId = placedId(reply);
    // Another wallet may have been faster, or the taker may lack cash for its limit.
    if (takerId === undefined) return;
    const { price: limit, size } = order;
    const fill = { maker, taker, plan, makerId, takerId, depth: undefined, size, reply, since };
    judgeAmounts(context, { ...fill, order, limit });
    await judgeTrade(context, fill, order, limit);
  });
}

/** A FOK order for all of the resting one, with a limit that is better for it. */
function takerOrder(plan: OrderPlan, ticks: number): OrderPlan {
  const { side, price, market } = plan;
  const better = price + (side === 'SELL' ? 1 : -1) * ticks * market.tick;
  const limit = Math.min(PRICE_ONE - market.tick, Math.max(market.tick, better));
  return { ...plan, side: opposite(side), type: 'FOK', price: limit };
}

export const improvedProperty: Property = property<Case>({
  ...TRADING,
  id: 'relations.price-improvement',
  title: 'a taker with a better limit than the order it crosses gets a price within both limits',
  clauses: [...TRADE_CLAUSES, '4.3/reply.amounts'],
  cost: { perCase: { books: 2, 'place-order': 2, 'cancel-order': 1, 'builder-trades': 1 } },
  runs: 1,
  open: async () => ({ arbitrary: cases, judge: judgeImproved }),
});
