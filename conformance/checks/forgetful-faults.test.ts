/**
 * conformance/checks/forgetful-faults tests: services that are right about every parameter by itself and forget one in company:
 * on the second page, beside another filter, under a sort, in a long batch; and parsers that read more than is there.
 */
import { describe, expect, it } from 'vitest';
import { BAD_REQUEST } from '../../spec/errors.ts';
import { flagAt, isObject, listAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Request } from '../../wire/message.ts';
import {
  answering,
  asking,
  brokenClauses,
  eachRow,
  erring,
  type Fault,
  type Plant,
  refusing,
  sound,
} from '../fixtures/planted.ts';

const MARKETS = /^\/markets$/;
const CREATORS = /^\/events\/creators$/;
const EVENT = /^\/events\/\d/;
const POSITIONS = /^\/positions$/;
const CLOSED = /^\/closed-positions$/;
const HOLDERS = /^\/holders$/;
const BOOKS = /^\/books$/;
const PRICES = /^\/prices$/;
const TRADES = /^\/builder\/trades$/;

type Query = URLSearchParams;
const onLaterPages = (query: Query): boolean => Number(query.get('offset') ?? 0) > 0;
const forgetting = (path: RegExp, when: (query: Query) => boolean, ...names: readonly string[]): Plant =>
  asking(path, (query) => {
    if (when(query)) for (const name of names) query.delete(name);
  });
const has =
  (...names: readonly string[]) =>
  (query: Query): boolean =>
    names.every((name) => query.has(name));
const queryOf = (request: Request): Query => new URLSearchParams(request.query);

/** Far down the list a row is skipped. */
const skippingFrom = (path: RegExp, from: number): Plant =>
  asking(path, (query) => {
    const offset = Number(query.get('offset') ?? 0);
    if (offset > from) query.set('offset', String(offset + 1));
  });

const pages: readonly Fault[] = [
  ['markets.pages.deep', '4.11/offset.skip', 'a row is lost after 20', skippingFrom(MARKETS, 20)],
  ['positions.pages.deep', '4.8/offset.skip', 'a row is lost after 20', skippingFrom(POSITIONS, 20)],
  [
    'markets.pages.ascending',
    '4.11/offset.skip',
    'page two turns back',
    forgetting(MARKETS, onLaterPages, 'ascending'),
  ],
  ['markets.pages.ordered', '4.11/offset.skip', 'page two is unsorted', forgetting(MARKETS, onLaterPages, 'order')],
  ['markets.pages.flagged', '4.11/offset.skip', 'offset is lost', forgetting(MARKETS, has('closed'), 'offset')],
  ['markets.pages.of-event', '4.11/offset.skip', 'page two is of all', forgetting(MARKETS, onLaterPages, 'event_id')],
  [
    'event-creators.pages.ascending',
    '4.20/event-creators.offset.skip',
    'page two turns back',
    forgetting(CREATORS, onLaterPages, 'ascending'),
  ],
  ...(['positions', 'closed-positions'] as const).flatMap((id): readonly Fault[] => {
    const [path, section] = id === 'positions' ? [POSITIONS, '4.8'] : [CLOSED, '4.7'];
    const skip = `${section}/offset.skip`;
    return [
      [`${id}.pages.sorted`, skip, 'page two is unsorted', forgetting(path, onLaterPages, 'sortBy', 'sortDirection')],
      [`${id}.pages.in-markets`, skip, 'offset is lost', forgetting(path, has('market'), 'offset')],
      [`${id}.pages.titled`, skip, 'offset is lost', forgetting(path, has('title'), 'offset')],
      [
        `${id}.pages.in-markets`,
        `${section}/sortBy.AVGPRICE`,
        'a filtered list is not sorted',
        forgetting(path, has('market'), 'sortBy', 'sortDirection'),
      ],
    ];
  }),
  [
    'positions.pages.redeemable',
    '4.8/offset.skip',
    'page two is of all',
    forgetting(POSITIONS, onLaterPages, 'redeemable'),
  ],
  ['positions.pages.mergeable', '4.8/offset.skip', 'offset is lost', forgetting(POSITIONS, has('mergeable'), 'offset')],
  [
    'positions.pages.above-threshold',
    '4.8/offset.skip',
    'page two is of all',
    asking(POSITIONS, (query) => {
      if (onLaterPages(query) && query.has('sizeThreshold')) query.set('sizeThreshold', '0');
    }),
  ],
];

/** Rows of all markets that satisfy either flag. */
const eitherFlag: Plant = (handle) => (request) => {
  const response = handle(request);
  const flags = ['closed', 'active', 'archived'].filter((flag) => queryOf(request).has(flag));
  if (!MARKETS.test(request.path) || flags.length < 2) return response;
  const all = objectsIn(JSON.parse(handle({ ...request, query: 'limit=100' }).body));
  const rows = all.filter((row) => flags.some((flag) => String(flagAt(row, flag)) === queryOf(request).get(flag)));
  return { ...response, body: JSON.stringify(rows) };
};

const pairs: readonly Fault[] = [
  ['markets.filters.flags', '4.11/filters.combine', 'one of two flags is enough', eitherFlag],
  ['markets.filters.foreign-event', '4.11/filters.combine', 'slug wins', forgetting(MARKETS, has('slug'), 'event_id')],
  [
    'markets.filters.foreign-tag',
    '4.11/filters.combine',
    'event_id wins',
    forgetting(MARKETS, has('event_id'), 'tag_slug'),
  ],
  ['builder-trades.filters.between', '4.6/filters.combine', 'after wins', forgetting(TRADES, has('after'), 'before')],
  [
    'builder-trades.filters.foreign-token',
    '4.6/filters.combine',
    'asset_id wins',
    forgetting(TRADES, has('asset_id'), 'market'),
  ],
  [
    'builder-trades.filters.maker-in-market',
    '4.6/filters.combine',
    'maker_address wins',
    forgetting(TRADES, has('maker_address'), 'market'),
  ],
  [
    'builder-trades.filters.cursor',
    '4.6/next_cursor.offset',
    'a cursor leads into the whole list',
    forgetting(TRADES, has('next_cursor'), 'market'),
  ],
  [
    'markets.ascending.ordered',
    '4.11/ascending.reverses',
    'ascending is not looked at beside order',
    forgetting(MARKETS, has('order'), 'ascending'),
  ],
  [
    'event-creators.ascending.ordered',
    '4.20/event-creators.ascending.reverses',
    'ascending is not looked at beside order',
    forgetting(CREATORS, has('order'), 'ascending'),
  ],
];

/** Titles that match a piece in a way of the service's own. */
const titled =
  (matches: (row: { readonly title: string; readonly slug: string }, piece: string) => boolean): Plant =>
  (handle) =>
  (request) => {
    const piece = queryOf(request).get('title');
    if (!POSITIONS.test(request.path) || piece === null || piece.length > 100) return handle(request);
    const query = queryOf(request);
    query.delete('title');
    const response = handle({ ...request, query: query.toString() });
    const rows = objectsIn(JSON.parse(response.body)).filter((row) =>
      matches({ title: textAt(row, 'title') ?? '', slug: textAt(row, 'slug') ?? '' }, piece),
    );
    return { ...response, body: JSON.stringify(rows) };
  };
const likePattern = (piece: string): RegExp =>
  new RegExp(
    piece
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.'),
    'i',
  );

/** Numbers are read up to the first character that is none. */
const readInPart = (path: RegExp, name: string): Plant =>
  asking(path, (query) => {
    const number = /^\d+/.exec(query.get(name) ?? '')?.[0];
    if (number !== undefined) query.set(name, number);
  });

const readings: readonly Fault[] = [
  [
    'positions.title.literal',
    '4.8/title.substring',
    '% stands for anything',
    titled(({ title }, piece) => likePattern(piece).test(title)),
  ],
  [
    'positions.title.not-slug',
    '4.8/title.substring',
    'the slug is searched too',
    titled((row, piece) => `${row.title} ${row.slug}`.toLowerCase().includes(piece.toLowerCase())),
  ],
  ['markets.limit.half-number', '4.11/limit.type', 'limit is read in part', readInPart(MARKETS, 'limit')],
  [
    'positions.sizeThreshold.no-number',
    '4.8/sizeThreshold.type',
    'no number is no threshold',
    forgetting(POSITIONS, (query) => query.get('sizeThreshold') === 'NaN', 'sizeThreshold'),
  ],
  [
    'positions.sizeThreshold.filter',
    '4.8/sizeThreshold.filter',
    'a threshold is cut to a whole number',
    readInPart(POSITIONS, 'sizeThreshold'),
  ],
  [
    'holders.minBalance.filter',
    '4.10/minBalance.filter',
    'a balance is cut to a whole number',
    readInPart(HOLDERS, 'minBalance'),
  ],
  [
    'event.id.half-number',
    '4.20/event.id.type',
    'an id is read in part',
    (handle) => (request) => handle({ ...request, path: request.path.replace(/^(\/events\/\d+)[a-z]+$/, '$1') }),
  ],
  [
    'event.id.huge',
    '7/event.not-found',
    'a huge id finds an empty event',
    (handle) => (request) =>
      EVENT.test(request.path) && request.path.length > 30
        ? { ...handle(request), status: 200, body: '{}' }
        : handle(request),
  ],
  [
    'holders.sibling-parameter',
    '7/holders.unknown-field',
    'the routes share one list of parameters',
    forgetting(HOLDERS, has('market'), 'user'),
  ],
];

const wholes: readonly Fault[] = [
  [
    'holders.market.several',
    '4.10/market.groups',
    'two markets are answered at most',
    asking(HOLDERS, (query) => {
      query.set('market', (query.get('market') ?? '').split(',').slice(0, 2).join(','));
    }),
  ],
  [
    'holders.positions-listed',
    '4.10/amount.position',
    'the largest holder is left out',
    eachRow(HOLDERS, (group) => ({ ...group, holders: listAt(group, 'holders').slice(1) })),
  ],
  [
    'books.large-batch',
    '4.16/per-token',
    'twenty books are answered',
    answering(BOOKS, (json) => objectsIn(json).slice(0, 20)),
  ],
  [
    'prices.large-batch',
    '4.17/per-token',
    'twenty prices are answered',
    answering(PRICES, (json) => Object.fromEntries(Object.entries(isObject(json) ? json : {}).slice(0, 20))),
  ],
  [
    'holders.checksum',
    '1/wallet.checksummed',
    'small letters',
    eachRow(HOLDERS, (group) => ({
      ...group,
      holders: objectsIn(group['holders']).map((row) => ({
        ...row,
        proxyWallet: textAt(row, 'proxyWallet')?.toLowerCase(),
      })),
    })),
  ],
];

describe('a service that forgets', () => {
  const all = [...pages, ...pairs, ...readings, ...wholes];

  it.each(all)('%s: %s, broken where %s', async (check, clause, _, plant) => {
    expect(await brokenClauses([check], plant)).toContain(clause);
  });

  it('is told from the service as it is', async () => {
    expect(await brokenClauses([...new Set(all.map(([check]) => check))], sound)).toEqual([]);
  });
});

describe('a page that cannot be compared', () => {
  it('is no deviation where the list moves', async () => {
    let asked = 0;
    const moving: Plant = (handle) => (request) => {
      const response = handle(request);
      if (!MARKETS.test(request.path) || response.status !== 200) return response;
      asked += 1;
      const rows = objectsIn(JSON.parse(response.body)).map((row) => ({
        ...row,
        updatedAt: `2026-01-01T00:00:0${asked % 10}Z`,
      }));
      return { ...response, body: JSON.stringify(rows) };
    };
    expect(await brokenClauses(['markets.pages.deep', 'markets.pages.ascending'], moving)).toEqual([]);
  });

  it('is no deviation where a large batch is refused', async () => {
    const small = refusing(
      (request) => BOOKS.test(request.path) && typeof request.body === 'string' && request.body.length > 3_000,
    );
    const plain: Plant = (handle) => erring(BOOKS, ({ error }) => ({ error: error ?? BAD_REQUEST }))(small(handle));
    expect(await brokenClauses(['books.large-batch'], plain)).toEqual([]);
  });
});
