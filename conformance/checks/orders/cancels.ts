/** conformance/checks/orders/cancels: the effect of a cancel, and cancels that must be refused (interface 4.4). */

import { withJson } from '../../../wire/message.ts';
import { type CheckContext, SameAs, type Wallet } from '../../check.ts';
import {
  bodyLike,
  emptyList,
  errorResponse,
  fieldLike,
  judgeLater,
  NO_ORDER,
  type Rule,
  refusal,
  refusalOf,
} from '../assertions.ts';
import { claimCheck } from '../definition.ts';
import { type Book, grownLevelOf, readBook, restLevel, sharesOrSize, sizeAt } from './book.ts';
import {
  cancel,
  canceling,
  cancelsNothing,
  judgeReason,
  notCanceling,
  type OrderPlan,
  placeSound,
  reasonAt,
  tokenOf,
  twoWallets,
  walletCheck,
  withResting,
} from './plan.ts';
import { restingPlan } from './resting-orders.ts';
import { listedOrder, listing, liveOrders, notListing } from './wallet-reads.ts';

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
  async run(context, [wallet]) {
    const plan = await restingPlan(context);
    await withResting(context, wallet, plan, async (neighbour) => {
      const before = await context.eventually(
        () => readBook(context, tokenOf(plan)),
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

async function judgeResponse(context: CheckContext, wallet: Wallet, id: string) {
  const of = await cancel(context, wallet, id);
  const [canceled, kept] = [{ canceled: { $contains: [id] } }, { not_canceled: { [id]: { $type: 'string' } } }];
  if (context.judge({ clauses: '4.4/canceled', of, must: canceling(id) }))
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

async function judgeNeighbour(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string) {
  const stays: Rule = { clauses: '4.4/neighbour', must: listing(id), because: 'another order was cancelled' };
  await judgeLater(context, stays, () => listedOrder(context, wallet, plan, id));
}

async function judgeTwice(context: CheckContext, wallet: Wallet, id: string) {
  const twice = await cancel(context, wallet, id);
  context.judge(notCanceling('4.4/twice', twice, id, 'it was cancelled before'));
  judgeReason(context, 'D/cancel-refusals.finished', twice, id);
}

const badBodies: readonly (readonly [string, unknown])[] = [
  ['orderId is missing', {}],
  ['the body is a list', []],
];

/** Bodies whose `orderId` a lenient parser may read as a string. */
const mistyped: readonly (readonly [string, unknown])[] = [
  ['orderId is a number', { orderId: 7 }],
  ['orderId is a list', { orderId: [NO_ORDER] }],
];

const HUGE = 3_000_000;

export const cancelRefusalChecks = [
  walletCheck('cancel-order', 'unknown', {
    title: 'an order that does not exist is not reported as cancelled',
    clauses: ['4.4/unknown', '4.4/not_canceled', 'D/cancel-refusals.unknown'],
    async run(context, [wallet]) {
      const response = await cancel(context, wallet, NO_ORDER);
      context.judge(notCanceling('4.4/unknown', response, NO_ORDER, 'no such order exists'));
      judgeReason(context, 'D/cancel-refusals.unknown', response, NO_ORDER);
    },
  }),
  walletCheck('cancel-order', 'foreign', {
    title: "another account's order is neither cancelled nor reported as cancelled",
    clauses: ['4.4/foreign', '4.4/not_canceled', 'D/cancel-refusals.foreign', '4.5/own'],
    async run(context, [owner, stranger]) {
      const plan = await restingPlan(context);
      await withResting(context, owner, plan, async (id) => {
        const response = await cancel(context, stranger, id);
        const why = 'the order belongs to another account';
        context.judge(notCanceling('4.4/foreign', response, id, why));
        const stays: Rule = {
          clauses: '4.4/foreign',
          must: listing(id),
          because: 'another account tried to cancel it',
        };
        await judgeLater(context, stays, () => listedOrder(context, owner, plan, id));
        const unknown = await cancel(context, stranger, NO_ORDER);
        judgeReason(context, 'D/cancel-refusals.foreign', response, id);
        context.judge(
          fieldLike(
            'D/cancel-refusals.foreign',
            response,
            reasonAt(id),
            new SameAs(unknown, reasonAt(NO_ORDER)),
            'this is the reason of an unknown order',
          ),
        );
        const foreign = await liveOrders(context, stranger, { id });
        context.judge(emptyList('4.5/own', foreign.response));
      });
    },
  }),
  walletCheck('cancel-order', 'bad-request', {
    title: 'a cancel without orderId, or with one that is not a string, is refused',
    clauses: ['7/cancel-order.bad-request', 'D/cancel-refusals.orderId-missing', 'D/cancel-refusals.orderId-type'],
    async run(context, [wallet]) {
      for (const [why, body] of badBodies) {
        const response = await context.send(withJson('DELETE', '/order', body), wallet);
        context.judge(cancelsNothing('7/cancel-order.bad-request', response, why));
        context.judge(errorResponse('D/cancel-refusals.orderId-missing', response, why));
      }
      for (const [why, body] of mistyped) {
        const response = await context.send(withJson('DELETE', '/order', body), wallet);
        context.judge(refusal('D/cancel-refusals.orderId-type', response, why));
      }
    },
  }),
  claimCheck('cancel-order', 'too-large', {
    title: 'a body of many megabytes is refused',
    clauses: ['7/cancel-order.too-large'],
    async claim(context) {
      const [wallet] = twoWallets(context);
      const body = { orderId: NO_ORDER, note: 'x'.repeat(HUGE) };
      const of = await context.sendOversized(withJson('DELETE', '/order', body), wallet);
      return refusalOf(of, 'the body has three million bytes');
    },
  }),
];
