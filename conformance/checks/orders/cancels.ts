/** conformance/checks/orders/cancels: the effect of a cancel on an order and on its neighbour (interface 4.4). */
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { bodyLike, judgeLater, type Rule } from '../assertions.ts';
import { type Book, grownLevelOf, readBook, restLevel, sizeAt } from './book.ts';
import { judgeReason, notCanceling } from './cancel-response.ts';
import { listedOrder, listing, notListing } from './live-list.ts';
import { walletCheck } from './parties.ts';
import { cancel, type OrderPlan } from './plan.ts';
import { placeSound, restingPlan, withResting } from './resting-orders.ts';
import { sharesOrSize } from './units.ts';

export const cancelEffectCheck = walletCheck('cancel-order', 'effect', {
  title: 'a cancelled order is reported as cancelled and leaves live orders and book; its neighbour stays',
  clauses: [
    '4.4/canceled',
    '4.4/exclusive',
    '4.4/content-type',
    '4.4/orderId',
    '4.4/effect.live-orders',
    '4.4/effect.book',
    '4.4/neighbour',
    '4.4/twice',
    '4.4/not_canceled',
    'D/cancel-refusals.finished',
    'D/live-order-list.open-only',
  ],
  async run(context: CheckContext, [wallet]) {
    const plan = await restingPlan(context);
    await withResting(context, wallet, plan, async (neighbour) => {
      const before = await context.eventually(
        () => readBook(context, plan.market.tokenIds[plan.outcome]),
        ({ bids }) => sharesOrSize(context, sizeAt(bids, plan.price)) >= plan.size,
      );
      const { id } = await placeSound(context, wallet, plan);
      await judgeResponse(context, wallet, id);
      await judgeRestored(context, plan, before);
      await judgeUnlisted(context, wallet, plan, id);
      await judgeNeighbour(context, wallet, plan, neighbour);
      await judgeTwice(context, wallet, id);
    });
  },
});

async function judgeResponse(context: CheckContext, wallet: Wallet, id: string): Promise<void> {
  const of = await cancel(context, wallet, id);
  const [canceled, kept] = [{ canceled: { $contains: [id] } }, { not_canceled: { [id]: { $type: 'string' } } }];
  if (context.judge({ clauses: '4.4/canceled', of, must: { status: '2xx', body: canceled } }))
    for (const clause of ['4.4/content-type', '4.4/orderId'] as const) context.verified(clause);
  const one = [
    [canceled, kept],
    [kept, canceled],
  ].map(([yes, no]) => ({ $all: [yes, { $not: no }] }));
  context.judge(bodyLike('4.4/exclusive', of, { $any: one }, `${id} has one outcome`));
}

/** A cancelled order is not among the live orders. */
export async function judgeUnlisted(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string): Promise<void> {
  const clauses = ['4.4/effect.live-orders', 'D/live-order-list.open-only'] as const;
  const gone: Rule = { clauses, must: notListing(id), because: 'the order is cancelled' };
  await judgeLater(context, gone, () => listedOrder(context, wallet, plan, id));
}

/** The level of the plan's price must be the same as before the order. */
export async function judgeRestored(context: CheckContext, plan: OrderPlan, before: Book): Promise<void> {
  const level = restLevel(plan);
  const must = grownLevelOf(before, level, 0);
  const restored: Rule = { clauses: '4.4/effect.book', must, because: 'the book is as before the order' };
  await judgeLater(context, restored, () => readBook(context, level.token));
}

async function judgeNeighbour(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string): Promise<void> {
  const stays: Rule = { clauses: '4.4/neighbour', must: listing(id), because: 'another order was cancelled' };
  await judgeLater(context, stays, () => listedOrder(context, wallet, plan, id));
}

async function judgeTwice(context: CheckContext, wallet: Wallet, id: string): Promise<void> {
  const twice = await cancel(context, wallet, id);
  context.judge(notCanceling('4.4/twice', twice, id, 'it was cancelled before'));
  judgeReason(context, 'D/cancel-refusals.finished', twice, id);
}
