/** proof/judge/mutants/stateful-matching: orders that match wrongly, or as another type; fills that are missing. */
import { objectsIn } from '../../../base/json.ts';
import { family } from '../variant.ts';
import {
  amountsOf,
  cancelAsOwner,
  inOrder,
  isFok,
  isPlacing,
  type OpenBody,
  orderBodyOf,
  type Taken,
  taking,
  watching,
  withChangedOrder,
} from '../wrappers/orders.ts';
import { refusal, refusingAny } from '../wrappers/requests.ts';
import {
  bodies,
  copy,
  edit,
  jsonOf,
  ofObject,
  plus,
  replies,
  responses,
  STRANGER,
  set,
  withBody,
} from '../wrappers/responses.ts';
import { signedBy } from '../wrappers/signatures.ts';

const { table } = family('stateful');

function halved(amount: unknown) {
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

function takenAsGtc(type: string) {
  return taking(
    ({ orderType }) => orderType === type,
    (body) => ({ ...body, orderType: 'GTC' }),
  );
}

const amountsSwapped = ofObject(({ makingAmount, takingAmount, ...reply }) => {
  return { ...reply, makingAmount: takingAmount, takingAmount: makingAmount };
});

function dropping(choose: (waiting: readonly Taken[]) => Taken | undefined) {
  return watching((handle, taken, internals) => (request) => {
    const body = orderBodyOf(request);
    const waiting = isFok(body) ? taken.filter((other) => isWaiting(other.body, body)).slice(-2) : [];
    const dropped = waiting.length === 2 ? choose(waiting) : undefined;
    if (dropped !== undefined) cancelAsOwner(handle, internals, dropped);
    return handle(request);
  });
}

function isWaiting(resting: OpenBody, incoming: OpenBody) {
  return (
    resting['orderType'] === 'GTC' &&
    resting.order['tokenId'] === incoming.order['tokenId'] &&
    resting.order['side'] !== incoming.order['side']
  );
}

/** Price of a sale in dollars per share. */
function askOf({ body: { order } }: Taken) {
  return Number(order['takerAmount']) / Number(order['makerAmount']);
}

const olderOfEqual = ([first, second]: readonly Taken[]) =>
  first !== undefined && second !== undefined && askOf(first) === askOf(second) ? first : undefined;

const smallerOfEqual = (waiting: readonly Taken[]): Taken | undefined => {
  const [older, newer] = waiting.map(({ body }) => amountsOf(body).shares);
  return Number(newer) > Number(older) ? olderOfEqual(waiting) : undefined;
};

const cheaper = ([first, second]: readonly Taken[]): Taken | undefined => {
  if (first === undefined || second === undefined || askOf(first) === askOf(second)) return undefined;
  return askOf(first) < askOf(second) ? first : second;
};

function withoutSets(side: 'BUY' | 'SELL') {
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

const oneId = watching((handle, taken) => (request) => {
  const response = handle(request);
  const [first] = taken;
  const isTaken = response.status === 200 && first !== undefined;
  return isTaken ? withBody(response, { ...jsonOf(response), orderID: first.id }) : response;
});

function refused(isKind: (body: OpenBody) => boolean) {
  return refusingAny((request) => isKind(orderBodyOf(request)));
}

const everybodys = responses((response, request, handle, internals) => {
  const pages = internals.credentials.wallets.map((wallet) => jsonOf(handle(signedBy(wallet, request, internals))));
  const data = pages.flatMap((page) => objectsIn(page['data']));
  return withBody(response, { ...jsonOf(response), data, count: data.length, limit: Math.max(100, data.length) });
});

const restsAnyway = replies((response, request, handle, internals) => {
  const isWrong = response.status === 400 && isPlacing(request);
  if (isWrong) handle(withChangedOrder(request, internals, (body) => inOrder(body, { side: 'BUY' })));
  return response;
});

export const matchingMutants = table({
  'place-order': [
    ['fok-half', '4.3/fok.whole-or-nothing', 'a FOK order trades half its size', halfFilled],
    ['fok-partly', '4.3/fok.killed', 'a killed FOK order has traded the available size', killedPartly],
    ['fok-rests', '4.3/fok.killed', 'a FOK order that cannot fill rests', takenAsGtc('FOK')],
    ['fak-rests', 'D/order-types.FAK', 'the rest of a FAK order rests in the book', takenAsGtc('FAK')],
    [
      'amounts-swapped',
      'D/order-reply.matched',
      'takingAmount and makingAmount are swapped',
      bodies((json) => amountsSwapped(json, {})),
    ],
    ['older-dropped', 'D/matching.time-second', 'the newest order is filled first', dropping(olderOfEqual)],
    ['smaller-dropped', 'D/matching.time-second', 'a larger, newer order is filled first', dropping(smallerOfEqual)],
    ['cheaper-dropped', 'D/matching.price-first', 'the more expensive order is filled first', dropping(cheaper)],
    ['never-mints', 'D/matching.mint', 'purchases of both tokens do not match', withoutSets('BUY')],
    ['never-merges', 'D/matching.merge', 'sales of both tokens do not match', withoutSets('SELL')],
    ['post-only-ignored', 'D/order-post-only.crossing', 'postOnly is ignored', withoutPostOnly],
    ['one-id', '4.3/reply.orderID.unique', 'every order gets the id of the first', oneId],
    [
      'id-unlisted',
      '4.3/reply.orderID.listed',
      'the reply has another id than the list',
      edit('orderID', (id) => `${String(id)}0`),
    ],
    ['success-false', '4.3/reply.success.accepted', 'success is false for an accepted order', set('success', false)],
    ['fok-refused', '4.3/orderType.FOK', 'FOK is not an order type', refused(({ orderType }) => orderType === 'FOK')],
    [
      'type-3-refused',
      '4.3/order.signatureType.3',
      'signature type 3 is refused',
      refused(({ order }) => order['signatureType'] === 3),
    ],
    ['refused-rests', '4.3/refused.no-effect', 'a refused order rests', restsAnyway],
    [
      'resting-zero',
      'D/order-reply.resting',
      'amounts are 0 for an order that rests',
      edit('makingAmount', (amount) => amount || '0'),
    ],
    ['status-word', 'D/order-status.reply', 'the status is ok', set('status', 'ok')],
  ],
  positions: [
    ['average-last', 'D/position-maths.avgPrice', 'avgPrice is the current price', copy('*.avgPrice', 'curPrice')],
  ],
  'builder-trades': [
    ['makers-unnamed', '4.3/fill.trade', 'maker orders have no ids', set('*.maker_orders.*.order_id', '')],
    ['price-dear', '4.3/fill.price-limit', 'trade prices are ten cents too high', edit('*.price', plus(0.1))],
    ['price-cheap', 'D/matching.maker-price', 'trade prices are a cent too low', edit('*.price', plus(-0.01))],
  ],
  'live-orders': [
    ['side-other', '2.15/side.BUY', 'every order is a sale', set('data.*.side', 'SELL')],
    ['price-other', '2.15/type.placed', 'the price is a cent higher', edit('data.*.price', plus(0.01))],
    ['type-other', '2.15/type.placed', 'every order has the type LIMIT', set('data.*.type', 'LIMIT')],
    ['maker-other', '2.15/makerAddress.caller', 'orders name another wallet', set('data.*.makerAddress', STRANGER)],
    [
      'matched-whole',
      '2.15/sizeMatched.bounded',
      'sizeMatched is the original size',
      copy('data.*.sizeMatched', 'originalSize'),
    ],
    ['id-shared', '2.15/id.unique', 'orders have the id of their token', copy('data.*.id', 'assetId')],
    ['status-word', 'D/order-status.listed', 'live orders have the status open', set('data.*.status', 'open')],
    ['everybodys', '4.5/own', "other wallets' orders are listed too", everybodys],
  ],
});
