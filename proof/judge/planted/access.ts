/** proof/judge/planted/access: faults of accounts, signatures and the records of orders. */
import { isObject, type JsonObject, listAt, objectAt, parseJson, textAt } from '../../../spec/json.ts';
import type { Request, Response } from '../../../wire/message.ts';
import { eachRow, type Plant, type PlantedFault } from './plants.ts';

const ORDERS = /^\/data\/orders$/;

const jsonOf = ({ body }: Pick<Request | Response, 'body'>): JsonObject => {
  const json = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(json) ? json : {};
};

/** A list with a market filter contains orders of all wallets, as far as this service remembers them. */
const everybodysInMarket: Plant = (handle) => {
  const placed: JsonObject[] = [];
  return (request) => {
    const response = handle(request);
    const id = request.path === '/order' && request.method === 'POST' ? textAt(jsonOf(response), 'orderID') : undefined;
    if (id !== undefined) placed.push({ id, market: objectAt(jsonOf(request), 'order')?.['conditionId'] });
    const market = new URLSearchParams(request.query).get('market');
    if (!ORDERS.test(request.path) || market === null || response.status !== 200) return response;
    const data = [...listAt(jsonOf(response), 'data'), ...placed.filter((row) => textAt(row, 'market') === market)];
    return { ...response, body: JSON.stringify({ ...jsonOf(response), data }) };
  };
};

/** A request that is refused for its signature is accepted. */
const lettingIn =
  (path: RegExp, json: unknown): Plant =>
  (handle) =>
  (request) => {
    const response = handle(request);
    const isSigned = request.headers['svc_signature'] !== undefined;
    if (!path.test(request.path) || response.status !== 401 || !isSigned) return response;
    return { ...response, status: 200, body: JSON.stringify(json) };
  };

/** The body is serialized again before its signature is verified. */
const rewriting: Plant = (handle) => (request) => {
  const { body } = request;
  const isOther = typeof body === 'string' && parseJson(body) !== undefined && JSON.stringify(parseJson(body)) !== body;
  return isOther
    ? { ...handle({ ...request, headers: {} }), status: 401, body: '{"error":"bad signature"}' }
    : handle(request);
};

/** A route refuses everybody. */
const shutting =
  (path: RegExp): Plant =>
  (handle) =>
  (request) =>
    path.test(request.path) ? handle({ ...request, headers: {} }) : handle(request);

export const accessFaults: readonly PlantedFault[] = [
  ['live-orders.own.filtered', '4.5/own', 'a list by market has the orders of all wallets', everybodysInMarket],
  [
    'place-order.partial-fill',
    '2.15/type.placed',
    'originalSize is what is left',
    eachRow(ORDERS, (row) => ({
      ...row,
      originalSize: String(Number(textAt(row, 'originalSize')) - Number(textAt(row, 'sizeMatched'))),
    })),
  ],
  [
    'heartbeat.altered-signature',
    '5/SVC_SIGNATURE.verified',
    'any signature is accepted',
    lettingIn(/^\/heartbeats$/, { status: 'ok' }),
  ],
  [
    'live-orders.altered-signature',
    'D/live-orders-auth.SVC_SIGNATURE',
    'any signature is accepted',
    lettingIn(ORDERS, { data: [], next_cursor: '', limit: 100, count: 0 }),
  ],
  ['signing.everywhere', '5/headers.everywhere', '/v1/heartbeats refuses everybody', shutting(/^\/v1\/heartbeats$/)],
  ['signing.body-bytes', 'D/signing-string.accepted', 'the body is serialized again', rewriting],
];
