/** conformance/checks/orders/fill-amounts: the amounts that a reply names for a fill (4.3). */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext } from '../../check.ts';
import { bodyLike, DEAREST } from '../assertions.ts';
import { amountsIn, type OrderPlan } from './plan.ts';
import type { Fill } from './resting-orders.ts';

/** The largest power of ten by which a unit may be smaller than a share or a dollar. */
const FINEST = 18;

type Range = readonly [least: number, most: number];

/** A fill of the resting order `plan` by `order`, whose limit is given as a price of the resting order's token. */
type Filled = Pick<Fill, 'plan' | 'depth' | 'reply'> & { readonly order: OrderPlan; readonly limit: number };

/** Judges the amounts of the fill, in one unit and but for a fee. Empty ones and zeros show nothing. */
export function judgeAmounts(context: CheckContext, { order, plan, limit, depth, reply }: Filled): void {
  const [making, taking] = amountsIn(reply);
  if (!making || !taking) return;
  const shares = plan.size / MICRO;
  const prices = [plan.price, limit].map(
    (price) => (order.outcome === plan.outcome ? price : PRICE_ONE - price) / PRICE_ONE,
  );
  const sizes: Range = [shares / DEAREST, shares];
  const least = depth === undefined ? Math.min(...prices) : 0;
  const cash: Range = [(shares * least) / DEAREST, shares * Math.max(...prices) * DEAREST];
  const [paid, got] = order.side === 'BUY' ? [cash, sizes] : [sizes, cash];
  const inUnits = Array.from({ length: FINEST + 1 }, (_, digits) => ({
    makingAmount: rounded(paid, 10 ** digits),
    takingAmount: rounded(got, 10 ** digits),
  }));
  const because = 'these are the amounts that traded, in one unit';
  context.judge(bodyLike('4.3/reply.amounts', reply, { $any: inUnits }, because));
}

/** Amounts are rounded to their last digit. */
const rounded = ([least, most]: Range, unit: number) => ({
  $number: { $range: [least * unit * (1 - 1e-6), most * unit * (1 + 1e-6)] },
});
