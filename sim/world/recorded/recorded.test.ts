/** sim/world/recorded/recorded.test: worlds from recorded pages: content, tolerated defects, located errors. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../../base/units.ts';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import type { CatalogMarket } from '../../../spec/resources/catalog-market.ts';
import { serveWorld } from '../../fixtures/served-world.ts';
import { createSimulator } from '../../simulator.ts';
import { buildWorld } from '../build.ts';
import type { World } from '../world.ts';
import { WorldError } from '../world-error.ts';

type Fields = Record<string, unknown>;
type Page = { markets: Fields[] };

const FIXTURE = join(import.meta.dirname, 'fixture.jsonl');
const REAL = join(import.meta.dirname, '../../../../shared/data/catalog-2026-03-11/pages.jsonl.zst');
const { folder } = testFolder('recorded');

const load = (path: string): World => buildWorld({ seed: '1', world: path });

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The pages of the fixture, changed. */
function pages(change: (pages: Page[]) => void = () => {}): Page[] {
  const all = readFileSync(FIXTURE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Page);
  change(all);
  return all;
}

function lines(change?: (pages: Page[]) => void): string {
  return pages(change)
    .map((page) => JSON.stringify(page))
    .join('\n');
}

/** The fixture with some fields of one market changed; undefined removes a field. */
function changed(fields: Fields, page = 1, market = 0): string {
  return lines((all) => Object.assign(all[page]?.markets[market] ?? {}, fields));
}

function failure(path: string): string {
  try {
    load(path);
  } catch (error) {
    if (error instanceof WorldError) return error.message;
    throw error;
  }
  return 'loaded';
}

describe('the fixture', () => {
  const world = load(FIXTURE);
  const bySlug = (slug: string) => world.markets.find((market) => market.catalog.slug === slug);

  it('becomes markets and events in order, with all recorded fields', () => {
    expect(world.markets.map((market) => market.catalog.id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `70000${n}`));
    expect(world.events.map((event) => event.markets.length)).toEqual([3, 1, 1, 1]);
    const [keeper] = world.markets;
    expect(keeper).toMatchObject({
      negRisk: true,
      minimumOrderSize: 5,
      tags: ['Boats'],
      rewards: { min_size: 20, max_spread: 3.5 },
    });
    expect(keeper?.event).toMatchObject({ tags: [{ slug: 'boats' }], series: [{ recurrence: 'yearly' }] });
    expect(bySlug('otters-vs-foxgloves')).toMatchObject({ outcomes: ['Otters', 'Foxgloves'], secondsDelay: 3 });
  });

  it('starts its clock when the last page was recorded', () => {
    expect(new Date(world.startMs).toISOString()).toBe('2026-03-02T01:15:30.000Z');
    expect(world.venue.now).toBe(world.startMs);
  });

  it('makes missing texts empty and unifies the format of moments', () => {
    const rain = bySlug('will-it-rain-on-the-fair')?.catalog;
    expect(rain).toMatchObject({ endDate: '', resolutionSource: '', icon: '', createdAt: '2026-01-05T08:58:30.120Z' });
    expect(bySlug('otters-vs-foxgloves')).toMatchObject({
      gameStartTime: '2026-03-20T18:00:00.000Z',
      acceptingOrderTimestamp: '2026-01-05T08:59:30.000Z',
    });
  });

  it('opens books at the recorded best prices and trades at the recorded last one', () => {
    for (const [slug, bid, ask, last] of [
      ['will-it-rain-on-the-fair', 4_100, 4_300, 4_200],
      ['will-a-keeper-nobody-knows-win-the-lighthouse-keepers-cup', undefined, 20, 10],
      ['otters-vs-foxgloves', 4_800, 5_500, undefined],
    ] as const) {
      const index = bySlug(slug)?.index ?? -1;
      const isVisited = world.venue.bids(index, 0)[0]?.price === (bid ?? 0) + 100;
      if (!isVisited) expect(world.venue.bids(index, 0)[0]?.price, slug).toBe(bid);
      expect(world.venue.asks(index, 0)[0]?.price, slug).toBe(ask);
      if (last !== undefined && bid === undefined) expect(world.venue.market(index)?.lastPrice, slug).toBe(last);
    }
  });

  it('closes and resolves markets that are recorded as over', () => {
    const over = bySlug('was-the-mill-race-run-before-march');
    expect(world.venue.market(over?.index ?? -1)).toMatchObject({ state: 'resolved', payout: [MICRO, 0] });
  });

  it('has wallets, credentials and markets set aside like a generated world', () => {
    expect(world.writeMarkets.length).toBeGreaterThan(0);
    for (const wallet of [0, 1, 2]) {
      expect(world.accounts[wallet]?.key).toBeDefined();
      for (const conditionId of world.writeMarkets) {
        const index = world.markets.find((market) => market.catalog.conditionId === conditionId)?.index ?? -1;
        expect(world.venue.tokens(wallet, index, 1).free).toBe(5_000 * MICRO);
        expect(world.venue.bids(index, 0).length).toBeGreaterThan(0);
      }
    }
    expect(world.venue.log.some((event) => event.kind === 'trade')).toBe(true);
  });

  it('is served with responses that satisfy the schemas', () => {
    const served = serveWorld(world);
    const markets = served.read('markets') as CatalogMarket[];
    expect(markets).toHaveLength(6);
    for (const { slug, conditionId, events } of markets) {
      served.read('market-by-slug', {}, slug);
      served.read('trading-market', {}, conditionId);
      served.read('trading-settings', {}, conditionId);
      served.read('event', {}, events[0]?.id);
    }
    for (const { address } of world.accounts) served.read('positions', { user: address, sizeThreshold: '0' });
  });

  it('is the same world in every file format', () => {
    const text = lines();
    const inOne = pages().flatMap((page) => page.markets);
    const paths = [
      file('a.jsonl.gz', gzipSync(text)),
      file('b.jsonl.zst', zstdCompressSync(text)),
      file('c.json', JSON.stringify(pages())),
      file('d.jsonl', text.replaceAll('\n', '\r\n\r\n')),
      file(
        'e.jsonl',
        pages()
          .map((page) => JSON.stringify(page.markets))
          .join('\n'),
      ),
    ];
    for (const path of paths.slice(0, 4)) expect(load(path).venue.hash(), path).toBe(world.venue.hash());
    const ids = world.markets.map((market) => market.catalog.id);
    for (const path of [
      paths[4] ?? '',
      file('f.json', JSON.stringify(inOne)),
      file('g.json', JSON.stringify({ markets: inOne })),
    ]) {
      expect(
        load(path).markets.map((market) => market.catalog.id),
        path,
      ).toEqual(ids);
    }
  });
});

describe('tolerable defects', () => {
  it.each([
    [{ outcomePrices: '["0.5"]' }, 'outcomePrices: is no list of two prices'],
    [{ outcomePrices: 'half' }, 'outcomePrices: is no list of two prices'],
    [{ endDate: 'next week' }, 'endDate: "next week" is no ISO 8601 moment; left out'],
    [{ createdAt: '2026-02-31T00:00:00Zoo' }, 'createdAt: '],
    [{ icon: 'icons/m4.png' }, 'icon: is no absolute URL; left out'],
    [{ bestBid: 0.415 }, 'bestBid: 0.415 is no price on a tick of 0.01; left out'],
    [{ bestBid: 0.5 }, 'bestBid: is not below bestAsk; both left out'],
  ])('%j is warned of with file, line and field', (fields, warning) => {
    const { warnings, markets } = load(file('tolerable.jsonl', changed(fields)));
    expect(markets).toHaveLength(6);
    expect(
      warnings.some((line) => line.startsWith(`tolerable.jsonl:2: markets[0].${warning}`)),
      warnings.join('\n'),
    ).toBe(true);
  });

  it('an invalid moment of recording is warned of with file and line', () => {
    const page = (runTs: unknown) =>
      load(
        file(
          'when.jsonl',
          lines((all) => Object.assign(all[0] ?? {}, { run_ts: runTs })),
        ),
      );
    expect(page('yesterday').warnings).toContain('when.jsonl:1: run_ts: no moment, left out');
    expect(page(1_772_410_530).warnings).toContain('when.jsonl:1: run_ts: no moment, left out');
    expect(page('2026-03-01T00:00:00Z').warnings.join()).not.toContain('run_ts');
    expect(page(undefined).warnings.join()).not.toContain('run_ts');
  });

  it.each([
    { endDate: null, image: undefined, description: null },
    { clobRewards: null, bestBid: null, unheardOf: { deep: [1] } },
  ])('%j causes no warning', (fields) => {
    expect(load(file('fine.jsonl', changed(fields))).warnings).toEqual([
      'fine.jsonl:2: markets[2].outcomePrices: is no list of two prices in a string; ignored',
    ]);
  });

  it('an event without a recorded date of creation gets the moment of recording', () => {
    const events = [{ id: '42', slug: 'lamp-lighting', createdAt: '2026-01-04T07:00:00Z' }];
    const world = load(file('undated.jsonl', changed({ events })));
    expect(world.markets[3]?.event.own).toMatchObject({
      creationDate: '2026-01-04T07:00:00.000Z',
      createdAt: '2026-01-04T07:00:00.000Z',
    });
  });

  it('quotes around outcomePrices if no best price is recorded', () => {
    const world = load(file('unquoted.jsonl', changed({ bestBid: undefined, bestAsk: undefined })));
    expect(world.venue.asks(3, 0)[0]?.price).toBe(4_300);
  });

  it('makes an event for a market without one', () => {
    const world = load(file('alone.jsonl', changed({ events: [] })));
    expect(world.markets[3]?.event.own).toMatchObject({ id: '700004', title: 'Will it rain on the fair?' });
    expect(serveWorld(world).read('event', {}, '700004')).toMatchObject({ markets: [{ id: '700004' }] });
  });
});

/** Fields that make one market invalid, with the beginning of the error. */
const INVALID: readonly (readonly [Fields, string])[] = [
  [{ conditionId: '0x12' }, 'x.jsonl:2: markets[0].conditionId: must be 0x and 64 hexadecimal digits'],
  [{ conditionId: undefined }, 'x.jsonl:2: markets[0].conditionId: '],
  [{ question: 7 }, 'x.jsonl:2: markets[0].question: '],
  [{ outcomes: 'Yes, No' }, 'x.jsonl:2: markets[0].outcomes: must be a JSON array of strings in a string'],
  [{ outcomes: '["Yes", "Yes"]' }, 'x.jsonl:2: markets[0].outcomes: must name two outcomes that differ'],
  [{ outcomes: '["Yes", ""]' }, 'x.jsonl:2: markets[0].outcomes: must name two outcomes that differ'],
  [{ outcomes: '["Yes", "No", "Maybe"]' }, 'x.jsonl:2: markets[0].outcomes: must name two outcomes, not 3'],
  [{ clobTokenIds: undefined }, 'x.jsonl:2: markets[0].clobTokenIds: is missing'],
  [{ clobTokenIds: '["1"]' }, 'x.jsonl:2: markets[0].clobTokenIds: must name a token for each outcome, not 1'],
  [{ clobTokenIds: '["1", "1"]' }, 'x.jsonl:2: markets[0].clobTokenIds: 1 is already used by x.jsonl:2: markets[0]'],
  [{ clobTokenIds: '["0x1", "2"]' }, 'x.jsonl:2: markets[0].clobTokenIds: must be decimal token ids'],
  [{ id: '700001' }, 'x.jsonl:2: markets[0].id: 700001 is already used by x.jsonl:1: markets[0]'],
  [{ id: 'seven' }, 'x.jsonl:2: markets[0].id: '],
  [
    { slug: 'otters-vs-foxgloves' },
    'x.jsonl:2: markets[2].slug: otters-vs-foxgloves is already used by x.jsonl:2: markets[0]',
  ],
  [{ orderPriceMinTickSize: 0.3 }, 'x.jsonl:2: markets[0].orderPriceMinTickSize: 0.3 does not divide a dollar'],
  [{ orderMinSize: -1 }, 'x.jsonl:2: markets[0].orderMinSize: must be between'],
  [{ secondsDelay: 0.5 }, 'x.jsonl:2: markets[0].secondsDelay: must be whole'],
  [{ bestBid: '0,4' }, 'x.jsonl:2: markets[0].bestBid: must be a number, as such or as text'],
  [{ closed: 'no' }, 'x.jsonl:2: markets[0].closed: '],
  [{ events: {} }, 'x.jsonl:2: markets[0].events: '],
  [{ events: [{ id: 'x', slug: 'y' }] }, 'x.jsonl:2: markets[0].events[0].id: '],
  [{ events: [{ id: '8101.5', slug: '' }] }, 'x.jsonl:2: markets[0].events[0].id: '],
  [{ events: [{ id: '1', slug: 'mill-race' }] }, 'x.jsonl:2: markets[1].events[0].slug: mill-race is already used by'],
];

describe('fatal defects end in one line with file, line and field', () => {
  it.each(INVALID)('%j', (fields, message) => {
    const text = failure(file('x.jsonl', changed(fields)));
    expect(text.startsWith(message), text).toBe(true);
    expect(text).not.toContain('\n');
  });

  it('counts the further defects of a market', () => {
    expect(failure(file('x.jsonl', changed({ question: 1, slug: 2, outcomes: 3 })))).toContain(
      '(and 2 more in this market)',
    );
  });

  it.each([
    ['y.jsonl', '{"markets":[]}\n{"markets":', 'y.jsonl:2: not JSON'],
    ['y.json', '[\n  {"markets": []},\n  {"markets": [1 2]}\n]', 'y.json:3: not JSON'],
    ['y.json', '[\n  {"markets": [}\n]', 'y.json:1: not JSON'],
    ['y.json', '[] []', 'y.json:1: not JSON'],
    ['y.json', '[{"a": "\\"],\\\\"},\n\n  7]', 'y.json:3: must be a page'],
    ['y.jsonl', '"text"', 'y.jsonl:1: must be a page with markets, a market, or an array'],
    ['y.jsonl', '{"markets":{}}', 'y.jsonl:1: markets: must be an array of markets'],
    ['y.json', '[{"markets":7}]', 'y.json:1: markets: must be an array of markets'],
    ['y.jsonl', '{"markets":[null]}', 'y.jsonl:1: markets[0]: '],
    ['y.json', '[\n\n7]', 'y.json:3: must be a page'],
    ['y.json', '{"markets":[{}]}', 'y.json:1: markets[0].id: '],
    ['y.jsonl', `${'['.repeat(100_000)}`, 'y.jsonl:1: not JSON'],
    ['y.jsonl', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'y.jsonl:1: [0]: '],
    ['y.jsonl', Buffer.from([0x22, 0xff, 0x22]), 'y.jsonl: not UTF-8 text'],
    ['y.jsonl.gz', 'not packed', 'y.jsonl.gz: cannot be unpacked'],
    ['y.jsonl.zst', 'not packed', 'y.jsonl.zst: cannot be unpacked'],
  ])('%s holding %j', (name, content, message) => {
    const text = failure(file(name, content));
    expect(text.startsWith(message), text).toBe(true);
    expect(text).not.toContain('\n');
  });

  it('does not unpack more than fits into memory', () => {
    const mebibyte = zstdCompressSync(Buffer.alloc(1024 * 1024, 32));
    const bomb = Buffer.concat(new Array<Buffer>(257).fill(mebibyte));
    expect(failure(file('bomb.jsonl.zst', bomb))).toContain('cannot be unpacked to at most');
  });

  it('names the valid worlds if the path is missing, a folder, or another kind of file', () => {
    expect(failure(join(folder, 'missing.jsonl'))).toMatch(
      /missing\.jsonl: cannot be read .* use small, medium, large or the path of a file/,
    );
    expect(failure('huge')).toContain(
      'huge: no such world: use small, medium, large or the path of a file ending in .json or .jsonl, ' +
        'as it is or packed as .gz or .zst, or in .yaml',
    );
    expect(failure(file('markets.csv', 'id'))).toContain('ending in .json or .jsonl');
    expect(failure(file('none.jsonl', '{"markets":[]}'))).toMatch(/none\.jsonl: holds no market$/);
  });

  it('ignores hostile keys', () => {
    const text = lines().replace('"id":"700004"', '"__proto__":{"polluted":true},"constructor":1,"id":"700004"');
    const world = load(file('proto.jsonl', text));
    expect(world.markets).toHaveLength(6);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('with skipInvalidMarkets, an invalid market is left out and counted', () => {
  const skipping = (path: string): World => buildWorld({ seed: '1', world: path, skipInvalidMarkets: true });

  it.each(INVALID)('%j', (fields, message) => {
    const { markets, warnings } = skipping(file('x.jsonl', changed(fields)));
    expect(markets.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(warnings[0]?.startsWith(`left out 1 of 6 markets, such as ${message}`), warnings[0]).toBe(true);
  });

  it('leaves the identifiers of such a market to others', () => {
    const fields = { ...pages()[0]?.markets[0], clobTokenIds: '["1", "1"]' };
    const first = lines((all) => all[0]?.markets.unshift(fields));
    expect(skipping(file('first.jsonl', first)).markets.map(({ catalog }) => catalog.id)).toContain('700001');
  });

  it('counts none in whole pages, and refuses pages without a valid market', () => {
    expect(skipping(FIXTURE).warnings[0]).toBe('left out 0 of 6 markets');
    const none = file('none.jsonl', '{"markets":[{}]}');
    expect(() => skipping(none)).toThrow(
      /none\.jsonl: holds no valid market: left out 1 of 1 markets, such as .*\.id: /,
    );
    expect(() => skipping(file('cut.jsonl', '{"markets":'))).toThrow(WorldError);
  });

  it('is refused with a journal', () => {
    const options = { world: FIXTURE, skipInvalidMarkets: true, journal: { directory: join(folder, 'journal') } };
    expect(() => createSimulator(options)).toThrow(/skipInvalidMarkets is not for a journal/);
  });
});

describe('real recorded pages, if they are beside the repository', () => {
  // Those pages are not part of the project: a clone without them skips this test.
  it.skipIf(!existsSync(REAL))('load whole and are served with responses that satisfy the schemas', () => {
    const world = load(REAL);
    expect(world.markets).toHaveLength(5_000);
    expect(world.writeMarkets).toHaveLength(8);
    expect(world.warnings).toEqual([]);
    const served = serveWorld(world);
    const markets = served.read('markets', { limit: '25', offset: '2000' }) as CatalogMarket[];
    for (const { conditionId, events } of markets) {
      served.read('trading-market', {}, conditionId);
      served.read('event', {}, events[0]?.id);
    }
    for (let offset = 0; offset < 5_000; offset += 500)
      served.read('simplified-markets', { next_cursor: btoa(String(offset)) });
  });
});
