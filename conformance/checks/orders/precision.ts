/** conformance/checks/orders/precision: amounts of taking orders (`D/order-precision`, `D/order-amounts`). */
import { formatPrice, MICRO } from '../../../base/units.ts';
import type { Check } from '../../check.ts';
import { findOffer, isStillOffered, withOffer } from './offer.ts';
import { walletCheck } from './parties.ts';
import { cashOf, type OrderPlan, opposite, place, placedId, type Side } from './plan.ts';
import { accepted, inOrder, judgeRefused, tryPlan } from './probes.ts';

type Excess = { readonly side: Side; readonly why: string; digits(plan: OrderPlan): number };
const CENT = MICRO / 100;

const excesses: readonly Excess[] = [
  { side: 'SELL', why: 'its shares have three decimals', digits: () => 3 },
  {
    side: 'BUY',
    why: 'its shares have three more decimals than the tick',
    digits: ({ market }) => (formatPrice(market.tick).split('.')[1]?.length ?? 0) + 3,
  },
];

/** Cash in whole cents, so that only the shares are too precise; rounded toward the worse price. */
function crossingCash(side: Side, shares: number, price: number): number {
  const cents = cashOf(shares, price) / CENT;
  return (side === 'BUY' ? Math.ceil(cents) : Math.floor(cents)) * CENT;
}

function excessCheck({ side, why, digits }: Excess): Check {
  const clause = side === 'BUY' ? 'D/order-precision.buy' : 'D/order-precision.sell';
  return walletCheck('place-order', `taker-decimals-${side.toLowerCase()}`, {
    title: `a FOK ${side} that could fill is refused if ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    safety: 'write-irreversible',
    cost: { books: 1, 'place-order': 2, 'cancel-order': 2 },
    async run(context, [maker, taker]) {
      const offer = await findOffer(context, { side: opposite(side) });
      const resting = offer.plan;
      const decimals = digits(resting);
      if (decimals > 6)
        context.notTestable('the tick leaves no room for more decimals', 'name a market with a larger tick');
      const shares = resting.size / 2 + MICRO / 10 ** decimals;
      const cash = crossingCash(side, shares, resting.price);
      const [given, taken] = side === 'BUY' ? [cash, shares] : [shares, cash];
      const amounts = { makerAmount: String(given), takerAmount: String(taken) };
      const plan: OrderPlan = { ...resting, side, type: 'FOK' };
      await withOffer(context, maker, offer, async () => {
        const tried = await tryPlan(context, taker, plan, (body) => inOrder(body, amounts));
        judgeRefused(context, clause, tried, why);
      });
    },
  });
}

const takerPriceCheck = walletCheck('place-order', 'taker-price', {
  title: 'the ratio of a FOK order is its worst price, which may be off the tick',
  clauses: ['D/order-amounts.taker-price'],
  safety: 'write-irreversible',
  cost: { books: 1, 'place-order': 2, 'cancel-order': 1 },
  async run(context, [maker, taker]) {
    const offer = await findOffer(context);
    const { plan } = offer;
    await withOffer(context, maker, offer, async () => {
      const worst = plan.price + plan.market.tick / 2;
      const reply = await place(context, taker, { ...plan, side: 'BUY', type: 'FOK', price: worst });
      const isFilled = placedId(reply) !== undefined;
      if (!isFilled && offer.depth !== undefined && !(await isStillOffered(context, plan)))
        context.notTestable('another wallet may have filled the order before', 'name a market without other traders');
      const why = `${formatPrice(plan.price)} is offered, and its worst price is half a tick above`;
      context.judge(accepted('D/order-amounts.taker-price', reply, why));
    });
  },
});

export const orderPrecisionChecks = [takerPriceCheck, ...excesses.map(excessCheck)];
