/** conformance/checks/orders/resting-orders: orders that rest during a check, and are always cancelled. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { isRefusal } from '../assertions.ts';
import { writeMarket } from './parties.ts';
import { cancel, type OrderPlan, place, placedId, refusedWords, sizeFor } from './plan.ts';
import { deepSpot, insideSpot, type Spot, type Wish } from './room.ts';

/** Differences from a purchase of twenty shares of the first outcome. `besides`: a market to avoid. */
export type PlanOptions = Partial<OrderPlan> & { readonly shares?: number; readonly besides?: WriteMarket };

export function planAt(spot: Spot, { besides: _, shares = 20, ...change }: PlanOptions = {}): OrderPlan {
  return { outcome: 0, side: 'BUY', size: sizeFor(spot.market, shares), type: 'GTC', ...spot, ...change };
}

export function wishOf({ outcome = 0, market, besides }: PlanOptions): Wish {
  return { outcome, market, except: besides };
}

/** A resting order that does not cross: inside the spread of a market set aside, or at the end of a book. */
export async function restingPlan(context: CheckContext, options: PlanOptions = {}): Promise<OrderPlan> {
  const wish = wishOf(options);
  const rest = async (where: Wish): Promise<Spot | undefined> =>
    (await insideSpot(context, where, 1)) ?? deepSpot(context, where, options.side ?? 'BUY');
  const spot = (await rest(wish)) ?? (wish.except && (await rest({ outcome: wish.outcome, market: wish.except })));
  if (spot !== undefined) return planAt(spot, options);
  return context.notTestable(
    'no market set aside has a price at which an order rests',
    'name a market in the credentials file whose best offer is above its lowest price',
  );
}

/** An order in front of all others: inside the spread of the first market that has `count` free prices there. */
export async function frontPlan(
  context: CheckContext,
  options: PlanOptions = {},
  count: 1 | 2 = 1,
): Promise<OrderPlan> {
  const spot = await insideSpot(context, wishOf(options), count);
  if (spot !== undefined) return planAt(spot, options);
  return context.notTestable(...narrow(count));
}

/** Reason and remedy if an order must be in front of all others, and no spread has room for it. */
export function narrow(count: 1 | 2): readonly [reason: string, remedy: string] {
  const ticks = count === 1 ? 'two' : 'three';
  return [
    `no market set aside has a spread of ${ticks} ticks, so an order of another wallet is always in front`,
    `name a market with a spread of ${ticks} ticks or more in the credentials file`,
  ];
}

/** A purchase of twenty shares at the lowest possible price: it rests and does not cross. */
export function farPlan(context: CheckContext, change: Partial<OrderPlan> = {}): OrderPlan {
  const market = writeMarket(context);
  return { market, outcome: 0, side: 'BUY', price: market.tick, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** Places an order that the check depends on; returns its id. */
export async function placeSound(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly response: Exchange; readonly id: string }> {
  const response = await place(context, wallet, plan);
  return { response, id: acceptedId(context, plan, response) };
}

/** The id of an accepted order; ends the check if the order was refused or has no id. */
function acceptedId(context: CheckContext, plan: OrderPlan, response: Exchange): string {
  const id = placedId(response);
  if (!isRefusal(response) && id === undefined) {
    context.notTestable(
      `the response to a ${plan.type} order has no orderID`,
      'return the id of an accepted order, because it can neither be found nor cancelled without one',
    );
  }
  if (id === undefined) {
    context.notTestable(...refusedWords(plan, response));
  }
  return id;
}

/** Runs `work` while an order rests, then cancels the rest of it, even after an error. */
export async function withResting<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  return await withPlaced(context, wallet, plan, await place(context, wallet, plan), work);
}

/** The same for an order that was placed already. */
export async function withPlaced<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  response: Exchange,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  const id = acceptedId(context, plan, response);
  try {
    return await work(id, response);
  } finally {
    await cancel(context, wallet, id);
  }
}
