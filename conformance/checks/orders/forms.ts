/**
 * conformance/checks/orders/forms: what the texts of an order may hold, and how exact the amounts of an order that only takes may
 * be (`D/order-forms`, `D/order-precision`). Orders that only take cross a resting one, so that a lenient service fills them.
 */
import { textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import type { Check, CheckContext } from '../../check.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import type { OrderPlan } from './plan.ts';
import { cashOf, type Fault, farPlan, faultCheck, judgeRefused, openBody, tryBody } from './probes.ts';
import { twoWallets, withResting } from './venue.ts';

const SALT_LENGTH_MAX = 128;

const faults: readonly Fault[] = [
  {
    what: 'salt-length',
    why: 'its salt is empty or has 129 characters',
    clause: 'D/order-forms.salt',
    spoil: (body) => ['', '7'.repeat(SALT_LENGTH_MAX + 1)].map((salt) => ({ ...body, order: { ...body.order, salt } })),
  },
  {
    what: 'timestamp-form',
    why: 'its timestamp is not digits alone',
    clause: 'D/order-forms.timestamp',
    spoil: (body) => ['', 'now', '-1'].map((timestamp) => ({ ...body, order: { ...body.order, timestamp } })),
  },
];

const textsCheck = tradingCheck('place-order.any-text', {
  title: 'metadata and builder may hold any text, the empty one included',
  clauses: ['D/order-forms.texts'],
  kind: 'consistency',
  route: 'place-order',
  cost: { 'place-order': 2, 'cancel-order': 2 },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    for (const text of ['', 'any text']) {
      const body = openBody(context, wallet, farPlan(context, 0));
      const order = { ...body.order, metadata: text, builder: text };
      const { answer, isRefused } = await tryBody(context, wallet, { ...body, order });
      context.expect('D/order-forms.texts', !isRefused, answer, {
        expected: `an order with metadata and builder "${text}" to be accepted`,
        actual: textAt(answer.json, 'error') ?? `status ${answer.status}`,
      });
    }
  },
});

type Excess = { readonly side: 'BUY' | 'SELL'; readonly why: string; digits(plan: OrderPlan): number };

const digitsOf = (price: number): number => formatPrice(price).split('.')[1]?.length ?? 0;
const CENT = MICRO / 100;

const excesses: readonly Excess[] = [
  { side: 'SELL', why: 'its shares have three decimals', digits: () => 3 },
  {
    side: 'BUY',
    why: 'its shares have three decimals more than the tick',
    digits: ({ market }) => digitsOf(market.tick) + 3,
  },
];

/** Cash in whole cents, so that only the shares are too exact; rounded to the side of the worse price. */
function crossingCash(side: 'BUY' | 'SELL', shares: number, price: number): number {
  const cents = cashOf(shares, price) / CENT;
  return (side === 'BUY' ? Math.ceil(cents) : Math.floor(cents)) * CENT;
}

function excessCheck({ side, why, digits }: Excess): Check {
  const clause = `D/order-precision.${side.toLowerCase()}`;
  return tradingCheck(`place-order.taker-decimals-${side.toLowerCase()}`, {
    title: `a FOK ${side} that could fill is refused where ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    route: 'place-order',
    safety: 'write-irreversible',
    cost: { books: 1, 'place-order': 2, 'cancel-order': 2 },
    run: async (context: CheckContext) => {
      const [maker, taker] = twoWallets(context);
      const resting = await restingPlan(context, 6, { side: side === 'BUY' ? 'SELL' : 'BUY' });
      const decimals = digits(resting);
      if (decimals > 6)
        context.notTestable('the tick leaves no room for more decimals', 'name a market with a larger tick');
      const shares = resting.size / 2 + MICRO / 10 ** decimals;
      const cash = crossingCash(side, shares, resting.price);
      const [makerAmount, takerAmount] = side === 'BUY' ? [cash, shares] : [shares, cash];
      await withResting(context, maker, resting, async () => {
        const body = openBody(context, taker, { ...resting, side, type: 'FOK' });
        const order = { ...body.order, makerAmount: String(makerAmount), takerAmount: String(takerAmount) };
        judgeRefused(context, clause, await tryBody(context, taker, { ...body, order }), why);
      });
    },
  });
}

/** Forms of an order's fields. */
export const orderFormChecks: readonly Check[] = [...faults.map(faultCheck), textsCheck, ...excesses.map(excessCheck)];
