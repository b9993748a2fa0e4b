/** conformance/checks/orders/fill: making one fill inside the spread of a market set aside, between the first two wallets. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { twoWallets } from './parties.ts';
import { type OrderPlan, opposite, place, placedId, reasonIn } from './plan.ts';
import { restingPlan, withResting } from './resting.ts';

/** Which fill: a turn of its own among the checks, what is other than a sale of twenty shares, and the part that is taken. */
export type FillDraft = { readonly turn: number; readonly change?: Partial<OrderPlan>; readonly part?: number };

/** One attempt: the maker's order rested, the taker's FOK order met it; `takerId` is undefined where it was not placed. */
export type Attempt = {
  readonly maker: Wallet;
  readonly taker: Wallet;
  readonly plan: OrderPlan;
  readonly makerId: string;
  readonly takerId: string | undefined;
  /** Shares the taker asked for, micro. */
  readonly size: number;
  readonly reply: Exchange;
  /** Service clock before the taker's order, Unix seconds. */
  readonly since: number;
};

export type Fill = Attempt & { readonly takerId: string };

/** Rests a plan as the first wallet, takes a part of it as the second, and shows what came of it to `judge`. */
export async function tryFill(
  context: CheckContext,
  { turn, change = {}, part = 1 }: FillDraft,
  judge: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const [maker, taker] = twoWallets(context);
  const plan = await restingPlan(context, turn, { side: 'SELL', ...change });
  await withResting(context, maker, plan, async (makerId) => {
    const since = context.serviceSeconds() - 1;
    const size = Math.round(plan.size * part);
    const reply = await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK', size });
    await judge({ maker, taker, plan, makerId, takerId: placedId(reply), size, reply, since });
  });
}

/** As `tryFill`; ends the check where nothing was filled. */
export async function withFill(
  context: CheckContext,
  draft: FillDraft,
  judge: (fill: Fill) => Promise<void>,
): Promise<void> {
  await tryFill(context, draft, (attempt) => judge({ ...attempt, takerId: filledId(context, attempt.reply) }));
}

/** The id of a FOK order that was filled; ends the check where it was not. */
export function filledId(context: CheckContext, reply: Exchange): string {
  const id = placedId(reply);
  if (id === undefined)
    context.notTestable(`the FOK order was not filled (${reasonIn(reply)})`, 'give the second wallet cash');
  return id;
}
