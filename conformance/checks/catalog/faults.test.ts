/** conformance/checks/catalog/faults tests: each file of catalog checks notices faults planted in a right service. */
import { describe, expect, it } from 'vitest';
import { listAt, objectAt, objectsIn, textAt } from '../../../spec/json.ts';
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
  succeeding,
  theObject,
} from '../../fixtures/planted.ts';

const LIST = /^\/markets$/;
const BY_SLUG = /^\/markets\/slug\//;
const EVENT = /^\/events\/(?!creators|slug\/)/;
const EVENT_BY_SLUG = /^\/events\/slug\//;
const CREATORS = /^\/events\/creators$/;
const COMMENTS = /^\/comments\//;
const PROFILES = /^\/profiles\//;

const without = (path: RegExp, name: string, value?: string): Plant =>
  asking(path, (query) => {
    if (value === undefined || query.get(name) === value) query.delete(name);
  });
const withQuery = (path: RegExp, name: string) => (request: { path: string; query: string }) =>
  path.test(request.path) && new URLSearchParams(request.query).has(name);
const wordy = (path: RegExp, word: string) => (request: { path: string; query: string }) =>
  path.test(request.path) && request.query.includes(word);

const filters: readonly Fault[] = [
  ['markets.closed.false', '4.11/closed.filter', 'closed=false is ignored', without(LIST, 'closed', 'false')],
  ['markets.active.true', '4.11/active.filter', 'active=true is ignored', without(LIST, 'active', 'true')],
  ['markets.tag_id.filter', '4.11/tag_id.filter', 'tag_id is ignored', without(LIST, 'tag_id')],
  ['markets.tag_slug.filter', '4.11/tag_slug.accepted', 'tag_slug is refused', refusing(withQuery(LIST, 'tag_slug'))],
  [
    'markets.event_id.filter',
    '4.11/event_id.filter',
    'a market of the event is left out',
    answering(LIST, (json, request) => (request.query.includes('event_id') ? objectsIn(json).slice(1) : json)),
  ],
  [
    'markets.filters.combine',
    '4.11/filters.combine',
    'of two filters only one applies',
    asking(LIST, (query) => {
      if (query.has('event_id')) for (const flag of ['active', 'closed', 'archived']) query.delete(flag);
    }),
  ],
  [
    'markets.filters.page',
    '4.11/filters.page',
    'the page is cut before the filter',
    answering(LIST, (json, request) => (/limit=1&event_id|event_id=\d+&limit=1\b/.test(request.query) ? [] : json)),
  ],
  ['markets.slug.unknown', 'D/filter-unknown', 'an unknown slug is an error', refusing(wordy(LIST, 'no-such'), 404)],
  ['markets.tag_slug.alias', '4.11/tag_slug.alias', 'tag is ignored', without(LIST, 'tag')],
  ['markets.conditionId.alias', '4.11/conditionId.alias', 'condition_id is ignored', without(LIST, 'condition_id')],
  ['markets.creator.unknown', '4.11/creator.filter', 'creator is ignored', without(LIST, 'creator')],
  ['markets.creator.scope', '4.12/creator.scope', 'creator is ignored by slug', without(BY_SLUG, 'creator')],
  ['event.creator.unknown', 'D/creator-scope.event', 'creator is ignored on events', without(EVENT, 'creator')],
  ['markets.offset.accepted', '4.11/offset.accepted', 'offset is refused', refusing(withQuery(LIST, 'offset'))],
  [
    'event-creators.creator_handle.filter',
    '4.20/event-creators.creator_handle.filter',
    'creator_handle is ignored',
    without(CREATORS, 'creator_handle'),
  ],
  [
    'event-creators.creator_name.filter',
    '4.20/event-creators.creator_name.filter',
    'creator_name finds nobody',
    answering(CREATORS, (json, request) => (request.query.includes('creator_name') ? [] : json)),
  ],
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

const keys: readonly Fault[] = [
  ['market-by-slug.slug.whole', '4.12/slug.match', 'slugs match by their beginning', byBeginning],
  [
    'markets.slug.whole',
    '4.11/slug.filter',
    'slug is ignored where it finds nothing',
    (handle) => (request) => {
      const response = handle(request);
      return LIST.test(request.path) && response.body === '[]' ? handle({ ...request, query: '' }) : response;
    },
  ],
];

const orders: readonly Fault[] = [
  ['markets.ascending.reverses', '4.11/ascending.reverses', 'ascending is ignored', without(LIST, 'ascending')],
  [
    'event-creators.ascending.reverses',
    '4.20/event-creators.ascending.reverses',
    'ascending is ignored',
    without(CREATORS, 'ascending'),
  ],
  ['markets.order.column', 'D/catalog-order.column', 'order is ignored', without(LIST, 'order')],
  ['markets.order.column', '4.11/order.accepted', 'order is refused', refusing(withQuery(LIST, 'order'))],
  ['markets.order.default', 'D/catalog-order.default', 'the list runs the other way', eachTurned(LIST)],
  ['comment-replies.oldest-first', 'D/comment-tree.oldest-first', 'newest first', eachTurned(COMMENTS)],
];

/** The rows of a list in the opposite order. */
function eachTurned(path: RegExp): Plant {
  return answering(path, (json) => objectsIn(json).toReversed());
}

const rows: readonly Fault[] = [
  [
    'markets.outcomes.two',
    'D/market-outcomes',
    'a market has one outcome',
    eachRow(LIST, (row, index) => (index === 7 ? { ...row, outcomes: '["Yes"]' } : row)),
  ],
  [
    'markets.outcomes.aligned',
    '2.5/outcomes.aligned',
    'a token is missing',
    eachRow(LIST, (row) => ({ ...row, clobTokenIds: '["1"]' })),
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
  [
    'markets.keys.unique',
    '2.5/id.unique',
    'a market twice',
    answering(LIST, (json) => [...objectsIn(json), ...objectsIn(json).slice(0, 1)]),
  ],
  [
    'market-by-slug.list-same',
    '4.12/list.same',
    'another question by slug',
    theObject(BY_SLUG, (row) => ({ ...row, question: 'Why?' })),
  ],
  [
    'market-by-slug.event-same',
    '2.5/event.same',
    'the summary has another title',
    theObject(BY_SLUG, (row) => ({
      ...row,
      events: objectsIn(row['events']).map((event) => ({ ...event, title: 'x' })),
    })),
  ],
  [
    'markets.summary-same',
    '2.5/summary.same',
    'the summary has another ticker',
    eachRow(LIST, (row) => ({ ...row, events: objectsIn(row['events']).map((event) => ({ ...event, ticker: 'x' })) })),
  ],
  [
    'event.markets-same',
    '2.6/markets.same',
    'an event shows its markets as closed',
    theObject(EVENT, (event) => ({
      ...event,
      markets: objectsIn(event['markets']).map((row) => ({ ...row, closed: row['closed'] === false })),
    })),
  ],
  [
    'event.markets',
    '2.6/markets.shape',
    'the markets of an event are cut down',
    theObject(EVENT, (event) => ({
      ...event,
      markets: objectsIn(event['markets']).map(({ description: _, ...row }) => row),
    })),
  ],
  [
    'event.same',
    '4.20/event-by-slug.same',
    'another title by slug',
    theObject(EVENT_BY_SLUG, (row) => ({ ...row, title: 'x' })),
  ],
  ['event-creators.id.unique', '2.7/id.unique', 'one id for all', eachRow(CREATORS, (row) => ({ ...row, id: '1' }))],
];

const people: readonly Fault[] = [
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
    'comment-replies.id.unique',
    '2.9/id.unique',
    'nested replies are listed a second time',
    answering(COMMENTS, (json) => objectsIn(json).flatMap((row) => [row, ...objectsIn(row['replies'])])),
  ],
  [
    'comment-replies.id.replies',
    'D/comment-tree.itself',
    'the comment itself is listed',
    eachRow(COMMENTS, (row, index) => (index === 0 ? { ...row, id: textAt(row, 'parentCommentID') } : row)),
  ],
  [
    'comment-replies.direct',
    'D/comment-tree.direct',
    'another parent',
    eachRow(COMMENTS, (row) => ({ ...row, parentCommentID: '0' })),
  ],
  [
    'comment-replies.reply-count',
    'D/comment-tree.replyCount',
    'replyCount is off by one',
    eachRow(COMMENTS, (row) => ({ ...row, replyCount: listAt(row, 'replies').length + 1 })),
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

const errors: readonly Fault[] = [
  [
    'event.not-found.unknown',
    '7/typed.not-found',
    'another type',
    erring(EVENT, (json) => ({ ...json, type: 'missing' })),
  ],
  [
    'markets.bad-request.limit-text',
    '7/typed.bad-request',
    'another type',
    erring(LIST, (json) => ({ ...json, type: 'invalid' })),
  ],
  [
    'profile.bad-request.no-address',
    '7/profile.bad-request',
    'any text is an address',
    succeeding(({ path }) => path.endsWith('/not-an-address'), {}),
  ],
  [
    'event-creators.precedence',
    '4.1/precedence.events-creators',
    'creators is an id',
    refusing(({ path }) => CREATORS.test(path)),
  ],
  [
    'market-by-slug.path-decoded',
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
    'markets.unknown-parameter',
    'D/unknown-parameters.catalog',
    'an unknown parameter is refused',
    refusing(wordy(LIST, 'flavour')),
  ],
  [
    'markets.alias-conflict',
    'D/alias-conflict',
    'the alias loses',
    asking(LIST, (query) => query.delete('condition_id')),
  ],
  [
    'markets.closed.spelled-digit',
    'D/boolean-spelling.catalog',
    '1 is true',
    asking(LIST, (query) => query.delete('closed')),
  ],
  [
    'event.moments-utc',
    'D/empty-moments.iso-utc',
    'dates alone',
    theObject(EVENT, (row) => ({ ...row, createdAt: '2026-01-01' })),
  ],
];

describe('a check of the catalog', () => {
  const all = [...filters, ...keys, ...orders, ...rows, ...people, ...errors];

  it.each(all)('%s: %s, broken where %s', async (check, clause, _, plant) => {
    expect(await brokenClauses([check], plant)).toContain(clause);
  });

  it('finds nothing in the service as it is', async () => {
    expect(await brokenClauses([...new Set(all.map(([check]) => check))], sound)).toEqual([]);
  });
});
