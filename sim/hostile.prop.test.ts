/** sim/hostile.prop.test: whatever is sent, the service answers in the family of the route and never with a bug of its own. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { errorSchemas } from '../spec/errors.ts';
import type { Param, Route } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import { get, type Request } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { createSimulator } from './simulator.ts';

const simulator = createSimulator({ limits: 'off' });
const { wallets, markets = [] } = simulator.credentials;
const catalogue = JSON.parse(simulator.handle(get('/markets', { limit: '100' })).body) as {
  id: string;
  slug: string;
  conditionId: string;
  clobTokenIds: string;
  events: { id: string; slug: string }[];
}[];
const tokens = catalogue.flatMap(({ clobTokenIds }) => JSON.parse(clobTokenIds) as string[]);

/** Values that exist, values at the edges, and noise. */
const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '1',
      '-1',
      '100',
      '1e999',
      'true',
      'null',
      'id',
      'MA==',
      'LTE=',
      'MQ==',
      '__proto__',
      'constructor',
      '%',
      '\u0000',
    ],
    ...['ASC', 'TITLE', 'TOKENS', '9007199254740993', '0x', "' OR 1=1 --", '<script>', '🎲'.repeat(60)],
  ),
  fc.constantFrom(
    ...markets,
    ...catalogue.slice(0, 5).flatMap(({ id, slug, events }) => [id, slug, events[0]?.slug ?? '']),
  ),
  fc.constantFrom(...wallets.map(({ address }) => address)),
  fc.constantFrom(...tokens.slice(0, 6)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const names = (route: Route) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'limit',
        'user',
        ...route.query.flatMap((param: Param) => [param.name, ...(param.aliases ?? [])]),
      ),
    },
    { weight: 1, arbitrary: texts },
  );

const queries = (route: Route) =>
  fc.oneof(
    fc
      .array(fc.tuple(names(route), texts), { maxLength: 5 })
      .map((pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

const orderKeys = [
  ...[
    'tokenId',
    'conditionId',
    'maker',
    'signer',
    'makerAmount',
    'takerAmount',
    'side',
    'metadata',
    'salt',
    'signatureType',
  ],
  ...['signature', 'timestamp', 'builder', 'expiration', '__proto__'],
];
const scalars = fc.oneof(
  texts,
  fc.constantFrom('BUY', 'SELL', 'GTC', 'FOK', 'GTD'),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const orders = fc.record({
  order: fc.oneof(fc.dictionary(fc.constantFrom(...orderKeys), scalars), scalars),
  orderType: scalars,
  owner: fc.oneof(scalars, fc.constantFrom(...wallets.map(({ apiKey }) => apiKey))),
  postOnly: scalars,
});
const bodies = fc.oneof(
  fc.json(),
  orders.map((order) => JSON.stringify(order)),
  fc
    .array(fc.record({ token_id: scalars }, { requiredKeys: [] }), { maxLength: 6 })
    .map((list) => JSON.stringify(list)),
  fc.record({ orderId: scalars, heartbeat_id: scalars }, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
  texts,
);

function requests(route: Route): fc.Arbitrary<Request> {
  const paths = texts.map((text) => route.path.replace(/\{.*\}/, () => encodeURIComponent(text)));
  const rawPaths = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => route.path.replace(/\{.*\}/, () => text));
  return fc
    .record({
      method: fc.constant(route.method),
      path: fc.oneof({ weight: 5, arbitrary: paths }, { weight: 1, arbitrary: rawPaths }),
      query: queries(route),
      headers: fc.constant({}),
      body: bodies,
      signer: fc.constantFrom(undefined, ...wallets),
    })
    .map(({ signer, ...request }) =>
      signer === undefined ? request : signed(signer, request, Math.floor(simulator.now() / 1_000)),
    );
}

/** The refusal of a wrong heartbeat id holds the expected one beside `error` (decision). */
function withoutExpectedId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'heartbeat_id'));
}

describe.each(ROUTES)('$id', (route) => {
  test.prop([requests(route)], { numRuns: 150 })(
    'answers as its table says, or with an error of its family',
    (request) => {
      const response = simulator.handle(request);
      const body: unknown = withoutExpectedId(JSON.parse(response.body));
      expect(simulator.bugs).toEqual([]);
      expect(response.status).toBeLessThan(500);
      // Noise in a path may name another route or none.
      const own = ROUTES.find(({ path, method }) => method === route.method && path === request.path) ?? route;
      if (response.status === 200) expect(own.ok.safeParse(body).error).toBeUndefined();
      else if (own.pathParam === undefined) expect(errorSchemas[own.family].safeParse(body).error).toBeUndefined();
      else expect(Object.values(errorSchemas).some((schema) => schema.safeParse(body).success)).toBe(true);
    },
  );
});
