/**
 * conformance/checks/orders/effects: killed and refused orders that cross have no effect on a market and its parties
 * (interface 4.3).
 */

import { flagAt, numberAt, textAt, textOrEmpty } from '../../../base/json.ts';
import { invariant } from '../../../base/result.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import {
  type CheckContext,
  type ClauseId,
  type Exchange,
  type Expectation,
  type RouteId,
  SameAs,
  type Wallet,
  type WriteMarket,
} from '../../check.ts';
import { isTrue, micro, refusal, statusLike, statusOf, tokenIdsOf } from '../assertions.ts';
import { sendPath } from '../definition.ts';
import { twice } from '../steady.ts';
import { readBook } from './book.ts';
import {
  ACCEPTED,
  cashOf,
  farPlan,
  inOrder,
  type OrderPlan,
  opposite,
  place,
  placedId,
  type Side,
  sizeFor,
  tryPlan,
  walletCheck,
  withdraw,
  withResting,
} from './plan.ts';
import { RICH_SHARES } from './refusals.ts';
import { findOffer, frontPlan, type Offer, withOffer } from './resting-orders.ts';
import { heldShares, listed, listedOrder, liveOrders, movedBy, notListing } from './wallet-reads.ts';

/** A view at one moment, and the statement that a later response is the same. */
type Look = { readonly response: Exchange; readonly same: Expectation };

/** A market and its parties at one moment: the levels, the shares of each party, and their live orders there. */
type MarketSnapshot = readonly Look[];

const LOOKS = 4;

function isSame(before: MarketSnapshot, after: MarketSnapshot) {
  return before.every(({ same }, at) => {
    const response = after[at]?.response;
    return response !== undefined && isTrue({ of: response, must: same });
  });
}

/** The book, unless the order crosses others' orders, and the shares and live orders of each party. */
async function snapshotOf(
  context: CheckContext,
  { plan, depth }: Offer,
  parties: readonly Wallet[],
): Promise<MarketSnapshot> {
  const { market, outcome } = plan;
  const { response } = await readBook(context, market.tokenIds[outcome]);
  const looks: Look[] = depth === undefined ? [{ response, same: sameLevels(response) }] : [];
  for (const wallet of parties) {
    const held = await heldShares(context, wallet, market, outcome);
    looks.push({ response: held.response, same: movedBy(held, 'size', 0) });
  }
  for (const wallet of parties) {
    const orders = await liveOrders(context, wallet, { market: market.conditionId });
    const page = listed(orders.response).rows.map(({ id, sizeMatched }) => ({ id, sizeMatched }));
    looks.push({ response: orders.response, same: { at: { '/data': page } } });
  }
  return looks;
}

function sameLevels(response: Exchange): Expectation {
  const sides = ['/0/bids', '/0/asks'].map((at) => [at, { $sameSet: { by: '', of: new SameAs(response, at) } }]);
  return { at: Object.fromEntries(sides) };
}

/** A snapshot of a market at rest: earlier trades are in every view. Ends the check if the market keeps changing. */
async function snapshotAtRest(
  context: CheckContext,
  offer: Offer,
  parties: readonly Wallet[],
): Promise<MarketSnapshot> {
  let latest = await snapshotOf(context, offer, parties);
  for (let turn = 0; turn < LOOKS; turn += 1) {
    const next = await snapshotOf(context, offer, parties);
    if (isSame(latest, next)) return next;
    latest = next;
    await context.pause(1_000);
  }
  return context.notTestable('the market set aside keeps changing', 'name a market without other traders');
}

/** Views that a snapshot reads. */
const SNAPSHOT_VIEWS: readonly RouteId[] = ['books', 'positions', 'live-orders'];

/** The same market before and after an action; it `holds` if both snapshots are equal. */
type SnapshotPair = { readonly holds: boolean; readonly before: MarketSnapshot; readonly after: MarketSnapshot };

/** Takes another snapshot and compares it. */
async function lookAgain(
  context: CheckContext,
  before: MarketSnapshot,
  offer: Offer,
  parties: readonly Wallet[],
): Promise<SnapshotPair> {
  const after = await snapshotOf(context, offer, parties);
  return { holds: isSame(before, after), before, after };
}

function judgeUnchanged(context: CheckContext, clauses: readonly ClauseId[], { before, after }: SnapshotPair) {
  for (const [at, { same }] of before.entries()) {
    const of = after[at]?.response;
    invariant(of !== undefined, 'both snapshots have the same views');
    context.judge({ clauses, of, must: same, because: 'the order has no effect' });
  }
}

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

export const orderEffectChecks = [
  killedCheck('BUY'),
  killedCheck('SELL'),
  walletCheck('place-order', 'refused-no-effect', {
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
            if (!isRefused)
              context.notTestable(`an order with ${fault} is accepted`, 'fix what the other checks report');
          }
          return await lookAgain(context, before, offer, parties);
        });
      });
      judgeUnchanged(context, ['4.3/refused.no-effect'], seen);
    },
  }),
  walletCheck('place-order', 'fak', {
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
  }),
];

const TRIES = 3;

/** A closed market whose own record says that it accepts no orders; ends the check without one. */
export async function closedMarket(context: CheckContext): Promise<WriteMarket> {
  const closed = context.bindings.markets.filter((market) => flagAt(market, 'closed') === true);
  for (const row of closed.slice(0, TRIES)) {
    const conditionId = textOrEmpty(row, 'conditionId');
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
