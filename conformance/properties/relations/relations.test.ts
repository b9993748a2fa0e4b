import { describe, expect, it } from 'vitest';
import { isObject, objectsIn, parseJson } from '../../../base/json.ts';
import type { Plant } from '../../../proof/judge/fixtures/planting.ts';
import { isSuccess, type Request } from '../../../wire/message.ts';
import { explored, exploredSecondService, inShort } from '../fixtures/explored.ts';
import type { Property } from '../property.ts';
import { relationProperties } from './properties.ts';

const named = (...names: readonly string[]): readonly Property[] =>
  relationProperties.filter(({ id }) => names.some((name) => id === `relations.${name}`));
const queryOf = ({ query }: Request): URLSearchParams => new URLSearchParams(query);

/** Changes the JSON of successful responses to requests that apply. */
const changing =
  (applies: (request: Request) => boolean, change: (json: unknown) => unknown): Plant =>
  (handle) =>
  (request) => {
    const response = handle(request);
    if (!applies(request) || !isSuccess(response)) return response;
    return { ...response, body: JSON.stringify(change(parseJson(response.body))) };
  };

/** Changes the query of requests that apply. */
const querying =
  (path: string, change: (query: URLSearchParams) => void): Plant =>
  (handle) =>
  (request) => {
    const query = queryOf(request);
    if (request.path === path) change(query);
    return handle(request.path === path ? { ...request, query: query.toString() } : request);
  };

const brokenBy = async (name: string, plant: Plant, runs = 60): Promise<readonly string[]> =>
  (await explored(named(name), { runs, seed: 1, plant })).map(({ clause }) => clause);

describe('the properties of relations', () => {
  it.each([1, 2])('find nothing in the simulator, seed %d', { timeout: 30_000 }, async (seed) => {
    expect(inShort(await explored(relationProperties, { runs: 20, seed }))).toEqual([]);
  });

  it('find nothing but notes in a server with other habits', { timeout: 30_000 }, async () => {
    expect(inShort(await exploredSecondService(relationProperties, { runs: 15, seed: 3 }))).toEqual([]);
  });

  it('find a sort that the second page forgets', async () => {
    const forgets = querying('/positions', (query) => {
      if (query.has('sortBy') && query.get('offset') !== '0') query.delete('sortBy');
    });
    expect(await brokenBy('pages-positions', forgets)).toContain('4.8/offset.skip');
  });

  it('find a limit that hides a row of a filtered list', async () => {
    const hides = changing(
      (request) =>
        request.path === '/markets' && queryOf(request).has('closed') && Number(queryOf(request).get('limit')) > 5,
      (rows) => objectsIn(rows).toSpliced(2, 1),
    );
    expect(await brokenBy('pages-markets', hides)).toEqual(expect.arrayContaining(['4.11/offset.walk']));
  });

  it('find a page of HTML at the end of a list', async () => {
    const atEnd: Plant = (handle) => (request) => {
      const response = handle(request);
      const isLast =
        request.path === '/activity' && response.body === '[]' && Number(queryOf(request).get('offset')) > 0;
      return isLast ? { ...response, body: '<html></html>', headers: { 'content-type': 'text/html' } } : response;
    };
    const findings = await explored(named('pages-activity'), { runs: 60, seed: 1, plant: atEnd });
    expect(findings.map(({ clause }) => clause)).toContain('4.9/response.json');
    expect(findings[0]?.request).toMatch(/^GET \$TARGET\/activity\?user=0x\w+&limit=1&offset=\d+$/);
  });

  it('find a cursor that a filter turns off', async () => {
    const restarts = querying('/builder/trades', (query) => {
      if (query.has('market')) query.delete('next_cursor');
    });
    expect(await brokenBy('cursors-builder-trades', restarts)).toContain('4.6/next_cursor.offset');
  });

  it('find a batch that loses one of three', async () => {
    const loses = changing(
      ({ path, body }) => path === '/books' && objectsIn(parseJson(String(body))).length === 3,
      (books) => objectsIn(books).slice(1),
    );
    expect(await brokenBy('batch-books', loses)).toContain('4.16/per-token');
    const other = changing(
      (request) => request.path === '/holders' && (queryOf(request).get('market') ?? '').split(',').length > 2,
      (groups) => objectsIn(groups).slice(0, 4),
    );
    expect(await brokenBy('batch-holders', other)).toContain('4.10/market.groups');
    const price = changing(
      ({ path, body }) => path === '/prices' && objectsIn(parseJson(String(body))).length > 3,
      (prices) => Object.fromEntries(Object.entries(isObject(prices) ? prices : {}).slice(1)),
    );
    expect(await brokenBy('batch-prices', price)).toContain('4.17/per-token');
  });

  it('find an order that a cancel leaves where it was', async () => {
    const ignores: Plant = (handle) => (request) => {
      const { orderId = '' } = (parseJson(String(request.body ?? '')) ?? {}) as { readonly orderId?: string };
      if (request.method !== 'DELETE') return handle(request);
      const body = JSON.stringify({ canceled: [orderId], not_canceled: {} });
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    };
    expect(await brokenBy('cancelled', ignores, 3)).toEqual(
      expect.arrayContaining(['4.4/effect.book', '4.4/effect.live-orders']),
    );
  });

  it('find a taker that pays more than its limit', async () => {
    const dearer = changing(
      ({ path }) => path === '/builder/trades',
      (rows) => objectsIn(rows).map((row) => ({ ...row, price: row['side'] === 'BUY' ? '0.999' : '0.001' })),
    );
    expect(await brokenBy('price-improvement', dearer, 5)).toContain('4.3/fill.price-limit');
  });

  it('find a FAK order that gets less than its parts', async () => {
    const halves = changing(
      ({ path, body }) => path === '/order' && String(body).includes('"FAK"'),
      (reply) => {
        const [taking, making] = ['takingAmount', 'makingAmount'].map((name) => Number(Object(reply)[name]));
        const part = Number(taking) + Number(making) > 30 ? 0.5 : 1;
        return { ...Object(reply), takingAmount: `${Number(taking) * part}`, makingAmount: `${Number(making) * part}` };
      },
    );
    expect(await brokenBy('takers', halves)).toContain('D/order-types.FAK');
  });

  it('find a FOK order that is killed although it could be filled', async () => {
    const kills: Plant = (handle) => (request) => {
      const text = String(request.body ?? '');
      if (request.path !== '/order' || !text.includes('"FOK"')) return handle(request);
      const body = JSON.stringify({ error: 'the order cannot be filled whole' });
      return { status: 400, headers: { 'content-type': 'application/json' }, body };
    };
    expect(await brokenBy('takers', kills)).toContain('D/order-refusals.killed');
  });

  it('find a set that costs more than it returns, and shares that stay', async () => {
    const loses = changing(
      ({ path }) => path === '/activity',
      (rows) =>
        objectsIn(rows).map((row) =>
          row['side'] === 'SELL' ? { ...row, usdcSize: Number(row['usdcSize']) / 2 } : row,
        ),
    );
    expect(await brokenBy('mint-and-merge', loses, 3)).toContain('2.3/usdcSize.worth');
    let orders = 0;
    const keeps: Plant = (handle) => {
      const changed = changing(
        ({ path }) => path === '/positions' && orders % 4 === 0 && orders > 0,
        (rows) => objectsIn(rows).map((row) => ({ ...row, size: Number(row['size']) + 5 })),
      )(handle);
      return (request) => {
        if (request.method === 'POST' && request.path === '/order') orders += 1;
        return changed(request);
      };
    };
    expect(await brokenBy('mint-and-merge', keeps, 1)).toContain('4.3/fill.position');
  });
});
