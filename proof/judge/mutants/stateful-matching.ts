/** proof/judge/mutants/stateful-matching: orders that match wrongly, or as another type; fills that are missing. */

import { isObject } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { type Change, plus } from '../wrappers/edit.ts';
import { inOrder } from '../wrappers/order-bodies.ts';
import {
  cancelAsOwner,
  isFok,
  type OpenBody,
  orderBodyOf,
  type Taken,
  taking,
  watching,
  withChangedOrder,
} from '../wrappers/orders.ts';
import { refusal } from '../wrappers/requests.ts';
import { bodies, copy, edit, replies, set } from '../wrappers/responses.ts';

const { table } = family('stateful');

function halved(amount: unknown): string {
  return String(Math.floor(Number(amount) / 2));
}

const halfFilled = taking(isFok, (body) => {
  const { makerAmount, takerAmount } = body.order;
  return inOrder(body, { makerAmount: halved(makerAmount), takerAmount: halved(takerAmount) });
});

const killedPartly = replies((response, request, handle, internals) => {
  if (response.status === 400 && isFok(orderBodyOf(request))) {
    handle(withChangedOrder(request, internals, (body) => ({ ...body, orderType: 'FAK' })));
  }
  return response;
});

function typeTaken(from: string, other: string): Wrap {
  return taking(
    ({ orderType }) => orderType === from,
    (body) => ({ ...body, orderType: other }),
  );
}

const amountsSwapped: Change = (reply) =>
  isObject(reply) ? { ...reply, makingAmount: reply['takingAmount'], takingAmount: reply['makingAmount'] } : reply;

function dropping(choose: (waiting: readonly Taken[]) => Taken | undefined): Wrap {
  return watching((handle, taken, internals) => (request) => {
    const body = orderBodyOf(request);
    const waiting = isFok(body) ? taken.filter((other) => isWaiting(other.body, body)).slice(-2) : [];
    const dropped = waiting.length === 2 ? choose(waiting) : undefined;
    if (dropped !== undefined) cancelAsOwner(handle, internals, dropped);
    return handle(request);
  });
}

function isWaiting(resting: OpenBody, incoming: OpenBody): boolean {
  return (
    resting['orderType'] === 'GTC' &&
    resting.order['tokenId'] === incoming.order['tokenId'] &&
    resting.order['side'] !== incoming.order['side']
  );
}

/** Price of a sale in dollars per share. */
function askOf({ body: { order } }: Taken): number {
  return Number(order['takerAmount']) / Number(order['makerAmount']);
}

const olderOfEqual = ([first, second]: readonly Taken[]): Taken | undefined =>
  first !== undefined && second !== undefined && askOf(first) === askOf(second) ? first : undefined;

const cheaper = ([first, second]: readonly Taken[]): Taken | undefined => {
  if (first === undefined || second === undefined || askOf(first) === askOf(second)) return undefined;
  return askOf(first) < askOf(second) ? first : second;
};

function withoutSets(side: 'BUY' | 'SELL'): Wrap {
  return watching((handle, taken) => (request) => {
    const { order, orderType } = orderBodyOf(request);
    const isCrossing = taken.some(
      ({ body }) =>
        body.order['conditionId'] === order['conditionId'] &&
        body.order['tokenId'] !== order['tokenId'] &&
        body.order['side'] === side,
    );
    const isSet = orderType === 'FOK' && order['side'] === side && isCrossing;
    return isSet ? refusal(handle, request) : handle(request);
  });
}

const withoutPostOnly = taking(
  ({ postOnly }) => postOnly === true,
  (body) => ({ ...body, postOnly: undefined }),
);

export const matchingMutants = table({
  'place-order': [
    ['fok-half', '4.3/fok.whole-or-nothing', 'a FOK order trades half its size', halfFilled],
    ['fok-partly', '4.3/fok.killed', 'a killed FOK order has traded the available size', killedPartly],
    ['fok-rests', '4.3/fok.killed', 'a FOK order that cannot fill rests', typeTaken('FOK', 'GTC')],
    ['fak-rests', 'D/order-types.FAK', 'the rest of a FAK order rests in the book', typeTaken('FAK', 'GTC')],
    [
      'amounts-swapped',
      'D/order-reply.matched',
      'takingAmount and makingAmount are swapped',
      bodies((json) => amountsSwapped(json, {})),
    ],
    ['older-dropped', 'D/matching.time-second', 'the newest order is filled first', dropping(olderOfEqual)],
    ['cheaper-dropped', 'D/matching.price-first', 'the more expensive order is filled first', dropping(cheaper)],
    ['never-mints', 'D/matching.mint', 'purchases of both tokens do not match', withoutSets('BUY')],
    ['never-merges', 'D/matching.merge', 'sales of both tokens do not match', withoutSets('SELL')],
    ['post-only-ignored', 'D/order-post-only.crossing', 'postOnly is ignored', withoutPostOnly],
  ],
});

export const fillMutants = table({
  positions: [
    ['average-last', 'D/position-maths.avgPrice', 'avgPrice is the current price', copy('*.avgPrice', 'curPrice')],
  ],
  'builder-trades': [
    ['makers-unnamed', '4.3/fill.trade', 'maker orders have no ids', set('*.maker_orders.*.order_id', '')],
    ['price-dear', '4.3/fill.price-limit', 'trade prices are ten cents too high', edit('*.price', plus(0.1))],
    ['price-cheap', 'D/matching.maker-price', 'trade prices are a cent too low', edit('*.price', plus(-0.01))],
  ],
});
