/** conformance/checks/orders/resting: orders that rest while a check looks, and are cancelled whatever happens. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { isRefusal } from '../judging.ts';
import { roomInside } from './book.ts';
import { writeMarket } from './parties.ts';
import { cancel, type OrderPlan, place, placedId, reasonIn, sizeFor } from './plan.ts';

/** Twenty shares inside the spread of a market set aside, as a purchase of the first outcome unless `change` says otherwise. */
export async function restingPlan(
  context: CheckContext,
  turn: number,
  change: Partial<OrderPlan> = {},
): Promise<OrderPlan> {
  const market = writeMarket(context, turn);
  const outcome = change.outcome ?? 0;
  const { low } = await roomInside(context, market, outcome);
  return { market, outcome, side: 'BUY', price: low, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** A purchase of twenty shares at the lowest price there is: it rests and meets nobody. */
export function farPlan(context: CheckContext, turn: number, change: Partial<OrderPlan> = {}): OrderPlan {
  const market = writeMarket(context, turn);
  return { market, outcome: 0, side: 'BUY', price: market.tick, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** Places an order that has to be accepted for the check to go on; returns its id. */
export async function placeSound(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly answer: Exchange; readonly id: string }> {
  const answer = await place(context, wallet, plan);
  return { answer, id: acceptedId(context, plan, answer) };
}

/** The id of an accepted order; ends the check if the order was refused or has no id. */
function acceptedId(context: CheckContext, plan: OrderPlan, answer: Exchange): string {
  const id = placedId(answer);
  if (!isRefusal(answer) && id === undefined) {
    context.notTestable(
      `the answer to a ${plan.type} order names no orderID`,
      'answer an accepted order with its id: nobody can look for it or cancel it without',
    );
  }
  if (id === undefined) {
    context.notTestable(
      `a ${plan.type} order is not accepted (${reasonIn(answer)})`,
      'give the wallets cash and both tokens of the markets set aside',
    );
  }
  return id;
}

/** Runs `work` with an order resting, and cancels what is left of it whatever happens. */
export async function withResting<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  work: (id: string, answer: Exchange) => Promise<Result>,
): Promise<Result> {
  return await withPlaced(context, wallet, plan, await place(context, wallet, plan), work);
}

/** The same for an order that was placed already. */
export async function withPlaced<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  answer: Exchange,
  work: (id: string, answer: Exchange) => Promise<Result>,
): Promise<Result> {
  const id = acceptedId(context, plan, answer);
  try {
    return await work(id, answer);
  } finally {
    await cancel(context, wallet, id);
  }
}
