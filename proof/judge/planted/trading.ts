/** proof/judge/planted/trading: faults of orders, heartbeats, signatures and failures. */
import { createSimulator } from '../../../sim/simulator.ts';
import { isObject, type JsonObject, objectsIn, parseJson, parseUnbounded, textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get, type Handler, type Request, type Response } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import { eachRow, erring, type Plant, type PlantedFault, refusing, succeeding } from './plants.ts';

const { wallets } = createSimulator({ seed: '1', world: 'small' }).credentials;

const ORDER = /^\/order$/;
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

/** Changes an order before the service sees it. */
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

/** Places an order that was refused for its signature type nevertheless, but returns the refusal. */
const refusesAndPlaces: Plant = (handle) => (request) => {
  const body = isPlacing(request) ? bodyOf(request) : undefined;
  if (body?.order['signatureType'] !== 'three') return handle(request);
  handle(rewritten(request, { ...body, order: { ...body.order, signatureType: 3 } }));
  return handle(request);
};

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

const orders: readonly PlantedFault[] = [
  [
    'place-order.cross-two',
    '4.3/fill.price-limit',
    'maker orders are filled at a cent',
    eachRow(/^\/builder\/trades$/, (row) => ({
      ...row,
      maker_orders: objectsIn(row['maker_orders']).map((fill) => ({ ...fill, price: '0.01' })),
    })),
  ],
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
    'place-order.body.salt',
    'D/order-body.salt',
    'a missing salt is generated',
    ordering(({ salt = '77' }) => ({ salt })),
  ],
  [
    'place-order.body.owner',
    'D/order-refusals.names-field',
    'an error text without the field',
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
    'a body of any length is accepted',
    placing(({ note: _, ...body }) => body),
  ],
  [
    'place-order.signature-types',
    'D/order-signature.types',
    'only type 3',
    ordering(({ signatureType }) => (signatureType === 0 ? { signatureType: 9 } : {})),
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
    'closed markets accept orders',
    (handle) => (request) => {
      const response = handle(request);
      return isPlacing(request) && response.status === 409
        ? { ...response, status: 200, body: JSON.stringify(accepted) }
        : response;
    },
  ],
  [
    'place-order.refused-no-effect',
    '4.3/refused.no-effect',
    'the order is placed before it is refused',
    refusesAndPlaces,
  ],
  ['place-order.self-trade', 'D/self-trade', 'a wallet trades with itself', selfTrading()],
  [
    'cancel-order.bad-request',
    'D/cancel-refusals.orderId-type',
    'a number is accepted as an order id',
    succeeding(({ method, body }) => method === 'DELETE' && body === '{"orderId":7}', {
      canceled: [],
      not_canceled: { 7: 'unknown' },
    }),
  ],
];

/** Heartbeats on a route are answered and forgotten. */
const forgetting = (path: RegExp, answer: unknown): Plant => succeeding((request) => path.test(request.path), answer);

/** Any heartbeat id is accepted. */
const anyId: Plant = (handle) => (request) =>
  handle(BEAT_V1.test(request.path) && callerOf(request) !== undefined ? rewritten(request, {}) : request);

const heartbeats: readonly PlantedFault[] = [
  [
    'heartbeat-v1.malformed',
    '7/heartbeat-v1.bad-request',
    'any text is a payload',
    forgetting(BEAT_V1, { heartbeat_id: 'one' }),
  ],
  ['heartbeat-expiry.wrong-id', 'D/heartbeat-expiry.wrong-id-counts-not', 'a wrong id counts', anyId],
];

/** The service clock, Unix seconds. */
function secondsAt(handle: Handler): number {
  return Math.floor(Date.parse(handle(get('/markets', { limit: '1' })).headers['date'] ?? '') / 1_000);
}

/** A request that names a key is accepted. */
const trusting: Plant = (handle) => (request) => {
  const caller = callerOf(request);
  return handle(caller === undefined ? request : signed(caller, request, secondsAt(handle)));
};

/** Timestamps must be exact. */
const punctual: Plant = (handle) => (request) => {
  const stamp = request.headers['svc_timestamp'];
  const isLate = stamp !== undefined && Number(stamp) !== secondsAt(handle);
  return isLate ? error(401, 'not now') : handle(request);
};

const authentication: readonly PlantedFault[] = [
  ['signing.query', 'D/signing-string.query', 'signatures are not verified', trusting],
  ['signing.method', 'D/signing-string.method', 'signatures are not verified', trusting],
  ['signing.timestamp-future', 'D/timestamp-window.future', 'timestamps are ignored', trusting],
  ['signing.timestamp-within', 'D/timestamp-window.within', 'a window of no width', punctual],
];

/** Responds while the service is switched to fail, or to refuse callers. */
const whileShut = (path: RegExp, change: (response: Response) => Response): Plant => {
  return (handle) => (request) => {
    const response = handle(request);
    const isShut = handle(get('/positions', { user: wallets[0]?.address ?? '' })).status !== 200;
    return isShut && path.test(request.path) ? change(response) : response;
  };
};

const failures: readonly PlantedFault[] = [
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
    'allowlist.other-routes',
    'D/allowlist.four-routes',
    'the catalog requires the allowlist as well',
    whileShut(/^\/events\/creators$/, (response) => ({ ...response, status: 403 })),
  ],
];

export const tradingFaults: readonly PlantedFault[] = [...orders, ...heartbeats, ...authentication, ...failures];
