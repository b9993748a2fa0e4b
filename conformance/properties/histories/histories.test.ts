/** conformance/properties/histories tests: lawful services keep every relation, and each kind of fault is found. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, listAt, objectsIn, parseJson, textAt } from '../../../base/json.ts';
import { allQuirks } from '../../../proof/judge/catalog.ts';
import type { Plant } from '../../../proof/judge/fixtures/planting.ts';
import { newJudge } from '../../../proof/judge/trial.ts';
import type { Quirk } from '../../../proof/judge/variant.ts';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { httpTarget } from '../../../wire/http-target.ts';
import type { Request } from '../../../wire/message.ts';
import { startSecondService } from '../../fixtures/second-service/server.ts';
import { propertyCheck } from '../checks.ts';
import { resultOf, WHOLE } from '../fixtures/explored.ts';
import type { Property } from '../property.ts';
import { type History, histories } from './command.ts';
import { historyProperties } from './properties.ts';

describe('histories of a lawful service', () => {
  it.each(historyProperties.flatMap((property) => ['1', '2'].map((seed) => [property.id, seed, property] as const)))(
    'find nothing on the simulator: %s, seed %s',
    async (_, seed, property) => {
      const sim = createSimulator({ seed, world: 'small' });
      const options = { target: inProcessTarget(sim), credentials: sim.credentials, profile: 'document', seed };
      const result = await resultOf(property, { ...WHOLE, runs: 12 }, options);
      expect(result).toMatchObject({ findings: [], verdict: 'pass' });
    },
  );

  it.each(['wallet-cache', 'balances-on-confirmation', 'late-activity'])('find nothing on the quirk %s', async (id) => {
    const quirk = allQuirks.find((one) => one.id === id);
    const [orders] = historyProperties as readonly [Property];
    const checks = [propertyCheck(orders, { ...WHOLE, runs: 8 })];
    expect(await newJudge({ checks })(quirk as Quirk, '1')).toMatchObject({ outcome: 'lawful', complaints: [] });
  });

  it('find nothing on the second service', async () => {
    const service = await startSecondService();
    const options = { target: httpTarget(new URL(service.url)), credentials: service.credentials, patience: 0.1 };
    try {
      for (const property of historyProperties) {
        const { findings } = await resultOf(property, { ...WHOLE, runs: 4 }, options);
        expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
      }
    } finally {
      await options.target.close();
      await service.close();
    }
  });
});

/** Changes the JSON of successful responses of a route. */
const changing =
  (method: string, path: string, change: (json: JsonObject, request: Request) => unknown): Plant =>
  (handle) =>
  (request) => {
    const response = handle(request);
    if (request.method !== method || request.path !== path || response.status !== 200) return response;
    return { ...response, body: JSON.stringify(change(parseJson(response.body) as JsonObject, request)) };
  };

const eachIn =
  (list: string, change: (row: JsonObject) => JsonObject | undefined) =>
  (json: JsonObject): unknown => {
    const rows = objectsIn(list === '' ? json : listAt(json, list)).flatMap((row) => change(row) ?? []);
    return list === '' ? rows : { ...json, [list]: rows };
  };

/** A cancel is reported, but has no effect. */
const cancelsNothing: Plant = (handle) => (request) => {
  if (request.method !== 'DELETE' || request.path !== '/order') return handle(request);
  const id = textAt(parseJson(String(request.body)), 'orderId');
  const unknown = handle({ ...request, method: 'GET', path: '/simplified-markets', body: '' });
  return { ...unknown, body: JSON.stringify({ canceled: [id], not_canceled: {} }) };
};

/** Dear orders are not listed. */
const losesOrders = changing(
  'GET',
  '/data/orders',
  eachIn('data', (row) => (Number(row['price']) > 0.5 ? undefined : row)),
);

const faults: readonly (readonly [string, string, Plant])[] = [
  ['a cancel without effect', '4.4/effect.live-orders', cancelsNothing],
  ['a live order that is not listed', '4.3/reply.orderID.listed', losesOrders],
  [
    'a listed order with another size',
    '2.15/type.placed',
    changing(
      'GET',
      '/data/orders',
      eachIn('data', (row) => (row['side'] === 'SELL' ? { ...row, originalSize: '7777' } : row)),
    ),
  ],
  [
    'a level with fewer shares than its orders',
    '4.3/rest.book',
    changing(
      'POST',
      '/books',
      eachIn('', (book) => ({
        ...book,
        bids: objectsIn(listAt(book, 'bids')).map((level) => ({ ...level, size: '1' })),
      })),
    ),
  ],
  [
    'an activity without the entries of one side',
    '4.3/fill.activity',
    changing('GET', '/activity', (json) => eachIn('', (row) => (row['side'] === 'SELL' ? undefined : row))(json)),
  ],
  [
    'entries beyond the limits of the orders',
    '4.3/fill.price-limit',
    changing('GET', '/activity', (json) =>
      eachIn('', (row) => ({ ...row, price: row['side'] === 'BUY' ? 0.99 : 0.01 }))(json),
    ),
  ],
  [
    'another price in the reply to an order',
    'D/matching.maker-price',
    changing('POST', '/order', (reply, { body }) => {
      const cash = Number(reply['makingAmount']);
      return String(body).includes('"side":"BUY"') && cash > 0 ? { ...reply, makingAmount: String(cash / 2) } : reply;
    }),
  ],
];

describe('histories of a faulty service', () => {
  it.each(faults)('find %s', async (_, clause, plant) => {
    const sim = createSimulator({ seed: '1', world: 'small' });
    const target = inProcessTarget({ ...sim, handle: plant(sim.handle) });
    const options = { target, credentials: sim.credentials, profile: 'document', patience: 0.1 };
    const [orders] = historyProperties as readonly [Property];
    const { findings } = await resultOf(orders, { ...WHOLE, runs: 12, seed: 3, shrinkMax: 0 }, options);
    expect(findings.map((finding) => finding.clause)).toContain(clause);
  });
});

it.each([true, false])('shrinks a history to the commands that a fault needs (brief: %s)', (isBrief) => {
  const drawn = histories({ lengthMax: 12, isTimed: true, isBrief });
  const fails = (history: History): boolean =>
    history.some(({ kind }) => kind === 'place') && history.some(({ kind }) => kind === 'cancel');
  const details = fc.check(
    fc.property(drawn, (history) => !fails(history)),
    { seed: 1 },
  );
  const [smallest = []] = details.counterexample ?? [];
  expect(fails(smallest)).toBe(true);
  expect(smallest.length).toBeLessThanOrEqual(4);
});
