/**
 * conformance/checks/orders/amounts: valid and invalid amounts of an order (interface 4.3): decisions about tick, range,
 * minimum, precision and form. Every probe has one defect; amounts are exact integers of millionths.
 */

import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { Check, CheckContext } from '../../check.ts';
import { cashOf, DIME, type OrderBody } from './plan.ts';
import { inOrder, type MalformedOrder, malformedOrderCheck } from './probes.ts';
import { farPlan } from './resting-orders.ts';

/** The body of a BUY with other amounts. */
function withAmounts(body: OrderBody, cash: number | string, shares: number | string): OrderBody {
  return inOrder(body, { makerAmount: String(cash), takerAmount: String(shares) });
}

const HUNDREDTH = MICRO / 100;

/** Half of the smallest size a market takes, in whole hundredths; ends the check if there is no such size. */
function halfMinimum(context: CheckContext, { minSize }: WriteMarket): number {
  const half = Math.floor(minSize / 2 / HUNDREDTH) * HUNDREDTH;
  if (half === 0) context.notTestable('the market set aside has no minimum size', 'name a market that has one');
  return half;
}

const amountForms = ['+2000000', '-2000000', '2000000.0', '2e6', ' 2000000', '0x1e8480', ''];

const malformedOrders: readonly MalformedOrder[] = [
  {
    what: 'price-off-tick',
    why: 'its price lies between two ticks',
    clause: 'D/order-amounts.tick',
    spoil: (body, _, plan) => [withAmounts(body, cashOf(plan.size, plan.market.tick * 1.5), plan.size)],
  },
  {
    what: 'price-range',
    why: 'its price is less than one tick, or a dollar or more',
    clause: 'D/order-amounts.range',
    spoil: (body, _, { size, market }) =>
      [market.tick / 2, PRICE_ONE, 2 * PRICE_ONE].map((price) => withAmounts(body, cashOf(size, price), size)),
  },
  {
    what: 'below-minimum',
    why: 'it is smaller than the minimum of the market',
    clause: 'D/order-amounts.minimum',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, context, { market, price }) => {
      const size = halfMinimum(context, market);
      return [withAmounts(body, cashOf(size, price), size)];
    },
  },
  {
    what: 'share-decimals',
    why: 'its shares have three decimals',
    clause: 'D/order-amounts.precision',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, _, { size, price }) => {
      const odd = size + HUNDREDTH / 10;
      return [withAmounts(body, cashOf(odd, price), odd)];
    },
  },
  {
    what: 'zero-amount',
    why: 'one of its amounts is zero',
    clause: 'D/order-amounts.zero',
    spoil: (body, _, { size, price }) => [withAmounts(body, 0, size), withAmounts(body, cashOf(size, price), 0)],
  },
  {
    what: 'amount-form',
    why: 'an amount contains a character that is not a digit',
    clause: 'D/order-amounts.form',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, _, { size }) => amountForms.map((text) => withAmounts(body, text, size)),
  },
];

export const orderAmountChecks: readonly Check[] = malformedOrders.map(malformedOrderCheck);
