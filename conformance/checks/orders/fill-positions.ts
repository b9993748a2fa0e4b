/** conformance/checks/orders/fill-positions: sizes, average prices and gains of both wallets after a fill (4.3). */
import { numberAt, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext } from '../../check.ts';
import { DEAREST, isTrue, micro } from '../assertions.ts';
import { check } from '../definition.ts';
import { twice } from '../steady.ts';
import { cashOf, twoWallets, walletCheck } from './plan.ts';
import { findOffer, frontPlan, withFill } from './resting-orders.ts';
import { type Held, heldAfter, heldShares, movedBy, positionOf } from './wallet-reads.ts';

/** A position before a fill, and after it shows the fill. */
export type Change = { readonly before: Held; readonly after: Held };

type ObservedFill = Readonly<{
  /** The positions changed by the size of the fill. */
  holds: boolean;
  shares: number;
  price: number;
  /** The buyer paid exactly this price. */
  isExact: boolean;
  buyer: Change;
  /** Undefined if another wallet sold. */
  seller: Change | undefined;
}>;

async function observeFill(context: CheckContext): Promise<ObservedFill> {
  const [maker, taker] = twoWallets(context);
  const offer = await findOffer(context);
  const { market, outcome } = offer.plan;
  const isOwn = offer.depth === undefined;
  const held = async (): Promise<{ readonly buyer: Held; readonly seller: Held }> => ({
    buyer: await heldShares(context, taker, market, outcome),
    seller: await heldShares(context, maker, market, outcome),
  });
  const before = await held();
  return await withFill(context, { offer }, async ({ plan, reply }) => {
    const shares = plan.size / MICRO;
    const hasMoved = ({ buyer, seller }: typeof before) =>
      isTrue({ of: buyer.response, must: heldAfter(before.buyer, shares) }) &&
      (!isOwn || isTrue({ of: seller.response, must: heldAfter(before.seller, -shares) }));
    const after = await context.eventually(held, hasMoved);
    return {
      holds: hasMoved(after),
      shares,
      price: plan.price / PRICE_ONE,
      // Another wallet may have sold below its earlier offer.
      isExact: isOwn || micro(textAt(reply.json, 'makingAmount')) === cashOf(plan.size, plan.price),
      buyer: { before: before.buyer, after: after.buyer },
      seller: isOwn ? { before: before.seller, after: after.seller } : undefined,
    };
  });
}

/** The position changes by this many shares. */
export function judgeSize(context: CheckContext, { before, after }: Change, change: number): void {
  const must = heldAfter(before, change);
  const because = `${before.shares} shares changed by ${change}`;
  context.judge({ clauses: '4.3/fill.position', of: after.response, must, because });
}

/** The clause that `judgeCost` judges. */
export const COST = '4.3/fill.cost';

/**
 * After a purchase of `shares`, avgPrice is the average over the shares held, or over all bought, with a price within
 * `tick` (dollars) and a fee of the order's limit, as exactly as it is shown.
 */
export function judgeCost(context: CheckContext, change: Change, shares: number, limit: number, tick: number): void {
  const { before, after } = change;
  const average = numberAt(after.row, 'avgPrice') ?? Number.NaN;
  const prices = [(limit - tick) / DEAREST, (limit + tick) * DEAREST];
  const means = [before.shares, at(before, 'totalBought')].flatMap((weight) =>
    prices.map((price) => (at(before, 'avgPrice') * weight + price * shares) / (weight + shares)),
  );
  const slack = 1.5 * 10 ** -Math.max(2, decimalsOf(average), decimalsOf(at(before, 'avgPrice')));
  const [least, most] = [Math.min(...means) - slack, Math.max(...means) + slack].map((mean) => Number(mean.toFixed(6)));
  const isWithin = average >= Number(least) && average <= Number(most);
  const expected = `an avgPrice from ${least} to ${most} after ${shares} shares at ${limit} more`;
  const fault = isWithin ? undefined : { expected, actual: after.row };
  context.judgeBy(COST, after.response, fault, 'the tolerance follows from the digits that the average shows');
}

const decimalsOf = (value: number) => (/\.(\d{1,6})/.exec(String(value))?.[1] ?? '').length;

const at = ({ row }: Held, field: string) => numberAt(row, field) ?? 0;

function judgeAverage(context: CheckContext, { before, after }: Change, shares: number, price: number) {
  const mean = (at(before, 'avgPrice') * before.shares + price * shares) / (before.shares + shares);
  const must = positionOf(before, 'avgPrice', { $near: [mean, 0.001] });
  context.judge({ clauses: 'D/position-maths.avgPrice', of: after.response, must, because: 'it is the mean price' });
}

/** The buyer's position, and all shares ever bought. */
function judgeBought(context: CheckContext, change: Change, shares: number) {
  judgeSize(context, change, shares);
  const { before, after } = change;
  const must = movedBy(before, 'totalBought', shares);
  const because = `${shares} more shares were bought`;
  context.judge({ clauses: 'D/position-maths.totalBought', of: after.response, must, because });
}

/** The seller's position, and the gain over the average price if shares are left. */
function judgeSold(context: CheckContext, change: Change, shares: number, price: number) {
  judgeSize(context, change, -shares);
  const { before, after } = change;
  // A position that is sold out may be among the closed ones.
  if (after.row === undefined) return;
  const gain = (price - at(before, 'avgPrice')) * shares;
  const must = movedBy(before, 'realizedPnl', gain, 0.02);
  const because = `${shares} shares were sold at ${price}`;
  context.judge({ clauses: 'D/position-maths.realizedPnl', of: after.response, must, because });
}

export const fillPositionChecks = [
  check('place-order', 'fill-positions', {
    title: 'a fill changes the positions of both wallets by its size',
    clauses: [
      '4.3/fill.position',
      'D/position-maths.avgPrice',
      'D/position-maths.totalBought',
      'D/position-maths.realizedPnl',
    ],
    safety: 'write-irreversible',
    async run(context) {
      const fill = await twice(context, ['positions'], () => observeFill(context));
      const { seller, buyer, shares, price } = fill;
      judgeBought(context, buyer, shares);
      if (fill.isExact) judgeAverage(context, buyer, shares, price);
      if (seller !== undefined) judgeSold(context, seller, shares, price);
    },
  }),
  walletCheck('place-order', 'sale-average', {
    title: 'a sale does not change the average price of the remaining shares',
    clauses: ['D/average-precision.sale'],
    safety: 'write-irreversible',
    cost: { books: 2, 'place-order': 2, 'cancel-order': 1, positions: 6 },
    async run(context, [maker]) {
      const offer = { plan: await frontPlan(context, { side: 'SELL' }), depth: undefined };
      const { market, outcome } = offer.plan;
      await context.settled(['positions']);
      const before = await heldShares(context, maker, market, outcome);
      await withFill(context, { offer }, async ({ plan }) => {
        const shares = before.shares - plan.size / MICRO;
        const after = await context.eventually(
          () => heldShares(context, maker, market, outcome),
          (seen) => Math.abs(seen.shares - shares) < 1e-6,
        );
        if (after.row === undefined)
          context.notTestable('nothing is left after the sale', 'give the first wallet more tokens');
        context.judge({
          clauses: 'D/average-precision.sale',
          of: after.response,
          must: movedBy(before, 'avgPrice', 0, 0),
          because: 'a sale does not change the average',
        });
      });
    },
  }),
];
