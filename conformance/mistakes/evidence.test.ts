/** conformance/mistakes/evidence tests: services that contradict themselves within a run are failed. */
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, objectsIn, parseJson, textAt, textOrEmpty } from '../../base/json.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import { brokenIn, type Chosen, judgeNew, problemsIn } from '../fixtures/judged-service.ts';
import type { Mistake, ServiceReply, ServiceRequest } from '../fixtures/second-service/mistake.ts';

/** A mistake, the checks that could notice it, a clause that it breaks, and the page size of the server. */
type Row = readonly [
  name: string,
  only: readonly Chosen[],
  broken: `${'fail' | 'warn' | 'note'} ${ClauseId}`,
  mistake: Mistake,
  pageSize?: number,
];

const refusal = (status: number, error = 'no'): ServiceReply => ({ status, body: JSON.stringify({ error }) });

/** Requests that satisfy a condition get this reply. */
function replying(applies: (request: ServiceRequest) => boolean, reply: ServiceReply): Mistake {
  return (faithful) => (request) => (applies(request) ? reply : faithful(request));
}

const isOn =
  (path: string, method = 'GET') =>
  (request: ServiceRequest) =>
    request.path === path && request.method === method;

const asks = (path: string, name: string) => (request: ServiceRequest) =>
  request.path === path && new URLSearchParams(request.query).has(name);

/** Changes the JSON of successful replies to requests that satisfy a condition. */
function changing(
  applies: (request: ServiceRequest) => boolean,
  change: (json: unknown, request: ServiceRequest) => unknown,
): Mistake {
  return (faithful) => (request) => {
    const reply = faithful(request);
    if (reply.status !== 200 || !applies(request)) return reply;
    return { ...reply, body: JSON.stringify(change(parseJson(reply.body), request)) };
  };
}

const merged = (more: object) => (json: unknown) => (isObject(json) ? { ...json, ...more } : json);

/** Refused orders are answered with success and an errorMsg. */
const boasting: Mistake = (reply) => (request) => {
  const honest = reply(request);
  if (!isOn('/order', 'POST')(request) || honest.status === 401 || honest.status < 400) return honest;
  const body = { success: true, errorMsg: 'refused', orderID: '', takingAmount: '', makingAmount: '', status: 'no' };
  return { status: 200, body: JSON.stringify(body) };
};

/** The page behind the last one is empty, and its cursor leads to the next. */
const leadingOn = (path: string): Mistake =>
  changing(isOn(path), (json, { query }) => {
    if (!isObject(json) || json['next_cursor'] !== '') return json;
    const offset = Number(atob(new URLSearchParams(query).get('next_cursor') ?? 'MA=='));
    return { ...json, next_cursor: btoa(String(offset + 100)) };
  });

/** The cursor leads one row too far. */
const skipping = (json: unknown): unknown => {
  const next = textOrEmpty(json, 'next_cursor');
  return isObject(json) && next !== '' ? { ...json, next_cursor: btoa(String(Number(atob(next)) + 1)) } : json;
};

const inverted: Mistake = (reply) => (request) => {
  if (!isOn('/markets')(request) && !isOn('/events/creators')(request)) return reply(request);
  const query = new URLSearchParams(request.query);
  query.set('ascending', String(query.get('ascending') !== 'true'));
  return reply({ ...request, query: query.toString() });
};

/** The last holder of each group has half a share; `isHidden`: no list of positions shows it. */
function smallHolding(isHidden: boolean): Mistake {
  const small = new Set<string>();
  const keyOf = (row: JsonObject, { query }: ServiceRequest): string =>
    `${textAt(row, 'proxyWallet')?.toLowerCase()} ${new URLSearchParams(query).get('market')} ${row['outcomeIndex']}`;
  const holders = changing(isOn('/holders'), (json, request) =>
    objectsIn(json).map((group) => {
      const rows = objectsIn(group['holders']);
      const last = rows.at(-1);
      if (last !== undefined) small.add(keyOf(last, request));
      return { ...group, holders: rows.map((row) => (row === last ? { ...row, amount: 0.5 } : row)) };
    }),
  );
  const positions = changing(isOn('/positions'), (json, request) => {
    const rows = objectsIn(json);
    return isHidden
      ? rows.filter((row) => !small.has(keyOf(row, request)))
      : rows.map((row) => (small.has(keyOf(row, request)) ? { ...row, size: 0.5 } : row));
  });
  return both(holders, positions);
}

const both =
  (...mistakes: readonly Mistake[]): Mistake =>
  (reply) =>
    mistakes.reduce((inner, one) => one(inner), reply);

/** Every row of these routes has a new timestamp in each response. */
const restless: Mistake = (reply) => {
  let reads = 0;
  const changed = (timestamp: unknown): unknown =>
    typeof timestamp === 'string' ? `${Date.now() + reads}` : Math.floor(Date.now() / 1_000) - reads;
  const isRead = ({ path }: ServiceRequest): boolean => path === '/books' || path === '/positions';
  return changing(isRead, (json) => {
    reads += 1;
    return objectsIn(json).map((row) => ({ ...row, timestamp: changed(row['timestamp']) }));
  })(reply);
};

const LIVE = '/data/orders';

const rows: readonly Row[] = [
  [
    'sizeThreshold=0 hides a position below one share',
    ['positions.sizeThreshold.holders'],
    'fail 4.8/sizeThreshold.filter',
    smallHolding(true),
  ],
  [
    'every cursor that the live orders give is refused with 401',
    ['live-orders.pages'],
    'fail 4.5/next_cursor.walk',
    replying((request) => asks(LIVE, 'next_cursor')(request) && !request.query.includes('MA'), refusal(401)),
    2,
  ],
  ...(['id', 'market', 'asset_id'] as const).map(
    (name): Row => [
      `the filter ${name} is refused with 401`,
      ['live-orders.filters'],
      `fail 4.5/${name}.filter`,
      replying(asks(LIVE, name), refusal(401)),
    ],
  ),
  [
    '/v1/heartbeats refuses every signature',
    ['signing.everywhere', 'heartbeat-v1.*'],
    'fail 5/headers.everywhere',
    replying(isOn('/v1/heartbeats', 'POST'), refusal(401)),
  ],
  [
    'a refused order is answered with success true and no id',
    ['place-order.shape', 'place-order.unknown-side'],
    'fail 4.3/reply.orderID.present',
    boasting,
  ],
  [
    'orders of different checks share an id',
    ['place-order.shape', 'place-order.rests-buy-0', 'place-order.rests-buy-1'],
    'fail 4.3/reply.orderID.unique',
    changing(isOn('/order', 'POST'), merged({ orderID: 'the-order' })),
  ],
  [
    'a cancel names an order in both lists',
    ['cancel-order.shape', 'place-order.rests-buy-0'],
    'fail 4.4/exclusive',
    changing(isOn('/order', 'DELETE'), (json) => {
      const [id = ''] = isObject(json) && Array.isArray(json['canceled']) ? json['canceled'] : [];
      return { canceled: [id], not_canceled: { [String(id)]: 'too late' } };
    }),
  ],
  ...[405, 501, 500].map(
    (status): Row => [
      `POST /books answers ${status}`,
      ['books.*'],
      'fail 4.1/books',
      replying(isOn('/books', 'POST'), refusal(status)),
    ],
  ),
  [
    'POST /v1/heartbeats answers 501',
    ['heartbeat-v1.exists'],
    'fail 4.1/heartbeat-v1',
    replying(isOn('/v1/heartbeats', 'POST'), refusal(501)),
  ],
  [
    'a limit that is no number is answered with 501',
    ['markets.limit.*'],
    'warn 4.11/limit.type',
    replying((request) => asks('/markets', 'limit')(request) && /limit=[a-z]/.test(request.query), refusal(501)),
  ],
  [
    'empty pages of /simplified-markets lead on for ever',
    ['simplified-markets.walk'],
    'fail 4.15/simplified-markets.next_cursor.walk',
    leadingOn('/simplified-markets'),
  ],
  [
    'a cursor skips a row',
    ['simplified-markets.walk'],
    'fail 4.15/simplified-markets.next_cursor.walk',
    changing(isOn('/simplified-markets'), skipping),
  ],
  ['the cursor of the live orders is never empty', ['live-orders.pages'], 'fail 4.5/next_cursor.end', leadingOn(LIVE)],
  [
    'the cursor of the live orders is always the first',
    ['live-orders.pages'],
    'fail 4.5/next_cursor.end',
    changing(isOn(LIVE), merged({ next_cursor: 'MA==', data: [] })),
  ],
  [
    'a page of trades far behind the end shows the first ones',
    ['builder-trades.cursor'],
    'fail 4.6/next_cursor.offset',
    (reply) => (request) =>
      reply(isOn('/builder/trades')(request) && /OTk5OTk5/.test(request.query) ? { ...request, query: '' } : request),
  ],
  ...(['markets', 'event-creators'] as const).map(
    (id): Row => [
      `ascending=true descends on ${id}`,
      [`${id}.ascending.*`],
      `fail ${id === 'markets' ? '4.11/' : '4.20/event-creators.'}ascending.reverses`,
      inverted,
    ],
  ),
  [
    'prices are not those of books with ever new timestamps',
    ['prices.best'],
    'fail 4.17/BUY.best',
    both(
      restless,
      changing(isOn('/prices', 'POST'), (json) =>
        Object.fromEntries(Object.keys(json ?? {}).map((token) => [token, { BUY: '0.5', SELL: '0.5' }])),
      ),
    ),
  ],
  [
    'positions with ever new timestamps have the same first page for every offset',
    ['positions.pages-of-*'],
    'fail 4.8/offset.walk',
    both(
      restless,
      (reply) => (request) =>
        reply({
          ...request,
          query: isOn('/positions')(request) ? request.query.replace(/&?offset=\d+/, '') : request.query,
        }),
    ),
  ],
  ...(
    [
      ['books', '/books', 'books.shape'],
      ['prices', '/prices', 'prices.shape'],
      ['trades', '/builder/trades', 'builder-trades.shape'],
    ] as const
  ).map(
    ([what, path, check]): Row => [
      `${what} have floating-point noise`,
      [check],
      'warn 1/decimals.exact',
      (reply) => (request) => {
        const { body, ...rest } = reply(request);
        return { ...rest, body: request.path === path ? body.replace(/"(\d*\.\d+)"/g, '"$1000000000034"') : body };
      },
    ],
  ),
];

const cases = rows.map(([name, only, broken, mistake, pageSize]) => ({
  name,
  only,
  broken,
  server: { mistake, pageSize: pageSize ?? 37 },
}));

describe('a service is failed', () => {
  it.each(cases)('if $name', async ({ only, broken, server }) => {
    expect(brokenIn(await judgeNew(server, { only }))).toContain(broken);
  });
});

it('does not accuse a service whose views have ever new timestamps', async () => {
  const only = ['books.*', 'prices.*', 'positions.*', '*.condition.case'] as const;
  expect(problemsIn(await judgeNew({ mistake: restless }, { only }))).toEqual([]);
});

it('does not accuse a service that lists every position below one share', async () => {
  const report = await judgeNew({ mistake: smallHolding(false) }, { only: ['positions.sizeThreshold.holders'] });
  expect(report.counts).toMatchObject({ pass: 1, fail: 0, warn: 0 });
});

it('names refused orders as the cause of all that was not testable, with one order and the reason', async () => {
  const mistake = replying(isOn('/order', 'POST'), { status: 400, body: '{"error":"not enough cash"}' });
  const { causes = [] } = await judgeNew({ mistake }, { only: ['place-order.rests-*', 'place-order.cross-*'] });
  expect(causes[0]?.title).toMatch(
    /^the target refuses GTC BUY .* \(makerAmount \d+, takerAmount \d+\): not enough cash$/,
  );
});
