/** proof/judge/planted/catalog: faults of the catalog. */
import { objectAt, objectsIn, textAt } from '../../../spec/json.ts';
import { eachRow, erring, type Plant, type PlantedFault, refusing, succeeding, theObject } from './plants.ts';

const LIST = /^\/markets$/;
const BY_SLUG = /^\/markets\/slug\//;
const EVENT = /^\/events\/(?!creators|slug\/)/;
const COMMENTS = /^\/comments\//;
const PROFILES = /^\/profiles\//;

const withQuery = (path: RegExp, name: string) => (request: { path: string; query: string }) =>
  path.test(request.path) && new URLSearchParams(request.query).has(name);
const wordy = (path: RegExp, word: string) => (request: { path: string; query: string }) =>
  path.test(request.path) && request.query.includes(word);

const filters: readonly PlantedFault[] = [
  ['markets.tag_slug.filter', '4.11/tag_slug.accepted', 'tag_slug is refused', refusing(withQuery(LIST, 'tag_slug'))],
  ['markets.slug.unknown', 'D/filter-unknown', 'an unknown slug is an error', refusing(wordy(LIST, 'no-such'), 404)],
  ['markets.offset.accepted', '4.11/offset.accepted', 'offset is refused', refusing(withQuery(LIST, 'offset'))],
];

/** A slug that no market has finds the first market whose slug begins with it. */
const byBeginning: Plant = (handle) => (request) => {
  const response = handle(request);
  if (!BY_SLUG.test(request.path) || response.status === 200) return response;
  const asked = request.path.split('/').at(-1) ?? '';
  const list = handle({ ...request, path: '/markets', query: 'limit=100' });
  const found = objectsIn(JSON.parse(list.body)).find((market) => textAt(market, 'slug')?.startsWith(asked));
  return found === undefined ? response : handle({ ...request, path: `/markets/slug/${textAt(found, 'slug')}` });
};

const keys: readonly PlantedFault[] = [
  ['market-by-slug.slug.whole', '4.12/slug.match', 'slugs match by prefix', byBeginning],
];

const orders: readonly PlantedFault[] = [
  ['markets.order.column', '4.11/order.accepted', 'order is refused', refusing(withQuery(LIST, 'order'))],
];

const rows: readonly PlantedFault[] = [
  [
    'markets.outcomes.aligned',
    '2.5/outcomes.aligned',
    'a token is missing',
    eachRow(LIST, (row) => ({ ...row, clobTokenIds: '["1"]' })),
  ],
  [
    'markets.outcomes.json',
    '2.5/outcomes.json',
    'two outcomes with one name',
    eachRow(LIST, (row) => ({ ...row, outcomes: '["Yes","Yes"]' })),
  ],
  [
    'markets.clobTokenIds.json',
    '2.5/clobTokenIds.json',
    'one token twice',
    eachRow(LIST, (row) => ({ ...row, clobTokenIds: '["1","1"]' })),
  ],
  [
    'markets.outcomes.two',
    'D/market-outcomes',
    'a third outcome',
    eachRow(LIST, (row) => ({ ...row, outcomes: '["Yes","No","Draw"]' })),
  ],
  [
    'profile.moments-utc',
    'D/empty-moments.iso-utc',
    'an offset',
    theObject(PROFILES, (row) => ({ ...row, createdAt: '2026-01-01T00:00:00+00:00' })),
  ],
  [
    'comment-replies.moments-utc',
    'D/empty-moments.iso-utc',
    'an offset',
    eachRow(COMMENTS, (row) => ({ ...row, createdAt: '2026-01-01T00:00:00+00:00' })),
  ],
  [
    'markets.events.present',
    '2.5/events.present',
    'every other market lost its event',
    eachRow(LIST, (row, index) => (index % 2 === 1 ? { ...row, events: [] } : row)),
  ],
  [
    'markets.names.case',
    '1/names.case',
    'snake case',
    eachRow(LIST, ({ questionID, ...row }) => ({ ...row, question_id: questionID })),
  ],
];

const people: readonly PlantedFault[] = [
  [
    'comment-replies.nested-whole',
    '2.9/replies.recursive',
    'nested replies have no profile',
    eachRow(COMMENTS, (row) => ({
      ...row,
      replies: objectsIn(row['replies']).map(({ profile: _, ...reply }) => reply),
    })),
  ],
  [
    'comment-replies.counts',
    '2.9/counts.not-negative',
    'unknown is -1',
    eachRow(COMMENTS, (row) => ({ ...row, reportCount: -1 })),
  ],
  [
    'comment-replies.parent-entity',
    '2.9/parent.same',
    'another entity',
    eachRow(COMMENTS, (row, index) => ({ ...row, parentEntityID: index })),
  ],
  [
    'comment-replies.id.replies',
    'D/comment-tree.itself',
    'the comment itself is listed',
    eachRow(COMMENTS, (row, index) => (index === 0 ? { ...row, id: textAt(row, 'parentCommentID') } : row)),
  ],
  [
    'profile.asked',
    '2.8/proxyWallet.asked',
    'another wallet',
    theObject(PROFILES, (row) => ({ ...row, proxyWallet: `0x${'1'.repeat(40)}` })),
  ],
  [
    'profile.checksum',
    '1/wallet.checksummed',
    'small letters',
    theObject(PROFILES, (row) => ({ ...row, proxyWallet: textAt(row, 'proxyWallet')?.toLowerCase() })),
  ],
  [
    'profile.both-wallets',
    '4.19/user_address.wallet',
    'the own wallet of an author is not found',
    (handle) => {
      const bases = new Set<string>();
      return (request) => {
        const response = handle(request);
        for (const row of objectsIn(JSON.parse(response.body)))
          bases.add(textAt(objectAt(row, 'profile'), 'baseAddress') ?? '');
        const isBase = PROFILES.test(request.path) && bases.has(request.path.split('/').at(-1) ?? '');
        return isBase
          ? { ...response, status: 404, body: '{"type":"not found error","error":"no profile"}' }
          : response;
      };
    },
  ],
];

const errors: readonly PlantedFault[] = [
  [
    'event.not-found.unknown',
    '7/typed.not-found',
    'another type',
    erring(EVENT, (json) => ({ ...json, type: 'missing' })),
  ],
  [
    'profile.bad-request.no-address',
    '7/profile.bad-request',
    'any text is an address',
    succeeding(({ path }) => path.endsWith('/not-an-address'), {}),
  ],
  [
    'market-by-slug.path-decoded',
    '4.1/segments.decoded',
    'paths are not decoded',
    refusing(({ path }) => /%[0-9A-F]{2}/.test(path), 404),
  ],
  [
    'profile.path-decoded',
    '4.1/segments.decoded',
    'paths are not decoded',
    refusing(({ path }) => /%[0-9A-F]{2}/.test(path), 404),
  ],
  [
    'markets.query-decoded',
    '4.1/query.decoded',
    'queries are not decoded',
    succeeding(({ query }) => query.startsWith('slug=%') || /slug=[^&]*%/.test(query), []),
  ],
  [
    'event.moments-utc',
    'D/empty-moments.iso-utc',
    'dates alone',
    theObject(EVENT, (row) => ({ ...row, createdAt: '2026-01-01' })),
  ],
];

export const catalogFaults: readonly PlantedFault[] = [...filters, ...keys, ...orders, ...rows, ...people, ...errors];
