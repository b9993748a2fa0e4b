/** conformance/checks/orders/cancel-refusals: cancels of unknown orders, of others' orders, and of none (4.4, 7). */
import { withJson } from '../../../wire/message.ts';
import { SameAs } from '../../check.ts';
import { emptyList, errorResponse, fieldLike, judgeLater, type Rule, refusal, refusalOf } from '../assertions.ts';
import { claimCheck } from '../definition.ts';
import { NO_ORDER } from '../unknown-names.ts';
import { cancelsNothing, judgeReason, notCanceling, reasonAt } from './cancel-response.ts';
import { listedOrder, listing, liveOrders } from './live-list.ts';
import { twoWallets, walletCheck } from './parties.ts';
import { cancel } from './plan.ts';
import { restingPlan, withResting } from './resting-orders.ts';

const unknownCheck = walletCheck('cancel-order', 'unknown', {
  title: 'an order that does not exist is not reported as cancelled',
  clauses: ['4.4/unknown', '4.4/not_canceled', 'D/cancel-refusals.unknown'],
  async run(context, [wallet]) {
    const response = await cancel(context, wallet, NO_ORDER);
    context.judge(notCanceling('4.4/unknown', response, NO_ORDER, 'no such order exists'));
    judgeReason(context, 'D/cancel-refusals.unknown', response, NO_ORDER);
  },
});

const foreignCheck = walletCheck('cancel-order', 'foreign', {
  title: "another account's order is neither cancelled nor reported as cancelled",
  clauses: ['4.4/foreign', '4.4/not_canceled', 'D/cancel-refusals.foreign', '4.5/own'],
  async run(context, [owner, stranger]) {
    const plan = await restingPlan(context);
    await withResting(context, owner, plan, async (id) => {
      const response = await cancel(context, stranger, id);
      const why = 'the order belongs to another account';
      context.judge(notCanceling('4.4/foreign', response, id, why));
      const stays: Rule = { clauses: '4.4/foreign', must: listing(id), because: 'another account tried to cancel it' };
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
});

const badBodies: readonly (readonly [string, unknown])[] = [
  ['orderId is missing', {}],
  ['the body is a list', []],
];

/** Bodies whose `orderId` a lenient parser may read as a string. */
const mistyped: readonly (readonly [string, unknown])[] = [
  ['orderId is a number', { orderId: 7 }],
  ['orderId is a list', { orderId: [NO_ORDER] }],
];

const badBodyCheck = walletCheck('cancel-order', 'bad-request', {
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
});

const HUGE = 3_000_000;

const tooLargeCheck = claimCheck('cancel-order', 'too-large', {
  title: 'a body of many megabytes is refused',
  clauses: ['7/cancel-order.too-large'],
  async claim(context) {
    const [wallet] = twoWallets(context);
    const body = { orderId: NO_ORDER, note: 'x'.repeat(HUGE) };
    const of = await context.sendOversized(withJson('DELETE', '/order', body), wallet);
    return refusalOf(of, 'the body has three million bytes');
  },
});

export const cancelRefusalChecks = [unknownCheck, foreignCheck, badBodyCheck, tooLargeCheck];
