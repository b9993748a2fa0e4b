/** sim/hostile.prop.test: every request gets a response in the family of its route, and never a bug. */
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { assertRequests, sendStep } from '../proof/venue/counterexamples/requests.ts';
import type { Step } from '../scenarios/language/step.ts';
import { anyText } from '../spec/fixtures/any-text.ts';
import type { Param, Route } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import { get } from '../wire/message.ts';
import { createSimulator } from './simulator.ts';

const simulator = createSimulator({ limits: 'off' });
const { named } = simulator;
const { wallets, markets = [] } = simulator.credentials;
const catalog = JSON.parse(simulator.handle(get('/markets', { limit: '100' })).body) as {
  id: string;
  slug: string;
  conditionId: string;
  clobTokenIds: string;
  events: { id: string; slug: string }[];
}[];
const tokens = catalog.flatMap(({ clobTokenIds }) => JSON.parse(clobTokenIds) as string[]);

/** Values that exist, values at the edges, and noise. */
const texts = fc.oneof(
  fc.constantFrom(
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
    'ASC',
    'TITLE',
    'TOKENS',
    '9007199254740993',
    '0x',
    "' OR 1=1 --",
    '<script>',
    '🎲'.repeat(60),
  ),
  fc.constantFrom(
    ...markets,
    ...catalog.slice(0, 5).flatMap(({ id, slug, events }) => [id, slug, events[0]?.slug ?? '']),
  ),
  fc.constantFrom(...wallets.map(({ address }) => address)),
  fc.constantFrom(...tokens.slice(0, 6)),
  anyText(30),
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
    anyText(60),
  );

const orderKeys = [
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
  'signature',
  'timestamp',
  'builder',
  'expiration',
  '__proto__',
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

function sent(route: Route): fc.Arbitrary<Step> {
  const paths = texts.map((text) => route.path.replace(/\{.*\}/, () => encodeURIComponent(text)));
  const rawPaths = anyText(20).map((text) => route.path.replace(/\{.*\}/, () => text));
  return fc
    .record({
      path: fc.oneof({ weight: 5, arbitrary: paths }, { weight: 1, arbitrary: rawPaths }),
      query: queries(route),
      body: fc.oneof({ weight: 19, arbitrary: bodies }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) }),
      as: fc.constantFrom(undefined, ...Object.keys(named.wallets)),
    })
    .map(({ path, query, ...rest }) => ({
      ...sendStep({ method: route.method, target: `${path}?${query}`, ...rest }),
      expect: { documented: true },
    }));
}

/** Every run has another seed and saves its findings. */
const seed = Date.now() % 2 ** 31;

describe.each(ROUTES)('$id', (route) => {
  test('answers as its table says, or with an error of its family', () =>
    assertRequests({ property: `${route.id} answers as its table says`, seed }, (holds) => {
      // The second request sees the state that the first has left.
      const steps = fc.array(sent(route), { minLength: 1, maxLength: 2 });
      return fc.assert(fc.asyncProperty(steps, holds), { numRuns: 80, seed });
    }));
});
