/** proof/judge/quirks/place-order: other fields, words and parties of an order (decisions of section 4.3). */
import { loadProfile, type Profile } from '../../../spec/profile.ts';
import type { Response } from '../../../wire/message.ts';
import type { Quirk } from '../quirk.ts';
import { on, onRoute, together, type Wrap } from '../variant.ts';
import { conditionOf, errorOf, forgiving, inOrder, refusingOrders } from '../wrappers/order-bodies.ts';
import { isPlacing, jsonOf, type OpenBody, orderBodyOf, taking } from '../wrappers/orders.ts';
import { edit } from '../wrappers/responses.ts';

/** The document profile with other values for orders. */
export function orderProfile(order: Partial<Profile['order']>): Profile {
  const document = loadProfile('document');
  return { ...document, name: 'odd', order: { ...document.order, ...order } };
}

const KNOWN_OUTER: readonly string[] = ['order', 'orderType', 'owner', 'postOnly', 'deferExec'];
const KNOWN_INNER: readonly string[] = [
  ...['tokenId', 'conditionId', 'maker', 'signer', 'makerAmount', 'takerAmount', 'side', 'metadata', 'salt'],
  ...['signatureType', 'signature', 'timestamp', 'builder', 'expiration'],
];

function hasUnknownField({ order, ...body }: OpenBody): boolean {
  return (
    Object.keys(body).some((name) => !KNOWN_OUTER.includes(name)) ||
    Object.keys(order).some((name) => !KNOWN_INNER.includes(name))
  );
}

/** Sides by the words of the service; SELL is not among them. */
function sides(words: Readonly<Record<string, string>>): Wrap {
  return together([
    forgiving(/order\.side must be/, (body) => inOrder(body, { side: words[String(body.order['side'])] })),
    refusingOrders(({ order }) => order['side'] === 'SELL', `order.side must be one of ${Object.keys(words)}`),
  ]);
}

const PLACEHOLDER = /^0x(?:5a)+$/;

/** Seconds from the timestamp of the order, which is in milliseconds. */
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

/** Orders may have another maker than the caller, and are listed under that maker. */
const otherMakers: Wrap = on(['place-order', 'live-orders'], (handle, internals) => {
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

/** A repeated order gets the response of the first one. */
const sameResponse: Wrap = onRoute('place-order', (handle) => {
  const first = new Map<string, Response>();
  return (request) => {
    const response = handle(request);
    const { maker, salt } = orderBodyOf(request).order;
    const key = `${String(maker).toLowerCase()} ${String(salt)}`;
    if (response.status === 200) first.set(key, response);
    return /^duplicate/.test(errorOf(response)) ? (first.get(key) ?? response) : response;
  };
});

/** Other salts for orders that were sent before. */
const secondOrder: Wrap = on(['place-order'], (handle, internals) => {
  let count = 0;
  const resalted = forgiving(/^duplicate/, (body) => {
    count += 1;
    return inOrder(body, { salt: `again ${count}` });
  });
  return resalted(handle, internals);
});

export const placeOrderQuirks: readonly Quirk[] = [
  {
    id: 'order-without-condition',
    title: 'the conditionId of an order is optional',
    alternative: { decision: 'order-body', text: 'conditionId left out' },
    wrap: forgiving(/conditionId is required/, (body, _, handle) =>
      inOrder(body, { conditionId: conditionOf(handle, body.order['tokenId']) }),
    ),
  },
  {
    id: 'order-defer-exec',
    title: 'deferExec is an additional field of an order, and unknown fields are refused',
    alternative: { decision: 'order-body', text: 'deferExec' },
    wrap: refusingOrders(hasUnknownField, 'the order has a field that is not known'),
  },
  {
    id: 'order-types-two',
    title: 'FOK and GTC are the only order types',
    alternative: { decision: 'order-types', text: 'FOK and GTC only' },
    world: () => ({ profile: orderProfile({ types: ['GTC', 'FOK'] }) }),
  },
  {
    id: 'order-sides-numbers',
    title: 'the sides are BUY, 0 and 1, without SELL',
    alternative: { decision: 'order-sides', text: '0 and 1' },
    wrap: sides({ BUY: 'BUY', 0: 'BUY', 1: 'SELL' }),
  },
  {
    id: 'order-sides-lower',
    title: 'the sides are BUY, buy and sell, without SELL',
    alternative: { decision: 'order-sides', text: 'lower case' },
    wrap: sides({ BUY: 'BUY', buy: 'BUY', sell: 'SELL' }),
  },
  {
    id: 'order-signature-type-3',
    title: 'only signature type 3 is accepted',
    alternative: { decision: 'order-signature', text: 'type 3 only' },
    world: () => ({ profile: orderProfile({ signatureTypes: [3] }) }),
  },
  {
    id: 'order-signature-verified',
    title: 'an order with a made-up signature is refused',
    alternative: { decision: 'order-signature', text: 'EIP-712 signatures verified' },
    wrap: refusingOrders(
      ({ order }) => PLACEHOLDER.test(String(order['signature'])),
      'order.signature is not one of order.signer',
    ),
  },
  {
    id: 'order-post-only-ignored',
    title: 'postOnly has no meaning',
    alternative: { decision: 'order-post-only', text: 'ignored' },
    wrap: onRoute(
      'place-order',
      taking(
        (body) => 'postOnly' in body,
        (body) => ({ ...body, postOnly: undefined }),
      ),
    ),
  },
  {
    id: 'order-expiration-ignored',
    title: 'expiration has no meaning, and a GTD order rests until it is cancelled',
    alternative: { decision: 'order-expiration', text: 'ignored' },
    wrap: onRoute(
      'place-order',
      taking(({ order, orderType }) => 'expiration' in order || orderType === 'GTD', withoutExpiration),
    ),
  },
  {
    id: 'order-expiration-relative',
    title: 'expiration counts seconds from the timestamp of the order',
    alternative: { decision: 'order-expiration', text: "counted from the order's own timestamp" },
    wrap: onRoute(
      'place-order',
      taking(({ order }) => Number(order['expiration']) > 0, fromOwnTimestamp),
    ),
  },
  {
    id: 'order-owner-user',
    title: 'the owner of an order is a user id, and that of a request is ignored',
    alternative: { decision: 'order-owner', text: 'owner is a user id' },
    wrap: together([
      forgiving(/owner must be/, (body, { apiKey }) => ({ ...body, owner: apiKey })),
      onRoute(
        'live-orders',
        edit('data.*.owner', (key) => `user-${String(key).slice(0, 8)}`),
      ),
    ]),
  },
  {
    id: 'order-maker-deposit',
    title: 'the maker of an order may be another address than that of the caller, such as a deposit wallet',
    alternative: { decision: 'order-owner', text: 'maker is a deposit wallet' },
    wrap: otherMakers,
  },
  {
    id: 'order-sent-twice',
    title: 'an order that is sent twice is two orders',
    alternative: { decision: 'order-duplicate', text: 'accepted as a second order' },
    wrap: secondOrder,
  },
  {
    id: 'order-sent-again',
    title: 'an order that is sent twice returns the id of the first',
    alternative: { decision: 'order-duplicate', text: "answered with the first one's id" },
    wrap: sameResponse,
  },
];
