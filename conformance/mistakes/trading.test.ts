/** conformance/mistakes/trading tests: venues that match orders or show fills wrongly fail or are warned. */
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, objectsIn, parseJson } from '../../base/json.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import { brokenIn, type Chosen, judgeNew } from '../fixtures/judged-service.ts';
import { crossedBy, type Order } from '../fixtures/second-service/book.ts';
import type { Mistake } from '../fixtures/second-service/mistake.ts';
import type { SecondServiceOptions } from '../fixtures/second-service/server.ts';
import type { VenueRules } from '../fixtures/second-service/venue.ts';

type Row = readonly [
  name: string,
  broken: readonly `${'fail' | 'warn' | 'note'} ${ClauseId}`[],
  server: SecondServiceOptions,
];

const CROSS = ['place-order.cross-*', 'books.levels'] as const;

/** Changes the JSON of successful responses of one route. */
function onJson(method: string, path: string, change: (json: unknown) => unknown): Mistake {
  return (reply) => (request) => {
    const response = reply(request);
    if (request.method !== method || request.path !== path || response.status !== 200) return response;
    return { ...response, body: JSON.stringify(change(parseJson(response.body))) };
  };
}

const onOrders = (change: (body: JsonObject) => JsonObject): Mistake =>
  onJson('POST', '/order', (json) => (isObject(json) ? change(json) : json));

const onBooks = (change: (book: JsonObject) => JsonObject): Mistake =>
  onJson('POST', '/books', (json) => objectsIn(json).map(change));

/** A GTC order that crosses is accepted and forgotten. */
function forgetful(): Partial<VenueRules> {
  const crossing = new WeakSet<Order>();
  return {
    crossed(order, open) {
      const crossed = crossedBy(order, open);
      if (!isGtc(order) || crossed.length === 0) return crossed;
      crossing.add(order);
      return [];
    },
    rests: (order) => order.type !== 'FAK' && !crossing.has(order),
  };
}

const isGtc = ({ type }: Order): boolean => type === 'GTC';
const sideOf = (book: JsonObject, side: string): readonly JsonObject[] => objectsIn(book[side]);

const rows: readonly Row[] = [
  [
    'GTC orders never match',
    ['fail 2.14/uncrossed', 'fail 4.3/cross.trades'],
    { rules: { crossed: (order, open) => (isGtc(order) ? [] : crossedBy(order, open)) } },
  ],
  [
    'GTC orders match those of their own token only',
    ['fail 2.14/uncrossed', 'fail 4.3/cross.trades'],
    {
      rules: {
        crossed: (order, open) => crossedBy(order, open).filter((other) => other.outcome === order.outcome),
      },
    },
  ],
  ['a GTC order that crosses vanishes without a fill', ['fail 4.3/cross.trades'], { rules: forgetful() }],
  [
    'the rest of a GTC order is lost',
    ['fail 4.3/fill.sizeMatched', 'fail 4.3/rest.book'],
    { rules: { rests: ({ type, matched }) => type !== 'FAK' && matched === 0 } },
  ],
  ['a filled order stays as a level without size', ['warn 2.14/levels.positive'], { rules: { leaves: () => false } }],
  ['sizeMatched stays zero', ['fail 4.3/fill.sizeMatched'], { mistake: onJson('GET', '/data/orders', unmatched) }],
  [
    'the amounts of a reply are swapped',
    ['warn 4.3/reply.amounts'],
    {
      mistake: onOrders((reply) => ({
        ...reply,
        makingAmount: reply['takingAmount'],
        takingAmount: reply['makingAmount'],
      })),
    },
  ],
  [
    'the amounts of a reply are in two units',
    ['warn 4.3/reply.amounts'],
    { mistake: onOrders((reply) => ({ ...reply, makingAmount: String(Number(reply['makingAmount']) * 1e6) })) },
  ],
  [
    'trades have the size of the larger order',
    ['fail 4.3/fill.size'],
    {
      mistake: onJson('GET', '/builder/trades', (json) =>
        objectsIn(json).map((row) => ({ ...row, size: '30.000000' })),
      ),
    },
  ],
  [
    'trades are below the limit of the sale',
    ['fail 4.3/fill.price-limit'],
    {
      rules: {
        price: (taker, maker) =>
          maker.side === 'SELL' && maker.outcome === taker.outcome ? maker.price - 20 : maker.price,
      },
    },
  ],
  [
    'an order crosses only the first of two others',
    ['fail 2.14/uncrossed', 'fail 4.3/cross.trades'],
    { rules: { crossed: (order, open) => crossedBy(order, open).slice(0, 1) } },
  ],
  [
    'orders are filled below their limits',
    ['fail 4.3/fill.price-limit'],
    { mistake: onJson('GET', '/builder/trades', (json) => objectsIn(json).map((row) => withCheapMakers(row))) },
  ],
  [
    'the last price does not follow fills',
    ['fail 4.3/fill.last-price'],
    { mistake: onBooks((book) => ({ ...book, last_trade_price: '0.111' })) },
  ],
  ['the book is crossed only after a fill', ['fail 2.14/uncrossed'], { mistake: crossedAfterFill() }],
  ['best prices do not follow the book', ['fail 4.17/SELL.best'], { mistake: pricesOfStart() }],
];

const withCheapMakers = (row: JsonObject): JsonObject => ({
  ...row,
  maker_orders: objectsIn(row['maker_orders']).map((fill) => ({ ...fill, price: '0.010' })),
});

function unmatched(json: unknown): unknown {
  return isObject(json)
    ? { ...json, data: objectsIn(json['data']).map((row) => ({ ...row, sizeMatched: '0' })) }
    : json;
}

/** After the first fill every book shows its best bid among the asks as well. */
function crossedAfterFill(): Mistake {
  let hasFilled = false;
  const withFill = onOrders((reply) => {
    hasFilled ||= Number(reply['takingAmount']) > 0;
    return reply;
  });
  const locked = onBooks((book) =>
    hasFilled ? { ...book, asks: [...sideOf(book, 'asks'), ...sideOf(book, 'bids').slice(0, 1)] } : book,
  );
  return (reply) => locked(withFill(reply));
}

/** Best prices stay as they were when they were first requested. */
function pricesOfStart(): Mistake {
  const known = new Map<string, string>();
  return (reply) => (request) => {
    const response = reply(request);
    if (request.path !== '/prices' || response.status !== 200) return response;
    const body = known.get(request.body) ?? response.body;
    known.set(request.body, body);
    return { ...response, body };
  };
}

describe('a venue is failed or warned', () => {
  it.each(rows)('if %s', async (_, broken, server) => {
    expect(brokenIn(await judgeNew(server, { only: CROSS, patience: 2 }))).toEqual(
      expect.arrayContaining<string>([...broken]),
    );
  });
});

describe('a crossed book', () => {
  const locked = onBooks((book) => ({ ...book, asks: [...sideOf(book, 'asks'), ...sideOf(book, 'bids').slice(0, 1)] }));
  const reading = { only: ['books.levels'], allowWrites: false } as const;

  it('is failed by a run that only reads', async () => {
    expect(brokenIn(await judgeNew({ mistake: locked }, reading))).toContain('fail 2.14/uncrossed');
  });

  it('is verified only by orders that cross', async () => {
    const unverifiedBy = async (...only: readonly Chosen[]) => (await judgeNew({}, { only })).unverified;
    expect(await unverifiedBy('books.levels', 'place-order.fok-filled')).toContain('2.14/uncrossed');
    expect(await unverifiedBy('place-order.cross-whole')).not.toContain('2.14/uncrossed');
  });
});

describe('a venue is neither failed nor warned', () => {
  const ofTwo: readonly (readonly [name: string, price: VenueRules['price']])[] = [
    ["if fills have the price of the taker's limit", (taker) => taker.price],
    [
      'if fills have the midpoint of both limits',
      (taker, maker) => Math.round((taker.price + priceFor(taker, maker)) / 2),
    ],
  ];
  it.each(ofTwo)('%s', async (_, price) => {
    const report = await judgeNew({ rules: { price } }, { only: CROSS });
    expect(brokenIn(report).filter((line) => !line.startsWith('note'))).toEqual([]);
    expect(brokenIn(report)).toContain('note D/matching.maker-price');
  });
});

const priceFor = (taker: Order, maker: Order): number =>
  maker.outcome === taker.outcome ? maker.price : 1000 - maker.price;
