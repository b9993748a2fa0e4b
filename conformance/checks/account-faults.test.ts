/** conformance/checks/account-faults tests: services that mix up accounts, half-read signatures, or lose what an order was. */
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, listAt, numberAt, objectAt, parseJson, textAt } from '../../spec/json.ts';
import type { Request, Response } from '../../wire/message.ts';
import { answering, asking, brokenClauses, eachRow, type Fault, type Plant, sound } from '../fixtures/planted.ts';

const ORDERS = /^\/data\/orders$/;

const jsonOf = ({ body }: Pick<Request | Response, 'body'>): JsonObject => {
  const json = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(json) ? json : {};
};

/** Orders of everyone are listed where the market is named, as far as this service remembers them. */
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

const forgetting = (name: string, beside: string): Plant =>
  asking(ORDERS, (query) => {
    if (query.has(beside) && query.get(beside) !== 'MA==') query.delete(name);
  });

/** Whoever is refused for a signature is let in all the same. */
const lettingIn =
  (path: RegExp, json: unknown): Plant =>
  (handle) =>
  (request) => {
    const response = handle(request);
    const isSigned = request.headers['svc_signature'] !== undefined;
    if (!path.test(request.path) || response.status !== 401 || !isSigned) return response;
    return { ...response, status: 200, body: JSON.stringify(json) };
  };

/** The body is written anew before its signature is verified. */
const rewriting: Plant = (handle) => (request) => {
  const { body } = request;
  const isOther = typeof body === 'string' && parseJson(body) !== undefined && JSON.stringify(parseJson(body)) !== body;
  return isOther
    ? { ...handle({ ...request, headers: {} }), status: 401, body: '{"error":"bad signature"}' }
    : handle(request);
};

const faults: readonly Fault[] = [
  ['live-orders.own.filtered', '4.5/own', "a market's orders are everybody's", everybodysInMarket],
  ['live-orders.filters.pair', '4.5/filters.combine', 'the token is forgotten', forgetting('asset_id', 'market')],
  ['live-orders.filters.cursor', '4.5/next_cursor.offset', 'page two is of all', forgetting('market', 'next_cursor')],
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
    'any signature will do',
    lettingIn(/^\/heartbeats$/, { status: 'ok' }),
  ],
  [
    'live-orders.altered-signature',
    'D/live-orders-auth.SVC_SIGNATURE',
    'any signature will do',
    lettingIn(ORDERS, { data: [], next_cursor: '', limit: 100, count: 0 }),
  ],
  ['signing.body-bytes', 'D/signing-string.accepted', 'the body is written anew', rewriting],
];

describe('a service that mixes things up', () => {
  it.each(faults)('%s: %s, broken where %s', async (check, clause, _, plant) => {
    expect(await brokenClauses([check], plant, true)).toContain(clause);
  });

  it('is told from the service as it is', async () => {
    expect(
      await brokenClauses(
        faults.map(([check]) => check),
        sound,
        true,
      ),
    ).toEqual([]);
  });

  it('is not one that merely counts otherwise', async () => {
    const total = answering(ORDERS, (json) =>
      isObject(json) ? { ...json, count: (numberAt(json, 'count') ?? 0) + 5 } : json,
    );
    expect(await brokenClauses(['live-orders.own.filtered', 'live-orders.filters.pair'], total, true)).toEqual([]);
  });
});
