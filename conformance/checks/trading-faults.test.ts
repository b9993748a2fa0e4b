/** conformance/checks/trading-faults tests: each file of order, heartbeat, signing, fault and limit checks notices planted faults. */
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { isObject, type JsonObject, parseJson, parseUnbounded, textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, type Handler, type Request, type Response } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import {
  brokenClauses,
  erring,
  type Fault,
  type Plant,
  refusing,
  sound,
  succeeding,
  theObject,
} from '../fixtures/planted.ts';

const { wallets } = createSimulator({ seed: '1', world: 'small' }).credentials;

const ORDER = /^\/order$/;
const BEATS = /^\/(v1\/)?heartbeats$/;
const BEAT_V1 = /^\/v1\/heartbeats$/;

const isPlacing = ({ method, path }: Request): boolean => method === 'POST' && path === '/order';

function callerOf({ headers }: Request): Wallet | undefined {
  return wallets.find(({ apiKey }) => apiKey === headers['svc_api_key']);
}

/** The request with another body, signed again by its caller. */
function rewritten(request: Request, body: unknown): Request {
  const changed = { ...request, body: JSON.stringify(body) };
  const caller = callerOf(request);
  return caller === undefined ? changed : signed(caller, changed, Number(request.headers['svc_timestamp']));
}

type Body = { readonly [name: string]: unknown; readonly order: JsonObject };

function bodyOf({ body }: Request): Body | undefined {
  const json = typeof body === 'string' ? parseUnbounded(body) : undefined;
  return isObject(json) && isObject(json['order']) ? { ...json, order: json['order'] } : undefined;
}

/** Changes what is placed before the service sees it. */
function placing(change: (body: Body) => unknown): Plant {
  return (handle) => (request) => {
    const body = isPlacing(request) ? bodyOf(request) : undefined;
    return handle(body === undefined ? request : rewritten(request, change(body)));
  };
}

const ordering = (change: (order: JsonObject, body: Body) => JsonObject): Plant =>
  placing((body) => ({ ...body, order: { ...body.order, ...change(body.order, body) } }));

const isOrder = (request: Request, holds: (body: Body) => boolean): boolean => {
  const body = isPlacing(request) ? bodyOf(request) : undefined;
  return body !== undefined && holds(body);
};

const accepted = {
  success: true,
  errorMsg: '',
  orderID: 'made-up',
  takingAmount: '',
  makingAmount: '',
  status: 'live',
};
const error = (status: number, words: string): Response => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: words }),
});

/** Places what was refused for its signature type all the same, and answers the refusal. */
const refusesAndPlaces: Plant = (handle) => (request) => {
  const body = isPlacing(request) ? bodyOf(request) : undefined;
  if (body?.order['signatureType'] !== 'three') return handle(request);
  handle(rewritten(request, { ...body, order: { ...body.order, signatureType: 3 } }));
  return handle(request);
};

/** Every second sale comes a tick cheaper than it was ordered. */
function cheaperSecond(): Plant {
  let sales = 0;
  return ordering(({ side, takerAmount }, { orderType }) => {
    if (side !== 'SELL' || orderType !== 'GTC') return {};
    sales += 1;
    return sales % 2 === 0 ? { takerAmount: String(Number(takerAmount) - 200_000) } : {};
  });
}

/** Two sales of twenty shares cost the same, whatever was asked for them. */
const onePrice = ordering(({ side }, { orderType }) =>
  side === 'SELL' && orderType === 'GTC' ? { takerAmount: '10000000' } : {},
);

/** A wallet trades with itself: the newer order is accepted, and a trade names both. */
function selfTrading(): Plant {
  let older = '';
  return (handle) => (request) => {
    if (request.path === '/builder/trades') {
      const row = { taker_order_id: 'made-up', maker_orders: [{ order_id: older }] };
      return { ...handle(request), status: 200, body: JSON.stringify([row]) };
    }
    if (isOrder(request, ({ orderType }) => orderType === 'FAK'))
      return { ...error(200, ''), body: JSON.stringify(accepted) };
    const response = handle(request);
    if (isPlacing(request)) older = textAt(parseJson(response.body), 'orderID') ?? older;
    return response;
  };
}

const orders: readonly Fault[] = [
  [
    'place-order.body',
    '4.3/order.builder',
    'builder is not known',
    (handle) => (request) =>
      isOrder(request, ({ order }) => 'builder' in order)
        ? error(400, 'unknown field')
        : succeeding(isPlacing, accepted)(handle)(request),
  ],
  [
    'place-order.body.makeramount',
    'D/order-body.types',
    'numbers are taken for texts',
    ordering(({ makerAmount }) => ({ makerAmount: String(makerAmount) })),
  ],
  [
    'place-order.body.salt',
    'D/order-body.salt',
    'a salt is drawn where there is none',
    ordering(({ salt = '77' }) => ({ salt })),
  ],
  [
    'place-order.body.owner',
    'D/order-refusals.names-field',
    'a sentence that says nothing',
    erring(ORDER, () => ({ error: 'bad body' })),
  ],
  [
    'place-order.body.unknown-fields',
    'D/order-body.unknown',
    'unknown fields are refused',
    refusing((request) => isOrder(request, (body) => 'colour' in body)),
  ],
  [
    'place-order.body.malformed',
    '7/place-order.bad-request',
    'an empty body is an order',
    succeeding((request) => isPlacing(request) && request.body === '', accepted),
  ],
  [
    'place-order.body.too-large',
    '7/place-order.too-large',
    'any length is read',
    placing(({ note: _, ...body }) => body),
  ],
  [
    'place-order.unknown-type',
    'D/order-types.unknown',
    'GTC where the type is not known',
    placing((body) => (body['orderType'] === 'SOON' ? { ...body, orderType: 'GTC' } : body)),
  ],
  [
    'place-order.foreign-owner',
    'D/order-refusals.status',
    'status 422',
    (handle) => (request) => {
      const response = handle(request);
      return isPlacing(request) && response.status === 400 ? { ...response, status: 422 } : response;
    },
  ],
  [
    'place-order.signature-types',
    'D/order-signature.types',
    'type 3 alone',
    ordering(({ signatureType }) => (signatureType === 0 ? { signatureType: 9 } : {})),
  ],
  [
    'place-order.duplicate',
    'D/order-duplicate',
    'salts are not looked at',
    ordering(() => ({ salt: String(Math.trunc(performance.now() * 1_000)) })),
  ],
  [
    'place-order.funds-tokens',
    'D/order-funds.tokens',
    'sales are cut to what is free',
    ordering(({ side, makerAmount }) =>
      side === 'SELL' && Number(makerAmount) > 20_000_000 ? { makerAmount: '20000000', takerAmount: '19800000' } : {},
    ),
  ],
  [
    'place-order.price-off-tick',
    'D/order-amounts.tick',
    'prices are rounded to the tick',
    ordering(({ makerAmount, takerAmount }) =>
      String(Number(makerAmount) / Number(takerAmount)).endsWith('15')
        ? { makerAmount: String(Number(makerAmount) / 1.5) }
        : {},
    ),
  ],
  [
    'place-order.taker-price',
    'D/order-amounts.taker-price',
    'a worst price has to be on the tick',
    refusing((request) => isOrder(request, ({ orderType }) => orderType === 'FOK')),
  ],
  [
    'place-order.closed-market',
    '7/place-order.not-accepting',
    'closed markets take orders',
    (handle) => (request) => {
      const response = handle(request);
      return isPlacing(request) && response.status === 409
        ? { ...response, status: 200, body: JSON.stringify(accepted) }
        : response;
    },
  ],
  [
    'place-order.fok-killed-buy',
    '4.3/fok.killed',
    'what there is is filled',
    placing((body) => (body['orderType'] === 'FOK' ? { ...body, orderType: 'FAK' } : body)),
  ],
  [
    'place-order.fok-killed-sell',
    '4.3/fok.whole-or-nothing',
    'the rest of it rests',
    placing((body) => (body['orderType'] === 'FOK' ? { ...body, orderType: 'GTC' } : body)),
  ],
  [
    'place-order.refused-no-effect',
    '4.3/refused.no-effect',
    'the order is placed before it is refused',
    refusesAndPlaces,
  ],
  [
    'place-order.fak',
    'D/order-types.FAK',
    'the rest of it rests',
    placing((body) => (body['orderType'] === 'FAK' ? { ...body, orderType: 'GTC' } : body)),
  ],
  ['place-order.price-first', 'D/matching.price-first', 'time alone counts', onePrice],
  ['place-order.time-second', 'D/matching.time-second', 'the newer one comes first', cheaperSecond()],
  [
    'place-order.mint',
    'D/matching.mint',
    'each token has a book of its own',
    refusing((request) => isOrder(request, ({ orderType }) => orderType === 'FOK')),
  ],
  ['place-order.self-trade', 'D/self-trade', 'a wallet meets itself', selfTrading()],
  [
    'cancel-order.bad-request',
    'D/cancel-refusals.orderId-type',
    'a number names an order',
    succeeding(({ method, body }) => method === 'DELETE' && body === '{"orderId":7}', {
      canceled: [],
      not_canceled: { 7: 'unknown' },
    }),
  ],
];

/** Beats on a route are answered and forgotten. */
const forgetting = (path: RegExp, answer: unknown): Plant => succeeding((request) => path.test(request.path), answer);

/** Every beat of the first wallet counts for the last one too. */
const beatingForAll: Plant = (handle) => (request) => {
  const last = wallets.at(-1);
  if (BEATS.test(request.path) && last !== undefined)
    handle(signed(last, { ...request, path: '/heartbeats', body: '' }, Number(request.headers['svc_timestamp'])));
  return handle(request);
};

/** Whatever id a beat carries, it is the right one. */
const anyId: Plant = (handle) => (request) =>
  handle(BEAT_V1.test(request.path) && callerOf(request) !== undefined ? rewritten(request, {}) : request);

const heartbeats: readonly Fault[] = [
  ['heartbeat.ok', '4.2/ok', 'another word', theObject(/^\/heartbeats$/, () => ({ status: 'fine' }))],
  ['heartbeat-v1.start-null', '4.2/heartbeat-v1.id', 'no id', theObject(BEAT_V1, () => ({ heartbeat_id: '' }))],
  [
    'heartbeat-v1.chain',
    'D/heartbeat-payload.rotates',
    'one id for ever',
    (handle) => theObject(BEAT_V1, () => ({ heartbeat_id: 'same' }))(anyId(handle)),
  ],
  ['heartbeat-v1.wrong-id', 'D/heartbeat-payload.wrong-id', 'any id will do', anyId],
  [
    'heartbeat-v1.malformed',
    '7/heartbeat-v1.bad-request',
    'any text is a payload',
    forgetting(BEAT_V1, { heartbeat_id: 'one' }),
  ],
  [
    'heartbeat-expiry.keep-alive',
    '4.2/keep-alive',
    'beats without a version do not count',
    forgetting(/^\/heartbeats$/, { status: 'ok' }),
  ],
  [
    'heartbeat-expiry.deadline',
    'D/heartbeat-expiry.deadline',
    'no deadline',
    forgetting(BEATS, { heartbeat_id: 'one' }),
  ],
  ['heartbeat-expiry.own-key', 'D/heartbeat-expiry.own-key', 'one timer for all keys', beatingForAll],
  [
    'heartbeat-expiry.one-timer',
    'D/heartbeat-expiry.one-timer',
    'a timer for each route',
    forgetting(/^\/heartbeats$/, { status: 'ok' }),
  ],
  ['heartbeat-expiry.wrong-id', 'D/heartbeat-expiry.wrong-id-counts-not', 'a wrong id counts', anyId],
];

/** The service clock, Unix seconds. */
function secondsAt(handle: Handler): number {
  return Math.floor(Date.parse(handle(get('/markets', { limit: '1' })).headers['date'] ?? '') / 1_000);
}

/** Whoever names a key is let in. */
const trusting: Plant = (handle) => (request) => {
  const caller = callerOf(request);
  return handle(caller === undefined ? request : signed(caller, request, secondsAt(handle)));
};

/** Timestamps have to be exact. */
const punctual: Plant = (handle) => (request) => {
  const stamp = request.headers['svc_timestamp'];
  const isLate = stamp !== undefined && Number(stamp) !== secondsAt(handle);
  return isLate ? error(401, 'not now') : handle(request);
};

const authentication: readonly Fault[] = [
  ['signing.query', 'D/signing-string.query', 'signatures are not verified', trusting],
  ['signing.method', 'D/signing-string.method', 'signatures are not verified', trusting],
  ['signing.path', 'D/signing-string.path', 'signatures are not verified', trusting],
  ['signing.timestamp-past', 'D/timestamp-window.past', 'timestamps are not looked at', trusting],
  ['signing.timestamp-future', 'D/timestamp-window.future', 'timestamps are not looked at', trusting],
  ['signing.timestamp-within', 'D/timestamp-window.within', 'a window of no width', punctual],
  ['live-orders.without-svc_passphrase', 'D/live-orders-auth.SVC_PASSPHRASE', 'no passphrase is needed', trusting],
];

/** Answers while the service is told to fail, or to turn callers away. */
const whileShut = (path: RegExp, change: (response: Response) => Response): Plant => {
  return (handle) => (request) => {
    const response = handle(request);
    const isShut = handle(get('/positions', { user: wallets[0]?.address ?? '' })).status !== 200;
    return isShut && path.test(request.path) ? change(response) : response;
  };
};

const failures: readonly Fault[] = [
  [
    'positions.internal-error',
    '7/positions.internal',
    'a code of its own',
    erring(/^\/positions$/, () => ({ error: 'oops: sorry' })),
  ],
  [
    'books.internal-error',
    '7/books.internal',
    'no books instead of an error',
    whileShut(/^\/books$/, (response) => ({ ...response, status: 200, body: '[]' })),
  ],
  [
    'markets.internal-error',
    'D/internal-typed',
    'bad request',
    erring(/^\/markets$/, (json) => ({ ...json, type: 'bad request' })),
  ],
  [
    'place-order.internal-error',
    'D/statuses.internal',
    'status 503',
    whileShut(ORDER, (response) => ({ ...response, status: 503 })),
  ],
  [
    'holders.not-allowlisted',
    '7/holders.not-allowlisted',
    'another sentence',
    erring(/^\/holders$/, () => ({ error: 'unauthorized: go_away' })),
  ],
  [
    'allowlist.other-routes',
    'D/allowlist.four-routes',
    'the catalog is shut as well',
    whileShut(/^\/events\/creators$/, (response) => ({ ...response, status: 403 })),
  ],
];

describe.each([
  ['orders', orders],
  ['heartbeats', heartbeats],
  ['authentication', authentication],
  ['failures', failures],
])('checks of %s', (_, faults) => {
  it.each(faults)('%s: %s breaks with %s', async (id, clause, _what, plant) => {
    expect(await brokenClauses([id], plant, true)).toContain(clause);
  });

  it('find nothing in the service as it is', async () => {
    expect(
      await brokenClauses(
        faults.map(([id]) => id),
        sound,
        true,
      ),
    ).toEqual([]);
  });
});

it('where no id starts a session, what continues one is not judged', async () => {
  const nameless = theObject(BEAT_V1, () => ({ heartbeat_id: '' }));
  expect(await brokenClauses(['heartbeat-v1.chain', 'heartbeat-v1.wrong-id'], nameless, true)).toEqual([]);
  expect(await brokenClauses(['heartbeat-v1.start-empty'], nameless, true)).toContain('4.2/heartbeat-v1.id');
});
