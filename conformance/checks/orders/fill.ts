/** conformance/checks/orders/fill: a fill between the first two wallets, or else with other wallets. */
import type { CheckContext, Exchange, Wallet, WriteMarket } from '../../check.ts';
import { levelShares, readBook, sizeAt } from './book.ts';
import { type OrderPlan, opposite, place, placedId, reasonIn, sizeFor, twoWallets, withResting } from './plan.ts';
import { bestLevel, insideSpot, narrow, type PlanOptions, planAt, wishOf } from './resting-orders.ts';

/** `plan`: the order to be filled. `depth`: the shares of others there; undefined if it is the first wallet's. */
export type Offer = { readonly plan: OrderPlan; readonly depth: number | undefined };

const holds =
  ({ shares = 20 }: PlanOptions) =>
  (market: WriteMarket, depth: number) =>
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

/** Differences from a sale of twenty shares, the part that is filled, and the order to be filled, if already chosen. */
type FillOptions = {
  readonly change?: PlanOptions;
  readonly part?: number;
  readonly offer?: Offer;
};

/** One attempt: the taker's FOK order crossed an offer; `takerId` is undefined if it was not placed. */
export type Attempt = Readonly<{
  maker: Wallet;
  taker: Wallet;
  plan: OrderPlan;
  /** The maker's order; empty if the taker traded with other wallets, whose ids are unknown. */
  makerId: string;
  /** Shares of other wallets at the price before the taker's order; undefined if the maker's order was filled. */
  depth: number | undefined;
  takerId: string | undefined;
  /** Size of the taker's order in micro shares. */
  size: number;
  reply: Exchange;
  /** Service clock before the taker's order, Unix seconds. */
  since: number;
}>;

export type Fill = Attempt & { readonly takerId: string };

/** Fills an offer, or a part of it, as the second wallet, and returns the result of `judge`. */
export async function tryFill<Result>(
  context: CheckContext,
  { change = {}, part = 1, offer }: FillOptions,
  judge: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const [maker, taker] = twoWallets(context);
  const { plan, depth } = offer ?? (await findOffer(context, change));
  const take = async (makerId: string): Promise<Result> => {
    const since = context.serviceSeconds() - 1;
    const size = Math.round(plan.size * part);
    const reply = await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK', size });
    return await judge({ maker, taker, plan, makerId, depth, takerId: placedId(reply), size, reply, since });
  };
  return await withOffer(context, maker, { plan, depth }, take);
}

/** As `tryFill`; ends the check if nothing was filled. */
export function withFill<Result>(
  context: CheckContext,
  options: FillOptions,
  judge: (fill: Fill) => Promise<Result>,
): Promise<Result> {
  return tryFill(context, options, (attempt) => judge({ ...attempt, takerId: filledId(context, attempt.reply) }));
}

/** The id of a FOK order that was filled; ends the check if it was not. */
export function filledId(context: CheckContext, reply: Exchange): string {
  const id = placedId(reply);
  if (id === undefined)
    context.notTestable(`the FOK order was not filled (${reasonIn(reply)})`, 'give the second wallet cash');
  return id;
}
