/** conformance/checks tests: no check fails a right service, or one that is wrong only where another check judges. */
import { describe, expect, it } from 'vitest';
import { isObject, listAt, numberAt, objectsIn, parseJson } from '../../base/json.ts';
import {
  brokenClauses,
  eachRow,
  erring,
  type Plant,
  querying,
  refusing,
  responding,
  theObject,
} from '../../proof/judge/fixtures/planting.ts';
import { BAD_REQUEST } from '../../spec/errors.ts';
import type { Response } from '../../wire/message.ts';

const garbled: Plant = (handle) => (request) => {
  const response = handle(request);
  return request.path === '/positions' ? { ...response, body: response.body.replaceAll(':', ':NaN,') } : response;
};

const down: Plant = (handle) => (request) =>
  request.path === '/positions'
    ? { status: 500, headers: { 'content-type': 'application/json' }, body: '{"error":"500: down"}' }
    : handle(request);

describe('positions that cannot be read', () => {
  it.each([
    ['with a size in a string', eachRow(/^\/positions$/, (row) => ({ ...row, size: String(row['size']) }))],
    ['with an index in a string', eachRow(/^\/positions$/, (row) => ({ ...row, outcomeIndex: '0' }))],
    ['as no JSON', garbled],
    ['as an error', down],
  ])('say nothing against the holders: %s', async (_, plant) => {
    expect(await brokenClauses(['holders.position'], plant)).toEqual([]);
  });

  it('but sizes that differ do', async () => {
    const plant = eachRow(/^\/positions$/, (row) => ({ ...row, size: 3 }));
    expect(await brokenClauses(['holders.position'], plant)).toContain('4.10/amount.position');
  });
});

it('a profile in a wrong form says nothing against who holds', async () => {
  const plant = theObject(/^\/profiles\//, (row) => ({ ...row, name: [row['name']] }));
  expect(await brokenClauses(['holders.position', 'activity.profile'], plant)).toEqual([]);
});

describe('an item that is no object says nothing against the rules of the other items', () => {
  const ROWS = [
    'markets.outcomes.json',
    'markets.clobTokenIds.json',
    'markets.outcomes.aligned',
    'markets.outcomes.two',
  ] as const;
  const firstNull =
    (key: string): Plant =>
    (handle) =>
    (request) => {
      const response = handle(request);
      const json = parseJson(response.body);
      if (key === '' && request.path === '/markets' && Array.isArray(json))
        return { ...response, body: JSON.stringify([null, ...json]) };
      if (key !== '' && /^\/events\/\d+$/.test(request.path) && isObject(json))
        return { ...response, body: JSON.stringify({ ...json, [key]: [null, ...listAt(json, key)] }) };
      return response;
    };

  it('in a list of markets', async () => {
    expect(await brokenClauses([...ROWS, 'markets.names.case', 'markets.events.present'], firstNull(''))).toEqual([]);
  });

  it('in a list of positions', async () => {
    const plant: Plant = (handle) => (request) => {
      const response = handle(request);
      const body = request.path === '/positions' ? response.body.replace(/^\[/, '[null,') : response.body;
      return { ...response, body };
    };
    expect(await brokenClauses(['positions.redeemable.false', 'positions.mergeable.false'], plant)).toEqual([]);
  });

  it('in a list of sampled markets', async () => {
    const plant: Plant = (handle) => (request) => {
      const response = handle(request);
      return { ...response, body: response.body.replace('"data":[', '"data":[null,') };
    };
    const ids = ['sampling-markets.scope-open', 'sampling-simplified-markets.scope-rewards'] as const;
    expect(await brokenClauses(ids, plant)).toEqual([]);
  });

  it('in the markets of an event', async () => {
    expect(await brokenClauses(['event.markets'], firstNull('markets'))).toEqual([]);
  });
});

describe('positions in pages that are smaller than requested', () => {
  const small: Plant = querying(/^\/(?:closed-)?positions$/, (query) => {
    if (Number(query.get('limit')) > 10) query.set('limit', '10');
  });

  it('say nothing against the filters', async () => {
    const names = [
      'market.filter',
      'title.filter',
      'redeemable.filter',
      'redeemable.false',
      'filters.combine',
    ] as const;
    const checks = ['closed-positions.market.filter', ...names.map((name) => `positions.${name}` as const)] as const;
    expect(await brokenClauses(checks, small)).toEqual([]);
  });

  it('but against the pages', async () => {
    expect(await brokenClauses(['positions.full-pages'], small)).toContain('4.8/offset.walk');
    expect(await brokenClauses(['closed-positions.full-pages'], small)).toContain('4.7/offset.walk');
  });

  it('and filters that drop rows are still found', async () => {
    const first = querying(/^\/positions$/, (query) => {
      const market = query.get('market');
      if (market !== null) query.set('market', market.split(',')[0] ?? '');
    });
    expect(await brokenClauses(['positions.market.filter'], (handle) => first(small(handle)))).toContain(
      '4.8/market.filter',
    );
  });
});

describe('what the interface leaves open says nothing against a service', () => {
  it('blanks around the JSON of lists in strings', async () => {
    const plant = eachRow(/^\/markets$/, (row) => ({
      ...row,
      outcomes: ` ${row['outcomes']} `,
      clobTokenIds: `\n${row['clobTokenIds']}`,
    }));
    expect(
      await brokenClauses(
        ['markets.shape', 'markets.outcomes.json', 'markets.outcomes.aligned', 'markets.outcomes.two'],
        plant,
      ),
    ).toEqual([]);
  });

  it('trades that are settled between two requests', async () => {
    const plant: Plant = (handle) => (request) => {
      const response = handle(request);
      const isLater = request.path === '/builder/trades' && request.query !== '';
      return isLater
        ? { ...response, body: response.body.replace(/"status":"[A-Z]+"/g, '"status":"SETTLED"') }
        : response;
    };
    const ids = (['id', 'maker_address', 'market', 'asset_id'] as const).map(
      (name) => `builder-trades.${name}.filter` as const,
    );
    expect(await brokenClauses(ids, plant)).toEqual([]);
  });

  it('a title filter that minds letter case', async () => {
    const minding: Plant = (handle) => (request) => {
      const query = new URLSearchParams(request.query);
      const title = query.get('title');
      if (request.path !== '/positions' || title === null) return handle(request);
      query.delete('title');
      const response = handle({ ...request, query: query.toString() });
      const rows = JSON.parse(response.body) as { title: string }[];
      return { ...response, body: JSON.stringify(rows.filter((row) => row.title.includes(title))) };
    };
    expect(await brokenClauses(['positions.title.filter'], minding)).toEqual([]);
  });

  const ISO = /"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z"/g;
  it.each([
    ['an offset of hours', /^\/builder\/trades/, '"$1-$2-$3T$4:$5:$6.$7+00"'],
    ['the basic format', /^\/builder\/trades/, '"$1$2$3T$4$5$6.$7Z"'],
    ['a comma', /^\/builder\/trades/, '"$1-$2-$3T$4:$5:$6,$7Z"'],
    ['another offset, on one of two routes', /^\/events\/slug\//, '"$1-$2-$3T$4:$5:$6.$7+00:00"'],
    ['another offset, on one of two routes', /^\/markets\/slug\//, '"$1-$2-$3T$4:$5:$6.$7+00:00"'],
  ])('moments with %s: %s', async (_, path, spelling) => {
    const spelled: Plant = (handle) => (request) => {
      const response = handle(request);
      return path.test(request.path) ? { ...response, body: response.body.replaceAll(ISO, spelling) } : response;
    };
    const ids = [
      'builder-trades.rows',
      'builder-trades.filters.combine',
      'event.same',
      'market-by-slug.list-same',
    ] as const;
    expect(await brokenClauses(ids, spelled)).toEqual([]);
  });
});

/** Lists that the catalog carries inside strings, as JSON lists. */
const unwrapped: Plant = responding(/^\/markets(?:$|\/slug\/)/, (json) =>
  JSON.parse(JSON.stringify(json), (key, value) =>
    (key === 'outcomes' || key === 'clobTokenIds') && typeof value === 'string' ? JSON.parse(value) : value,
  ),
);

describe('a catalog in a wrong form', () => {
  const beside = [
    'positions.market',
    'closed-positions.market',
    'activity.market',
    'trading-market.catalog-same',
  ] as const;

  it.each([...beside, 'event.markets-same'] as const)(
    'says nothing against other routes where lists are no strings: %s',
    async (id) => {
      expect(await brokenClauses([id], unwrapped)).toEqual([]);
    },
  );

  it('is failed itself', async () => {
    expect(await brokenClauses(['markets.shape'], unwrapped)).not.toEqual([]);
  });

  it('leaves nothing to request without slugs, and nothing is requested', async () => {
    const sent: string[] = [];
    const nameless = eachRow(/^\/markets$/, ({ slug: _, ...row }) => row);
    const listening: Plant = (handle) => (request) => {
      sent.push(request.path);
      return nameless(handle)(request);
    };
    const ids = ['market-by-slug.list-same', 'market-by-slug.event-same', 'market-by-slug.precedence'] as const;
    const others = ['market-by-slug.shape', 'event.markets-same', 'trading-market.catalog-same'] as const;
    expect(await brokenClauses([...ids, ...others], listening)).toEqual([]);
    expect(sent.filter((path) => path === '/markets/slug/')).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
  });

  it('is judged by the markets that have a slug', async () => {
    const few = eachRow(/^\/markets$/, (row, index) => (index === 0 ? row : { ...row, slug: 7 }));
    const other = theObject(/^\/markets\/slug\//, (row) => ({ ...row, conditionId: '0x0' }));
    const both: Plant = (handle) => few(other(handle));
    expect(await brokenClauses(['market-by-slug.list-same'], both)).toContain('1/market.condition-id');
  });
});

describe('lists and sessions that cannot be compared', () => {
  it('because the list counts otherwise', async () => {
    const total = theObject(/^\/data\/orders$/, (json) => ({ ...json, count: (numberAt(json, 'count') ?? 0) + 5 }));
    expect(await brokenClauses(['live-orders.own.filtered', 'live-orders.filters.pair'], total, true)).toEqual([]);
  });

  it('because the list moves', async () => {
    let count = 0;
    const moving = eachRow(/^\/markets$/, (row) => {
      count += 1;
      return { ...row, updatedAt: `2026-01-01T00:00:0${count % 10}Z` };
    });
    expect(await brokenClauses(['markets.pages.deep', 'markets.pages.ascending'], moving)).toEqual([]);
  });

  it('because a large batch is refused', async () => {
    const refusal = { type: undefined, error: BAD_REQUEST };
    const small: Plant = (handle) =>
      erring(
        /^\/books$/,
        () => refusal,
      )(refusing(({ path, body }) => path === '/books' && typeof body === 'string' && body.length > 3_000)(handle));
    expect(await brokenClauses(['books.large-batch'], small)).toEqual([]);
  });

  it('because no id starts a session', async () => {
    const nameless = theObject(/^\/v1\/heartbeats$/, () => ({ heartbeat_id: '' }));
    expect(await brokenClauses(['heartbeat-v1.chain', 'heartbeat-v1.wrong-id'], nameless, true)).toEqual([]);
    expect(await brokenClauses(['heartbeat-v1.start-empty'], nameless, true)).toContain('4.2/heartbeat-v1.id');
  });
});

it('a book that shows an order late says nothing against the fill of the order', async () => {
  const known = new Map<unknown, { readonly response: Response; count: number }>();
  const cachedBooks: Plant = (handle) => (request) => {
    if (request.path !== '/books') return handle(request);
    const entry = known.get(request.body) ?? { response: handle(request), count: 0 };
    entry.count += 1;
    if (entry.count < 3) known.set(request.body, entry);
    else known.delete(request.body);
    return entry.response;
  };
  expect(await brokenClauses(['place-order.fresh-fill'], cachedBooks, true)).toEqual([]);
});

it('an activity feed that shows another fill first says nothing against the entries of a fill', async () => {
  let count = 0;
  const isOfFill = (row: object): boolean => [43.75, 21.5, 22.25].includes(numberAt(row, 'size') ?? 0);
  const lateFeed: Plant = (handle) => (request) => {
    const response = handle(request);
    if (request.path !== '/activity') return response;
    count += 1;
    const rows = objectsIn(parseJson(response.body));
    const others = rows.filter(isOfFill).map((row) => ({ ...row, size: 50, transactionHash: '0x50' }));
    const shown = count % 3 === 0 ? rows : rows.filter((row) => !isOfFill(row));
    return { ...response, body: JSON.stringify([...others, ...shown]) };
  };
  expect(await brokenClauses(['place-order.fill-entries'], lateFeed, true)).toEqual([]);
});

it('a list of live orders that follows orders late says nothing against their priority', async () => {
  let [count, shown] = [0, '{"data":[],"next_cursor":"","limit":100,"count":0}'];
  const lateList: Plant = (handle) => (request) => {
    const response = handle(request);
    if (request.method === 'POST' && request.path === '/order') count = 0;
    if (request.path !== '/data/orders') return response;
    count += 1;
    if (count > 3) shown = response.body;
    return { ...response, body: shown };
  };
  const priority = ['place-order.price-first', 'place-order.time-second'] as const;
  expect(await brokenClauses(priority, lateList, true)).toEqual([]);
});
