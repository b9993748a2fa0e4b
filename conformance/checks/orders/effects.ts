/**
 * conformance/checks/orders/effects: what killed and refused orders leave behind, which is nothing (interface 4.3). Each meets a
 * resting order that it would have traded with.
 */

import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { opposite } from './fills.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import { cancel, type OrderPlan, place, placedId } from './plan.ts';
import { cashOf, farPlan, openBody, tryBody } from './probes.ts';
import { judgeUnchanged, sceneAtRest } from './scene.ts';
import { liveOrders, twoWallets, withResting } from './venue.ts';

function killedCheck(side: 'BUY' | 'SELL'): Check {
  return tradingCheck(`place-order.fok-killed-${side.toLowerCase()}`, {
    title: `a FOK ${side} larger than what rests is killed: it changes neither book nor holdings and does not rest`,
    clauses: ['4.3/fok.killed', '4.3/fok.whole-or-nothing', 'D/order-refusals.killed'],
    kind: 'stateful',
    route: 'place-order',
    cost: { books: 4, positions: 6, 'live-orders': 6, 'place-order': 2, 'cancel-order': 2 },
    run: async (context: CheckContext) => {
      const parties = twoWallets(context);
      const [maker, taker] = parties;
      const plan = await restingPlan(context, 6, { side: opposite(side) });
      await withResting(context, maker, plan, async () => {
        const before = await sceneAtRest(context, plan, parties);
        const answer = await place(context, taker, { ...plan, side, type: 'FOK', size: 2 * plan.size });
        judgeKilled(context, answer);
        await judgeUnchanged(context, ['4.3/fok.killed', '4.3/fok.whole-or-nothing'], before, plan, parties);
        await withdraw(context, taker, answer);
      });
    },
  });
}

function judgeKilled(context: CheckContext, answer: Exchange): void {
  context.fact('order.killed', isSuccess(answer) ? 'a success that says so' : `status ${answer.status}`);
  context.expect('D/order-refusals.killed', answer.status === 400, answer, {
    expected: 'status 400',
    actual: `status ${answer.status}`,
  });
}

/** Cancels what should not rest, where it was given an id. */
async function withdraw(context: CheckContext, wallet: Wallet, answer: Exchange): Promise<void> {
  const id = placedId(answer);
  if (id !== undefined) await cancel(context, wallet, id);
}

const RICH_SHARES = 900_000_000;

function amountsOf(size: number, price: number): Readonly<Record<string, string>> {
  return { makerAmount: String(cashOf(size, price)), takerAmount: String(size) };
}

/** What is wrong with each of some crossing orders. */
const spoiled: readonly (readonly [string, (plan: OrderPlan) => Readonly<Record<string, unknown>>])[] = [
  ['a side that there is not', () => ({ side: 'HOLD' })],
  ['a number for makerAmount', ({ size }) => ({ makerAmount: size })],
  ['more shares than there is cash for', ({ price }) => amountsOf(RICH_SHARES * MICRO, price)],
  ['a signature type that is text', () => ({ signatureType: 'three' })],
];

const refusedCheck = tradingCheck('place-order.refused-no-effect', {
  title: 'an order answered with an error leaves no live order, no level and no fill',
  clauses: ['4.3/refused.no-effect'],
  kind: 'stateful',
  route: 'place-order',
  cost: { books: 4, positions: 6, 'live-orders': 6, 'place-order': 6, 'cancel-order': 6 },
  run: async (context: CheckContext) => {
    const parties = twoWallets(context);
    const [maker, taker] = parties;
    const plan = await restingPlan(context, 7, { side: 'SELL' });
    await withResting(context, maker, plan, async () => {
      const before = await sceneAtRest(context, plan, parties);
      for (const [fault, change] of spoiled) {
        const body = openBody(context, taker, { ...plan, side: 'BUY' });
        const { isRefused } = await tryBody(context, taker, { ...body, order: { ...body.order, ...change(plan) } });
        if (!isRefused) context.notTestable(`an order with ${fault} is accepted`, 'mend what the other checks find');
      }
      await judgeUnchanged(context, ['4.3/refused.no-effect'], before, plan, parties);
    });
  },
});

const fakCheck = tradingCheck('place-order.fak', {
  title: 'a FAK order trades what it can and never rests; one that finds nothing is refused',
  clauses: ['D/order-types.FAK', 'D/order-types.FAK.nothing', 'D/order-refusals.status'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  cost: { books: 1, 'live-orders': 3, 'place-order': 3, 'cancel-order': 3 },
  run: async (context: CheckContext) => {
    const [maker, taker] = twoWallets(context);
    const plan = await restingPlan(context, 8, { side: 'SELL' });
    await withResting(context, maker, plan, async (makerId) => {
      const market = plan.market.conditionId;
      const before = await liveOrders(context, taker, { market });
      const answer = await place(context, taker, { ...plan, side: 'BUY', type: 'FAK', size: 2 * plan.size });
      const after = await liveOrders(context, taker, { market });
      const met = await liveOrders(context, maker, { id: makerId });
      const rests = after.rows.length - before.rows.length;
      const holds = placedId(answer) !== undefined && rests === 0 && met.rows.length === 0;
      context.expect('D/order-types.FAK', holds, answer, {
        expected: `${plan.size / MICRO} shares traded and no live order`,
        actual: `status ${answer.status}, ${rests} live orders more, ${met.rows.length} left to meet`,
      });
      await withdraw(context, taker, answer);
    });
    const nothing = farPlan(context, 8, { type: 'FAK' });
    const { answer, isRefused } = await tryBody(context, taker, openBody(context, taker, nothing));
    context.expect('D/order-types.FAK.nothing', isRefused, answer, {
      expected: 'a refusal, for there is nothing to trade with',
      actual: `status ${answer.status}`,
    });
  },
});

/** Orders that leave nothing behind. */
export const orderEffectChecks: readonly Check[] = [killedCheck('BUY'), killedCheck('SELL'), refusedCheck, fakCheck];
