/** conformance/checks/orders/offer: an order that a taker can fill: of the first wallet, or else the best of others. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext } from '../../check.ts';
import { readBook, sizeAt } from './book.ts';
import { type OrderPlan, sizeFor } from './plan.ts';
import { narrow, type PlanOptions, planAt, wishOf, withResting } from './resting-orders.ts';
import { bestLevel, insideSpot } from './room.ts';
import { levelShares } from './units.ts';

/** `plan`: the order to be filled. `depth`: the shares of others there; undefined if it is the first wallet's. */
export type Offer = { readonly plan: OrderPlan; readonly depth: number | undefined };

const holds =
  ({ shares = 20 }: PlanOptions) =>
  (market: WriteMarket, depth: number): boolean =>
    depth >= sizeFor(market, shares);

/** A sale that a taker can fill (or another side, if `change` names it); ends the check without one. */
export async function findOffer(
  context: CheckContext,
  change: PlanOptions = {},
  suits: (market: WriteMarket, depth: number) => boolean = holds(change),
): Promise<Offer> {
  const options: PlanOptions = { side: 'SELL', ...change };
  const wish = wishOf(options);
  const inside = await insideSpot(context, wish, 1);
  if (inside !== undefined) return { plan: planAt(inside, options), depth: undefined };
  const level = await bestLevel(context, wish, options.side ?? 'SELL', suits);
  if (level === undefined) return context.notTestable(...narrow(1));
  const { depth, ...spot } = level;
  return { plan: planAt(spot, options), depth };
}

/** Runs `work` while the offer rests: with the id of the maker's order, or an empty one for orders of other wallets. */
export async function withOffer<Result>(
  context: CheckContext,
  maker: Wallet,
  { plan, depth }: Offer,
  work: (makerId: string) => Promise<Result>,
): Promise<Result> {
  return depth === undefined ? withResting(context, maker, plan, work) : work('');
}

/** True if the level of other wallets is known to contain the shares of the plan still. */
export async function isStillOffered(
  context: CheckContext,
  { market, outcome, side, price, size }: OrderPlan,
): Promise<boolean> {
  const book = await readBook(context, market.tokenIds[outcome]);
  const shares = levelShares(context, sizeAt(side === 'BUY' ? book.bids : book.asks, price));
  return shares !== undefined && shares >= size;
}
