/** conformance/checks/orders/cancels: what a cancel does, and to whom (interface 4.4). */

import { isObject, listAt, objectAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { expectRefusal } from '../judging.ts';
import { NO_ORDER } from '../nobody.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import { cancel } from './plan.ts';
import { eventually, liveOrders, placeSound, readBook, sizeAt, twoWallets, withResting } from './venue.ts';

function isCanceled(answer: Exchange, id: string): boolean {
  return isSuccess(answer) && listAt(answer.json, 'canceled').includes(id);
}

function reasonOf(answer: Exchange, id: string): string | undefined {
  return textAt(objectAt(answer.json, 'not_canceled'), id);
}

function cancelCheck(what: string, draft: Pick<Check, 'title' | 'clauses' | 'run'>): Check {
  return tradingCheck(`cancel-order.${what}`, { kind: 'stateful', route: 'cancel-order', ...draft });
}

const effectCheck = cancelCheck('effect', {
  title: 'a cancelled order is reported so, and leaves live orders and book; its neighbour stays',
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
    const plan = await restingPlan(context, 5);
    const token = plan.market.tokenIds[plan.outcome];
    await withResting(context, wallet, plan, async (neighbour) => {
      const before = sizeAt((await readBook(context, token)).bids, plan.price);
      const { id } = await placeSound(context, wallet, plan);
      const answer = await cancel(context, wallet, id);
      const done = context.expect('4.4/canceled', isCanceled(answer, id), answer, {
        pointer: '/canceled',
        expected: `[${id}]`,
        actual: answer.json,
      });
      if (done) for (const clause of ['4.4/content-type', '4.4/orderId']) context.verified(clause);
      context.expect('4.4/exclusive', isCanceled(answer, id) !== (reasonOf(answer, id) !== undefined), answer, {
        expected: 'the id in canceled or in not_canceled',
        actual: answer.json,
      });
      const gone = await eventually(
        context,
        () => liveOrders(context, wallet, { id }),
        (seen) => seen.rows.length === 0,
      );
      for (const clause of ['4.4/effect.live-orders', 'D/live-order-list.open-only'])
        context.expect(clause, gone.rows.length === 0, gone.answer, {
          expected: 'no live order',
          actual: gone.rows[0],
        });
      const book = await eventually(
        context,
        () => readBook(context, token),
        (seen) => sizeAt(seen.bids, plan.price) === before,
      );
      context.expect('4.4/effect.book', sizeAt(book.bids, plan.price) === before, book.answer, {
        expected: `${before / MICRO} shares at the price, as before the order`,
        actual: sizeAt(book.bids, plan.price) / MICRO,
      });
      const other = await liveOrders(context, wallet, { id: neighbour });
      context.expect('4.4/neighbour', other.rows.length === 1, other.answer, {
        expected: 'the other order to stay',
        actual: `${other.rows.length} orders`,
      });
      const twice = await cancel(context, wallet, id);
      context.expect('4.4/twice', !isCanceled(twice, id), twice, {
        pointer: '/canceled',
        expected: 'an order that is already cancelled not to be listed',
        actual: twice.json,
      });
      judgeReason(context, 'D/cancel-refusals.finished', twice, id);
    });
  },
});

function judgeReason(context: CheckContext, decision: string, answer: Exchange, id: string): void {
  const reason = reasonOf(answer, id);
  if (isSuccess(answer))
    context.expect('4.4/not_canceled', reason !== undefined && reason !== '', answer, {
      pointer: '/not_canceled',
      expected: `a reason under ${id}`,
      actual: answer.json,
    });
  context.fact(`cancel.${decision.split('.')[1]}`, isSuccess(answer) ? 'not_canceled' : String(answer.status));
  context.expect(decision, answer.status === 200 && reason !== undefined, answer, {
    expected: 'status 200 with the reason in not_canceled',
    actual: isSuccess(answer) ? answer.json : `status ${answer.status}`,
  });
}

const unknownCheck = cancelCheck('unknown', {
  title: 'an order that does not exist is not reported as cancelled',
  clauses: ['4.4/unknown', '4.4/not_canceled', 'D/cancel-refusals.unknown'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const answer = await cancel(context, wallet, NO_ORDER);
    context.expect('4.4/unknown', !isCanceled(answer, NO_ORDER), answer, {
      pointer: '/canceled',
      expected: 'no unknown order',
      actual: answer.json,
    });
    judgeReason(context, 'D/cancel-refusals.unknown', answer, NO_ORDER);
  },
});

const foreignCheck = cancelCheck('foreign', {
  title: "another account's order is neither cancelled nor reported as cancelled",
  clauses: ['4.4/foreign', '4.4/not_canceled', 'D/cancel-refusals.foreign', '4.5/own'],
  run: async (context: CheckContext) => {
    const [owner, stranger] = twoWallets(context);
    const plan = await restingPlan(context, 6);
    await withResting(context, owner, plan, async (id) => {
      const answer = await cancel(context, stranger, id);
      const still = await liveOrders(context, owner, { id });
      context.expect('4.4/foreign', !isCanceled(answer, id) && still.rows.length === 1, answer, {
        expected: 'the order to stay',
        actual: `${still.rows.length} live orders; ${JSON.stringify(answer.json)}`,
      });
      const unknown = await cancel(context, stranger, NO_ORDER);
      judgeReason(context, 'D/cancel-refusals.foreign', answer, id);
      context.expect('D/cancel-refusals.foreign', reasonOf(answer, id) === reasonOf(unknown, NO_ORDER), answer, {
        expected: 'the reason of an unknown order',
        actual: reasonOf(answer, id),
      });
      const foreign = await liveOrders(context, stranger, { id });
      context.expect('4.5/own', foreign.rows.length === 0, foreign.answer, {
        expected: 'no order of another account',
        actual: foreign.rows[0],
      });
    });
  },
});

/** Bodies that name no order, and what each is. */
const badBodies: readonly (readonly [string, unknown])[] = [
  ['orderId is a number', { orderId: 7 }],
  ['orderId is a list', { orderId: [NO_ORDER] }],
  ['orderId is missing', {}],
  ['the body is a list', []],
];

const badBodyCheck = cancelCheck('bad-request', {
  title: 'a cancel without orderId, or with one that is no string, is refused',
  clauses: ['7/cancel-order.bad-request', '4.4/orderId.type'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    for (const [why, body] of badBodies) {
      const answer = await context.send(withJson('DELETE', '/order', body), wallet);
      expectRefusal(context, '7/cancel-order.bad-request', answer, why);
      if (isObject(body) && Object.hasOwn(body, 'orderId')) expectRefusal(context, '4.4/orderId.type', answer, why);
    }
  },
});

const tooLargeCheck = cancelCheck('too-large', {
  title: 'a body of many megabytes is refused',
  clauses: ['7/cancel-order.too-large'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const answer = await context.send(withJson('DELETE', '/order', { orderId: 'x'.repeat(3_000_000) }), wallet);
    context.expect('7/cancel-order.too-large', !isSuccess(answer), answer, {
      expected: 'an error',
      actual: `status ${answer.status}`,
    });
  },
});

/** Cancels. */
export const cancelChecks: readonly Check[] = [effectCheck, unknownCheck, foreignCheck, badBodyCheck, tooLargeCheck];
