/** conformance/checks/orders/effects: killed and refused orders that cross have no effect (interface 4.3). */
import { flagAt, numberAt, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { refusal, statusLike, statusOf } from '../assertions.ts';
import { sendPath } from '../definition.ts';
import { micro } from '../quantities.ts';
import { tokenIdsOf } from '../rows.ts';
import { twice } from '../steady.ts';
import { findOffer, withOffer } from './fill.ts';
import { RICH_SHARES } from './funds.ts';
import { judgeUnchanged, lookAgain, SNAPSHOT_VIEWS, snapshotAtRest } from './market-snapshot.ts';
import { cashOf, type OrderPlan, opposite, place, placedId, type Side, sizeFor, withdraw } from './plan.ts';
import { ACCEPTED, inOrder, tryPlan } from './probes.ts';
import { farPlan, frontPlan, walletCheck, withResting } from './resting-orders.ts';
import { listedOrder, liveOrders, notListing } from './wallet-reads.ts';

const KILLED_CLAUSES = ['4.3/fok.killed', '4.3/fok.whole-or-nothing'] as const;

/** The most shares of others at the level: a service that fills a FOK order in part sells no more than these. */
const DEEPEST = 500 * MICRO;

const isAffordable = (_: WriteMarket, depth: number) => depth <= DEEPEST;

function isWhole({ side, size }: OrderPlan, response: Exchange) {
  return micro(textAt(response.json, side === 'BUY' ? 'takingAmount' : 'makingAmount')) === size;
}

function killedCheck(side: Side) {
  return walletCheck('place-order', `fok-killed-${side.toLowerCase()}`, {
    title:
      `a FOK ${side} larger than the resting orders is killed: ` +
      'it changes neither book nor holdings and does not rest',
    clauses: [...KILLED_CLAUSES, 'D/order-refusals.killed'],
    cost: { books: 4, positions: 6, 'live-orders': 6, 'place-order': 2, 'cancel-order': 2 },
    async run(context, parties) {
      const [maker, taker] = parties;
      const seen = await twice(context, SNAPSHOT_VIEWS, async () => {
        const offer = await findOffer(context, { side: opposite(side) }, isAffordable);
        const { plan, depth = plan.size } = offer;
        const crossing: OrderPlan = { ...plan, side, type: 'FOK', size: depth + plan.size };
        return await withOffer(context, maker, offer, async () => {
          const before = await snapshotAtRest(context, offer, parties);
          const response = await place(context, taker, crossing);
          if (offer.depth !== undefined && isWhole(crossing, response))
            context.notTestable('another wallet has added to the offer', 'name a market without other traders');
          const stillness = await lookAgain(context, before, offer, parties);
          await withdraw(context, taker, response);
          return { ...stillness, response };
        });
      });
      context.fact('order.killed', isSuccess(seen.response) ? 'a success that reports it' : statusOf(seen.response));
      context.judge(statusLike('D/order-refusals.killed', seen.response, 400));
      judgeUnchanged(context, KILLED_CLAUSES, seen);
    },
  });
}

function amountsOf(size: number, price: number): Readonly<Record<string, string>> {
  return { makerAmount: String(cashOf(size, price)), takerAmount: String(size) };
}

const spoiled: readonly (readonly [string, (plan: OrderPlan) => Readonly<Record<string, unknown>>])[] = [
  ['an unknown side', () => ({ side: 'HOLD' })],
  ['a makerAmount that is not a number', () => ({ makerAmount: 'many' })],
  ['more shares than the wallet has cash for', ({ price }) => amountsOf(RICH_SHARES * MICRO, price)],
  ['a signature type that is text', () => ({ signatureType: 'three' })],
];

const refusedCheck = walletCheck('place-order', 'refused-no-effect', {
  title: 'an order that gets an error has no live order, no level and no fill',
  clauses: ['4.3/refused.no-effect'],
  cost: { books: 4, positions: 6, 'live-orders': 6, 'place-order': 6, 'cancel-order': 6 },
  async run(context, parties) {
    const [maker, taker] = parties;
    const seen = await twice(context, SNAPSHOT_VIEWS, async () => {
      const offer = await findOffer(context);
      const { plan } = offer;
      return await withOffer(context, maker, offer, async () => {
        const before = await snapshotAtRest(context, offer, parties);
        for (const [fault, change] of spoiled) {
          const crossing: OrderPlan = { ...plan, side: 'BUY' };
          const { isRefused } = await tryPlan(context, taker, crossing, (body) => inOrder(body, change(plan)));
          if (!isRefused) context.notTestable(`an order with ${fault} is accepted`, 'fix what the other checks report');
        }
        return await lookAgain(context, before, offer, parties);
      });
    });
    judgeUnchanged(context, ['4.3/refused.no-effect'], seen);
  },
});

const fakCheck = walletCheck('place-order', 'fak', {
  title: 'a FAK order fills as far as it can and never rests; without a counterparty it is refused',
  clauses: ['D/order-types.FAK', 'D/order-types.FAK.nothing', 'D/order-refusals.status'],
  safety: 'write-irreversible',
  cost: { books: 1, 'live-orders': 2, 'place-order': 3, 'cancel-order': 3 },
  async run(context, [maker, taker]) {
    const plan = await frontPlan(context, { side: 'SELL' });
    await withResting(context, maker, plan, async (makerId) => {
      const market = plan.market.conditionId;
      const response = await place(context, taker, { ...plan, side: 'BUY', type: 'FAK', size: 2 * plan.size });
      const after = await liveOrders(context, taker, { market });
      const filled = await listedOrder(context, maker, plan, makerId);
      const because = 'the order fills as far as it can and never rests';
      const judge = (of: Exchange, must: Expectation) =>
        context.judge({ clauses: 'D/order-types.FAK', of, must, because });
      if (judge(response, { ...ACCEPTED, at: { '/orderID': { $match: '.' } } })) {
        judge(filled.response, notListing(makerId));
        judge(after.response, notListing(placedId(response) ?? ''));
      }
      await withdraw(context, taker, response);
    });
    const { response } = await tryPlan(context, taker, farPlan(context, { type: 'FAK' }));
    context.judge(refusal('D/order-types.FAK.nothing', response, 'there is nothing to trade with'));
  },
});

export const orderEffectChecks = [killedCheck('BUY'), killedCheck('SELL'), refusedCheck, fakCheck];

const TRIES = 3;

/** A closed market whose own record says that it accepts no orders; ends the check without one. */
export async function closedMarket(context: CheckContext): Promise<WriteMarket> {
  const closed = context.bindings.markets.filter((market) => flagAt(market, 'closed') === true);
  for (const row of closed.slice(0, TRIES)) {
    const conditionId = textAt(row, 'conditionId') ?? '';
    const { json } = await sendPath(context, 'trading-market', conditionId);
    const [yes, no] = tokenIdsOf(json);
    if (flagAt(json, 'accepting_orders') !== false || yes === undefined || no === undefined) continue;
    const minSize = Math.round((numberAt(json, 'minimum_order_size') ?? 0) * MICRO);
    const tick = Math.round((numberAt(json, 'minimum_tick_size') ?? 0) * PRICE_ONE);
    return { conditionId, tokenIds: [yes, no], tick, minSize };
  }
  return context.notTestable('no closed market shows its tokens', 'judge a deployment with a closed market');
}

export const orderClosedCheck = walletCheck('place-order', 'closed-market', {
  title: 'an order for a market that accepts no orders is refused',
  clauses: ['7/place-order.not-accepting', 'D/order-refusals.not-accepting'],
  kind: 'error',
  needs: ['two-wallets', 'closed-market', 'write-market'],
  cost: { 'trading-market': TRIES, 'place-order': 1, 'cancel-order': 1 },
  async run(context, [wallet]) {
    const market = await closedMarket(context);
    const plan = farPlan(context, { market, price: PRICE_ONE / 2, size: sizeFor(market, 10) });
    const { response } = await tryPlan(context, wallet, plan);
    context.judge(refusal('7/place-order.not-accepting', response, 'the market is closed'));
    context.fact('order.closed-market', isSuccess(response) ? 'success false' : statusOf(response));
    context.judge(statusLike('D/order-refusals.not-accepting', response, 409));
  },
});
