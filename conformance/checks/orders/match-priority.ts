/** conformance/checks/orders/match-priority: price, then time, over both tokens, without self-trades (interface 4.3) */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { bodyLike, isTrue, type Listed } from '../assertions.ts';
import { check } from '../definition.ts';
import { ACCEPTED, type OrderPlan, place, placedId, type Side, twoWallets, walletCheck, withResting } from './plan.ts';
import { filledId, frontPlan } from './resting-orders.ts';
import {
  type Held,
  heldShares,
  listedOrder,
  matching,
  movedBy,
  notListing,
  tradesSince,
  untilListed,
} from './wallet-reads.ts';

/** Places two sales one after the other, buys as much as one of them at the higher price, and judges which filled. */
async function judgeFirst(
  context: CheckContext,
  clause: ClauseId,
  plans: readonly [OrderPlan, OrderPlan],
  expected: 'older' | 'newer',
) {
  const [maker, taker] = twoWallets(context);
  const [older, newer] = plans;
  await withResting(context, maker, older, (olderId) =>
    withResting(context, maker, newer, async (newerId) => {
      await untilListed(context, maker, [olderId, newerId]);
      const limit = Math.max(older.price, newer.price);
      const reply = await place(context, taker, { ...older, side: 'BUY', type: 'FOK', price: limit });
      filledId(context, reply);
      const [filled, spared] = expected === 'older' ? [olderId, newerId] : [newerId, olderId];
      const look = async (): Promise<readonly [filled: Listed, spared: Listed]> => [
        await listedOrder(context, maker, older, filled),
        await listedOrder(context, maker, older, spared),
      ];
      // Any trace of the fill ends the wait, whichever order it belongs to.
      const isTraded = (lists: readonly Listed[]) => lists.flatMap(({ rows }) => rows).filter(isUntouched).length < 2;
      const [left, other] = await context.eventually(look, isTraded);
      const because = `the ${expected} order is filled first`;
      if (context.judge({ clauses: clause, of: left.response, must: notListing(filled), because }))
        context.judge({ clauses: clause, of: other.response, must: matching(spared, 0, 1), because });
    }),
  );
}

function isUntouched(row: JsonObject) {
  return Number(textAt(row, 'sizeMatched')) === 0;
}

const QUEUE_COST = { books: 2, 'place-order': 3, 'cancel-order': 2, 'live-orders': 8 };

/** Two orders of one side for the two tokens of a market, at prices that add up to a dollar. */
function setCheck(what: 'mint' | 'merge', side: Side) {
  const clause = `D/matching.${what}` as const;
  return walletCheck('place-order', what, {
    safety: 'write-irreversible',
    title: `a ${side} of one token matches a ${side} of the other if their prices add up to a dollar`,
    clauses: [clause],
    cost: { books: 1, positions: 12, 'place-order': 2, 'cancel-order': 2 },
    async run(context, [maker, taker]) {
      const plan = await frontPlan(context, { side });
      const other: OrderPlan = { ...plan, outcome: 1, price: PRICE_ONE - plan.price, type: 'FOK' };
      const held = async (): Promise<readonly [maker: Held, taker: Held]> => [
        await heldShares(context, maker, plan.market, 0),
        await heldShares(context, taker, plan.market, 1),
      ];
      await context.settled(['positions']);
      const before = await held();
      if (side === 'SELL' && before.some(({ shares }) => shares * MICRO < plan.size))
        context.notTestable(
          'a wallet has too few shares to sell',
          'give both wallets both tokens of the markets set aside',
        );
      const change = ((side === 'BUY' ? 1 : -1) * plan.size) / MICRO;
      const moved = before.map((held) => movedBy(held, 'size', change));
      const because = `each wallet gets ${change} shares of its own token`;
      await withResting(context, maker, plan, async () => {
        const reply = await place(context, taker, other);
        if (!context.judge({ clauses: clause, of: reply, must: ACCEPTED, because })) return;
        const after = await context.eventually(held, (seen) =>
          moved.every((must, at) => isTrue({ of: seen[at === 0 ? 0 : 1].response, must: must })),
        );
        for (const [at, must] of moved.entries())
          context.judge({ clauses: clause, of: after[at === 0 ? 0 : 1].response, must, because });
      });
    },
  });
}

export const matchPriorityChecks = [
  check('place-order', 'price-first', {
    safety: 'write-irreversible',
    title: 'the better price is filled first, though it came later',
    clauses: ['D/matching.price-first'],
    cost: QUEUE_COST,
    async run(context) {
      const better = await frontPlan(context, { side: 'SELL' }, 2);
      const worse = { ...better, price: better.price + better.market.tick };
      await judgeFirst(context, 'D/matching.price-first', [worse, better], 'newer');
    },
  }),
  check('place-order', 'time-second', {
    safety: 'write-irreversible',
    title: 'of two orders at one price the older is filled first',
    clauses: ['D/matching.time-second'],
    cost: QUEUE_COST,
    async run(context) {
      const older = await frontPlan(context, { side: 'SELL' });
      // Its size must not count.
      const newer = { ...older, size: 1.5 * older.size };
      await judgeFirst(context, 'D/matching.time-second', [older, newer], 'older');
    },
  }),
  setCheck('mint', 'BUY'),
  setCheck('merge', 'SELL'),
  walletCheck('place-order', 'self-trade', {
    safety: 'write-irreversible',
    title: 'an order never trades with an order of the same wallet',
    clauses: ['D/self-trade'],
    cost: { books: 1, 'place-order': 2, 'cancel-order': 2, 'live-orders': 2, 'builder-trades': 1 },
    async run(context, [wallet]) {
      const plan = await frontPlan(context, { side: 'SELL' });
      await withResting(context, wallet, plan, async (olderId) => {
        const since = context.serviceSeconds() - 1;
        const reply = await place(context, wallet, { ...plan, side: 'BUY', type: 'FAK' });
        const older = await listedOrder(context, wallet, plan, olderId);
        context.fact('self-trade', older.rows.length === 1 ? 'the older order stays' : 'the older order goes');
        await context.pause(500);
        const { response } = await tradesSince(context, plan.market.conditionId, since);
        const both = { taker_order_id: placedId(reply), maker_orders: { $contains: [{ order_id: olderId }] } };
        const because = 'a wallet does not trade with itself';
        if (placedId(reply) === undefined) context.verified('D/self-trade');
        else context.judge(bodyLike('D/self-trade', response, { $every: { $not: both } }, because));
      });
    },
  }),
];
