/**
 * conformance/checks/orders/fill-positions: what a fill does to the positions of both wallets (interface 4.3): their sizes, and the
 * average price and the gains that the decisions make of it (`D/position-maths`, `D/average-precision`).
 */
import { numberAt, textAt } from '../../../spec/json.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isSameCent, micro } from '../quantities.ts';
import { eventually } from '../steady.ts';
import { tradingCheck } from './draft.ts';
import { withFill } from './fill.ts';
import { type Held, heldShares } from './held.ts';
import { findOffer } from './offer.ts';
import { twoWallets } from './parties.ts';
import { cashOf } from './plan.ts';
import { frontPlan } from './resting.ts';

const sizesCheck = tradingCheck('place-order', 'fill-positions', {
  title: 'a fill changes the positions of both wallets by its size',
  clauses: [
    '4.3/fill.position',
    'D/position-maths.avgPrice',
    'D/position-maths.totalBought',
    'D/position-maths.realizedPnl',
  ],
  kind: 'stateful',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    const [maker, taker] = twoWallets(context);
    const offer = await findOffer(context, 1);
    const { market, outcome } = offer.plan;
    const seller = await heldShares(context, maker, market, outcome);
    const buyer = await heldShares(context, taker, market, outcome);
    await withFill(context, { turn: 1, offer }, async ({ plan, reply }) => {
      const shares = plan.size / MICRO;
      const price = plan.price / PRICE_ONE;
      const after = async (wallet: typeof maker, before: Held, change: number): Promise<Held> => {
        const expected = before.shares + change;
        const seen = await eventually(
          context,
          () => heldShares(context, wallet, market, outcome),
          (held) => isSameCent(held.shares, expected),
        );
        context.expect('4.3/fill.position', isSameCent(seen.shares, expected), seen.answer, {
          pointer: '/0/size',
          expected: `${before.shares} ${change < 0 ? '-' : '+'} ${shares}`,
          actual: seen.shares,
        });
        return seen;
      };
      const bought = await after(taker, buyer, shares);
      judgeBought(context, buyer, bought, shares);
      // Another wallet may have sold for less than it offered before.
      const isExact =
        offer.depth === undefined || micro(textAt(reply.json, 'makingAmount')) === cashOf(plan.size, plan.price);
      if (isExact) judgeAverage(context, buyer, bought, shares, price);
      if (offer.depth === undefined) judgeSeller(context, seller, await after(maker, seller, -shares), shares, price);
    });
  },
});

const at = ({ row }: Held, field: string): number => numberAt(row, field) ?? 0;

function judgeAverage(context: CheckContext, before: Held, after: Held, shares: number, price: number): void {
  const mean = (at(before, 'avgPrice') * before.shares + price * shares) / (before.shares + shares);
  const average = numberAt(after.row, 'avgPrice') ?? Number.NaN;
  context.expect('D/position-maths.avgPrice', Math.abs(average - mean) < 0.001, after.answer, {
    pointer: '/0/avgPrice',
    expected: String(mean),
    actual: average,
  });
}

/** Shares ever bought. */
function judgeBought(context: CheckContext, before: Held, after: Held, shares: number): void {
  const total = at(before, 'totalBought') + shares;
  const bought = numberAt(after.row, 'totalBought') ?? Number.NaN;
  context.expect('D/position-maths.totalBought', isSameCent(bought, total), after.answer, {
    pointer: '/0/totalBought',
    expected: String(total),
    actual: bought,
  });
}

/** The gain over the average price. */
function judgeSeller(context: CheckContext, before: Held, after: Held, shares: number, price: number): void {
  const gain = at(before, 'realizedPnl') + (price - at(before, 'avgPrice')) * shares;
  const realized = numberAt(after.row, 'realizedPnl') ?? Number.NaN;
  context.expect('D/position-maths.realizedPnl', Math.abs(realized - gain) < 0.02, after.answer, {
    pointer: '/0/realizedPnl',
    expected: String(gain),
    actual: realized,
  });
}

const saleCheck = tradingCheck('place-order', 'sale-average', {
  title: 'a sale leaves the average price of what is still held as it was',
  clauses: ['D/average-precision.sale'],
  kind: 'stateful',
  safety: 'write-irreversible',
  cost: { books: 2, 'place-order': 2, 'cancel-order': 1, positions: 6 },
  run: async (context: CheckContext) => {
    const [maker] = twoWallets(context);
    const offer = { plan: await frontPlan(context, 8, { side: 'SELL' }), depth: undefined };
    const { market, outcome } = offer.plan;
    const before = await heldShares(context, maker, market, outcome);
    await withFill(context, { turn: 8, offer }, async ({ plan }) => {
      const shares = before.shares - plan.size / MICRO;
      const after = await eventually(
        context,
        () => heldShares(context, maker, market, outcome),
        (seen) => Math.abs(seen.shares - shares) < 1e-6,
      );
      if (after.row === undefined)
        context.notTestable('nothing is left after the sale', 'give the first wallet more tokens');
      const [average, kept] = [numberAt(before.row, 'avgPrice'), numberAt(after.row, 'avgPrice')];
      context.expect('D/average-precision.sale', kept === average, after.answer, {
        pointer: '/0/avgPrice',
        expected: String(average),
        actual: after.row['avgPrice'],
      });
    });
  },
});

/** Positions after fills. */
export const fillPositionChecks: readonly Check[] = [sizesCheck, saleCheck];
