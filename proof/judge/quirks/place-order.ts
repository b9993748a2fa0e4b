/** proof/judge/quirks/place-order: other fields, words and parties of an order (decisions of section 4.3). */
import { OrderSubmission, SignedOrder } from '../../../spec/resources/order.ts';
import type { Response } from '../../../wire/message.ts';
import { on, onRoute, quirks, together } from '../variant.ts';
import {
  conditionOf,
  errorOf,
  forgiving,
  inOrder,
  isPlacing,
  type OpenBody,
  orderBodyOf,
  refusingOrders,
  taking,
} from '../wrappers/orders.ts';
import { profiled } from '../wrappers/profile-with.ts';
import { edit, jsonOf } from '../wrappers/responses.ts';

const KNOWN_OUTER = [...Object.keys(OrderSubmission.shape), 'postOnly', 'deferExec'];
const KNOWN_INNER = [...Object.keys(SignedOrder.shape), 'expiration'];

function hasUnknownField({ order, ...body }: OpenBody) {
  return (
    Object.keys(body).some((name) => !KNOWN_OUTER.includes(name)) ||
    Object.keys(order).some((name) => !KNOWN_INNER.includes(name))
  );
}

function sides(words: Readonly<Record<string, string>>) {
  return together([
    forgiving(/order\.side must be/, (body) => inOrder(body, { side: words[String(body.order['side'])] })),
    refusingOrders(({ order }) => order['side'] === 'SELL', `order.side must be one of ${Object.keys(words)}`),
  ]);
}

const PLACEHOLDER = /^0x(?:5a)+$/;

function fromOwnTimestamp(body: OpenBody): OpenBody {
  const { expiration, timestamp } = body.order;
  return inOrder(body, { expiration: String(Math.floor(Number(timestamp) / 1_000) + Number(expiration)) });
}

function withoutExpiration(body: OpenBody): OpenBody {
  return {
    ...inOrder(body, { expiration: undefined }),
    orderType: body['orderType'] === 'GTD' ? 'GTC' : body['orderType'],
  };
}

const otherMakers = on(['place-order', 'live-orders'], (handle, internals) => {
  const makers = new Map<unknown, unknown>();
  const accepting = forgiving(/order\.maker must be/, (body, { address }) => inOrder(body, { maker: address }))(
    handle,
    internals,
  );
  const named = edit('data.*.makerAddress', (address, order) => makers.get(order['id']) ?? address);
  const listing = onRoute('live-orders', named)(accepting, internals);
  return (request) => {
    const response = listing(request);
    if (isPlacing(request)) makers.set(jsonOf(response)['orderID'], orderBodyOf(request).order['maker']);
    return response;
  };
});

const sameResponse = onRoute('place-order', (handle) => {
  const first = new Map<string, Response>();
  return (request) => {
    const response = handle(request);
    const { maker, salt } = orderBodyOf(request).order;
    const key = `${String(maker).toLowerCase()} ${String(salt)}`;
    if (response.status === 200) first.set(key, response);
    return /^duplicate/.test(errorOf(response)) ? (first.get(key) ?? response) : response;
  };
});

const secondOrder = on(['place-order'], (handle, internals) => {
  let count = 0;
  const resalted = forgiving(/^duplicate/, (body) => {
    count += 1;
    return inOrder(body, { salt: `again ${count}` });
  });
  return resalted(handle, internals);
});

export const placeOrderQuirks = quirks([
  [
    'order-without-condition',
    'D/order-body: conditionId left out',
    forgiving(/conditionId is required/, (body, _, handle) =>
      inOrder(body, { conditionId: conditionOf(handle, body.order['tokenId']) }),
    ),
  ],
  ['order-defer-exec', 'D/order-body: deferExec', refusingOrders(hasUnknownField, 'the order has an unknown field')],
  ['order-types-two', 'D/order-types: FOK and GTC only', profiled({ order: { types: ['GTC', 'FOK'] } })],
  ['order-sides-numbers', 'D/order-sides: 0 and 1', sides({ BUY: 'BUY', 0: 'BUY', 1: 'SELL' })],
  ['order-sides-lower', 'D/order-sides: lower case', sides({ BUY: 'BUY', buy: 'BUY', sell: 'SELL' })],
  ['order-signature-type-3', 'D/order-signature: type 3 only', profiled({ order: { signatureTypes: [3] } })],
  [
    'order-signature-verified',
    'D/order-signature: EIP-712 signatures verified',
    refusingOrders(
      ({ order }) => PLACEHOLDER.test(String(order['signature'])),
      'order.signature is not one of order.signer',
    ),
  ],
  [
    'order-post-only-ignored',
    'D/order-post-only: ignored',
    onRoute(
      'place-order',
      taking(
        (body) => 'postOnly' in body,
        (body) => ({ ...body, postOnly: undefined }),
      ),
    ),
  ],
  [
    'order-expiration-ignored',
    'D/order-expiration: ignored',
    onRoute(
      'place-order',
      taking(({ order, orderType }) => 'expiration' in order || orderType === 'GTD', withoutExpiration),
    ),
  ],
  [
    'order-expiration-relative',
    "D/order-expiration: counted from the order's own timestamp",
    onRoute(
      'place-order',
      taking(({ order }) => Number(order['expiration']) > 0, fromOwnTimestamp),
    ),
  ],
  [
    'order-owner-user',
    'D/order-owner: owner is a user id',
    together([
      forgiving(/owner must be/, (body, { apiKey }) => ({ ...body, owner: apiKey })),
      onRoute(
        'live-orders',
        edit('data.*.owner', (key) => `user-${String(key).slice(0, 8)}`),
      ),
    ]),
  ],
  ['order-maker-deposit', 'D/order-owner: maker is a deposit wallet', otherMakers],
  ['order-sent-twice', 'D/order-duplicate: accepted as a second order', secondOrder],
  ['order-sent-again', "D/order-duplicate: answered with the first one's id", sameResponse],
]);
