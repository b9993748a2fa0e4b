/**
 * proof/judge/planted/queries: services that apply each parameter correctly alone and ignore it together with others:
 * on the second page, under a sort, in a long batch; and parsers that accept too much.
 */
import { isObject, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import type { Request } from '../../../wire/message.ts';
import { asking, eachRow, type Plant, type PlantedFault, responding } from './plants.ts';

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

const pages: readonly PlantedFault[] = [
  [
    'event-creators.pages.ascending',
    '4.20/event-creators.offset.skip',
    'page two turns back',
    forgetting(CREATORS, onLaterPages, 'ascending'),
  ],
  ...(['positions', 'closed-positions'] as const).flatMap((id): readonly PlantedFault[] => {
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
];

const pairs: readonly PlantedFault[] = [
  ['markets.filters.foreign-event', '4.11/filters.combine', 'slug wins', forgetting(MARKETS, has('slug'), 'event_id')],
  [
    'markets.filters.foreign-tag',
    '4.11/filters.combine',
    'event_id wins',
    forgetting(MARKETS, has('event_id'), 'tag_slug'),
  ],
  ['builder-trades.filters.between', '4.6/filters.combine', 'after wins', forgetting(TRADES, has('after'), 'before')],
  [
    'builder-trades.filters.maker-in-market',
    '4.6/filters.combine',
    'maker_address wins',
    forgetting(TRADES, has('maker_address'), 'market'),
  ],
  [
    'markets.ascending.ordered',
    '4.11/ascending.reverses',
    'ascending is ignored beside order',
    forgetting(MARKETS, has('order'), 'ascending'),
  ],
  [
    'event-creators.ascending.ordered',
    '4.20/event-creators.ascending.reverses',
    'ascending is ignored beside order',
    forgetting(CREATORS, has('order'), 'ascending'),
  ],
];

/** Titles that match a piece in a way specific to the service. */
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

/** Numbers are parsed up to the first character that is not a digit. */
const readInPart = (path: RegExp, name: string): Plant =>
  asking(path, (query) => {
    const number = /^\d+/.exec(query.get(name) ?? '')?.[0];
    if (number !== undefined) query.set(name, number);
  });

const readings: readonly PlantedFault[] = [
  ...['redeemable', 'mergeable'].map(
    (flag): PlantedFault => [
      `positions.${flag}.false`,
      `4.8/${flag}.false`,
      'false leaves out rows',
      responding(POSITIONS, (json, { query }) => (query.includes(`${flag}=false`) ? [] : json)),
    ],
  ),
  [
    'positions.title.literal',
    '4.8/title.substring',
    '% matches any text',
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
    'a threshold that is not a number is ignored',
    forgetting(POSITIONS, (query) => query.get('sizeThreshold') === 'NaN', 'sizeThreshold'),
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
];

const wholes: readonly PlantedFault[] = [
  [
    'positions.sizeThreshold.holders',
    '4.8/sizeThreshold.filter',
    'positions below one share are never listed',
    responding(POSITIONS, (json) => objectsIn(json).filter((row) => (numberAt(row, 'size') ?? 0) >= 1)),
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
    responding(BOOKS, (json) => objectsIn(json).slice(0, 20)),
  ],
  [
    'prices.large-batch',
    '4.17/per-token',
    'twenty prices are answered',
    responding(PRICES, (json) => Object.fromEntries(Object.entries(isObject(json) ? json : {}).slice(0, 20))),
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

export const queryFaults: readonly PlantedFault[] = [...pages, ...pairs, ...readings, ...wholes];
