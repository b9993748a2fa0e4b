/** conformance/checks/orders/cancels: the effect of a cancel on an order and on its neighbour (interface 4.4). */
import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectEach } from '../assertions.ts';
import { check } from '../definition.ts';
import { eventually } from '../steady.ts';
import { type Book, grownLevelOf, readBook, sizeAt } from './book.ts';
import { isCanceled, judgeReason, reasonOf } from './cancel-response.ts';
import { listedOrder, listing, notListing } from './live-list.ts';
import { twoWallets } from './parties.ts';
import { cancel, type OrderPlan } from './plan.ts';
import { placeSound, restingPlan, withResting } from './resting-orders.ts';
import { sharesOrSize } from './units.ts';

const effectCheck = check('cancel-order', 'effect', {
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
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const plan = await restingPlan(context);
    await withResting(context, wallet, plan, async (neighbour) => {
      const before = await eventually(
        context,
        () => readBook(context, plan.market.tokenIds[plan.outcome]),
        ({ bids }) => sharesOrSize(context, sizeAt(bids, plan.price)) >= plan.size,
      );
      const { id } = await placeSound(context, wallet, plan);
      await judgeResponse(context, wallet, id);
      await judgeLevel(context, plan, before);
      await judgeUnlisted(context, wallet, plan, id);
      await judgeNeighbour(context, wallet, plan, neighbour);
      await judgeTwice(context, wallet, id);
    });
  },
});

async function judgeResponse(context: CheckContext, wallet: Wallet, id: string): Promise<void> {
  const response = await cancel(context, wallet, id);
  const isDone = context.expect('4.4/canceled', isCanceled(response, id), response, {
    pointer: '/canceled',
    expected: `[${id}]`,
    actual: response.json,
    expectation: { at: { '/canceled': [id] } },
  });
  if (isDone) for (const clause of ['4.4/content-type', '4.4/orderId']) context.verified(clause);
  context.expect('4.4/exclusive', isCanceled(response, id) !== (reasonOf(response, id) !== undefined), response, {
    expected: 'the id in canceled or in not_canceled',
    actual: response.json,
    expectation: { at: { [`/not_canceled/${id}`]: { [isCanceled(response, id) ? '$absent' : '$present']: true } } },
  });
}

async function judgeUnlisted(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string): Promise<void> {
  const { response, rows } = await eventually(
    context,
    () => listedOrder(context, wallet, plan, id),
    (seen) => seen.rows.length === 0,
  );
  const clauses = ['4.4/effect.live-orders', 'D/live-order-list.open-only'];
  const expectation = notListing(id);
  expectEach(context, clauses, rows.length === 0, response, {
    expected: 'no live order',
    actual: rows[0],
    expectation,
  });
}

/** The level of the plan's price must be the same as before the order. */
async function judgeLevel(context: CheckContext, plan: OrderPlan, before: Book): Promise<void> {
  const wanted = sizeAt(before.bids, plan.price);
  const book = await eventually(
    context,
    () => readBook(context, plan.market.tokenIds[plan.outcome]),
    (seen) => sizeAt(seen.bids, plan.price) === wanted,
  );
  const size = sizeAt(book.bids, plan.price);
  context.expect('4.4/effect.book', size === wanted, book.response, {
    expected: `${wanted / MICRO} shares at the price, as before the order`,
    actual: size / MICRO,
    expectation: grownLevelOf(before, 'bids', plan.price, 0),
  });
}

async function judgeNeighbour(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string): Promise<void> {
  const { response, rows } = await eventually(
    context,
    () => listedOrder(context, wallet, plan, id),
    (seen) => seen.rows.length > 0,
  );
  context.expect('4.4/neighbour', rows.length === 1, response, {
    expected: 'the other order to stay',
    actual: `${rows.length} orders`,
    expectation: listing(id),
  });
}

async function judgeTwice(context: CheckContext, wallet: Wallet, id: string): Promise<void> {
  const twice = await cancel(context, wallet, id);
  context.expect('4.4/twice', !isCanceled(twice, id), twice, {
    pointer: '/canceled',
    expected: 'an order that is already cancelled not to be listed',
    actual: twice.json,
    expectation: { at: { '/canceled': { $not: { $contains: [id] } } } },
  });
  judgeReason(context, 'D/cancel-refusals.finished', twice, id);
}

export const cancelChecks: readonly Check[] = [effectCheck];
