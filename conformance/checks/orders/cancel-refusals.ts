/**
 * conformance/checks/orders/cancel-refusals: cancels that must have no effect (interface 4.4, 7): of unknown orders, of orders
 * of other wallets, and without an order.
 */
import { withJson } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { errorResponse, refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief } from '../rows.ts';
import { eventually } from '../steady.ts';
import { NO_ORDER } from '../unknown-names.ts';
import { expectNotCanceled, isCanceled, judgeReason, reasonOf } from './cancel-response.ts';
import { listedOrder, listing, liveOrders } from './live-list.ts';
import { twoWallets } from './parties.ts';
import { cancel } from './plan.ts';
import { restingPlan, withResting } from './resting-orders.ts';

const unknownCheck = check('cancel-order', 'unknown', {
  title: 'an order that does not exist is not reported as cancelled',
  clauses: ['4.4/unknown', '4.4/not_canceled', 'D/cancel-refusals.unknown'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const response = await cancel(context, wallet, NO_ORDER);
    context.expect('4.4/unknown', !isCanceled(response, NO_ORDER), response, {
      pointer: '/canceled',
      expected: 'no unknown order',
      actual: response.json,
      expectation: { at: { '/canceled': { $not: { $contains: [NO_ORDER] } } } },
    });
    judgeReason(context, 'D/cancel-refusals.unknown', response, NO_ORDER);
  },
});

const foreignCheck = check('cancel-order', 'foreign', {
  title: "another account's order is neither cancelled nor reported as cancelled",
  clauses: ['4.4/foreign', '4.4/not_canceled', 'D/cancel-refusals.foreign', '4.5/own'],
  run: async (context: CheckContext) => {
    const [owner, stranger] = twoWallets(context);
    const plan = await restingPlan(context);
    await withResting(context, owner, plan, async (id) => {
      const response = await cancel(context, stranger, id);
      const still = await eventually(
        context,
        () => listedOrder(context, owner, plan, id),
        (seen) => seen.rows.length > 0,
      );
      const isReported = isCanceled(response, id);
      context.expect('4.4/foreign', !isReported && still.rows.length === 1, isReported ? response : still.response, {
        expected: 'the order to stay',
        actual: `${still.rows.length} live orders; ${brief(response.json)}`,
        expectation: isReported ? { at: { '/canceled': [] } } : listing(id),
      });
      const unknown = await cancel(context, stranger, NO_ORDER);
      judgeReason(context, 'D/cancel-refusals.foreign', response, id);
      context.expect('D/cancel-refusals.foreign', reasonOf(response, id) === reasonOf(unknown, NO_ORDER), response, {
        expected: 'the reason of an unknown order',
        actual: reasonOf(response, id),
        expectation: { at: { [`/not_canceled/${id}`]: reasonOf(unknown, NO_ORDER) } },
      });
      const foreign = await liveOrders(context, stranger, { id });
      context.expect('4.5/own', foreign.rows.length === 0, foreign.response, {
        expected: 'no order of another account',
        actual: foreign.rows[0],
        expectation: { at: { '/data': [] } },
      });
    });
  },
});

/** Bodies that name no order, and their description. */
const badBodies: readonly (readonly [string, unknown])[] = [
  ['orderId is missing', {}],
  ['the body is a list', []],
];

/** Bodies whose `orderId` a lenient parser may read as a string. */
const mistyped: readonly (readonly [string, unknown])[] = [
  ['orderId is a number', { orderId: 7 }],
  ['orderId is a list', { orderId: [NO_ORDER] }],
];

const badBodyCheck = check('cancel-order', 'bad-request', {
  title: 'a cancel without orderId, or with one that is not a string, is refused',
  clauses: ['7/cancel-order.bad-request', 'D/cancel-refusals.orderId-missing', 'D/cancel-refusals.orderId-type'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    for (const [why, body] of badBodies) {
      const response = await context.send(withJson('DELETE', '/order', body), wallet);
      expectNotCanceled(context, '7/cancel-order.bad-request', response, why);
      context.judge(errorResponse('D/cancel-refusals.orderId-missing', response, why));
    }
    for (const [why, body] of mistyped) {
      const response = await context.send(withJson('DELETE', '/order', body), wallet);
      context.judge(refusal('D/cancel-refusals.orderId-type', response, why));
    }
  },
});

const HUGE = 3_000_000;

const tooLargeCheck = check('cancel-order', 'too-large', {
  title: 'a body of many megabytes is refused',
  clauses: ['7/cancel-order.too-large'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const body = { orderId: NO_ORDER, note: 'x'.repeat(HUGE) };
    const response = await context.sendOversized(withJson('DELETE', '/order', body), wallet);
    context.judge(refusal('7/cancel-order.too-large', response, 'the body has three million bytes'));
  },
});

export const cancelRefusalChecks: readonly Check[] = [unknownCheck, foreignCheck, badBodyCheck, tooLargeCheck];
