/** proof/judge/quirks/catalog: quirks of catalog markets, events, creators and comments. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { getOrAdd } from '../../../base/record.ts';
import { get, type Handler } from '../../../wire/message.ts';
import { onEach, onRoute, quirks, together, type Wrap } from '../variant.ts';
import { relisted } from '../wrappers/lists.ts';
import { everyMarket } from '../wrappers/market-views.ts';
import { ignoring, refusal } from '../wrappers/requests.ts';
import { bodies, type Change, edit, queryOf, replies, rowsIn, set, withKey } from '../wrappers/responses.ts';
import { CURSOR_LISTS, everywhere } from '../wrappers/spellings.ts';
import { BY_USER } from './wallet-wrappers.ts';

/** Every third market by its slug, the same ones on every route. */
function isThird(slug: string | undefined) {
  return [...(slug ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3 === 0;
}

const EVENT_FILTERS = ['event_id', 'event_slug', 'eventSlug', 'tag', 'tag_slug', 'tag_id', 'creator'];
const NO_EVENT = { id: '', slug: '', title: '', ticker: '', description: '' };

export function eventless(isLoose: (slug: string | undefined) => boolean): Wrap {
  const holdsLoose = (market: unknown) => isLoose(textAt(market, 'slug'));
  const withoutEvents = (market: JsonObject) => (holdsLoose(market) ? { ...market, events: [] } : market);
  const loose = (empty: unknown) => (value: unknown, holder: JsonObject) => (holdsLoose(holder) ? empty : value);
  return together([
    relisted('markets', (rows, query) => {
      const isOfEvents = EVENT_FILTERS.some((name) => query.has(name));
      return rows.filter((market) => !isOfEvents || !holdsLoose(market)).map(withoutEvents);
    }),
    onRoute(
      'market-by-slug',
      bodies((market) => withoutEvents(market as JsonObject)),
    ),
    onEach(
      ['event', 'event-by-slug'],
      edit('markets', (markets) => objectsIn(markets).filter((market) => !holdsLoose(market))),
    ),
    onRoute('trading-market', edit('event', loose(NO_EVENT))),
    onRoute('sampling-markets', edit('data.*.event', loose(NO_EVENT))),
    onEach(BY_USER, edit('*.eventSlug', loose(''))),
  ]);
}

const ENTITY_FILTERS = ['slug', 'tag', 'tag_slug', 'tag_id', 'event_id', 'event_slug', 'eventSlug'];

function namesNothing(handle: Handler, query: URLSearchParams) {
  return ENTITY_FILTERS.some((name) => {
    const value = query.get(name);
    return value !== null && handle(get('/markets', { [name]: value, limit: '1' })).body === '[]';
  });
}

export const unknownNotFound: Wrap = (handle) => (request) =>
  namesNothing(handle, queryOf(request)) ? refusal(handle, request, 404) : handle(request);

const FILTERS = [...ENTITY_FILTERS, 'conditionId', 'condition_id', 'active', 'closed', 'archived'];

const unmatchedNotFound = replies((response, request, handle) => {
  const query = queryOf(request);
  const isFiltered = FILTERS.filter((name) => query.has(name)).length > 1 && !query.has('offset');
  return isFiltered && response.body === '[]' ? refusal(handle, request, 404) : response;
});

const thirdName = 'Neither';
const thirdId = (ids: readonly unknown[]) => `7${String(ids[0])}`.slice(0, 76);
const moreTexts =
  (more: (texts: readonly unknown[]) => string) =>
  (value: unknown): unknown => {
    const texts = JSON.parse(String(value)) as readonly unknown[];
    return JSON.stringify([...texts, more(texts)]);
  };
const moreItems =
  (more: (items: readonly unknown[]) => unknown) =>
  (value: unknown): unknown => {
    const items = value as readonly unknown[];
    return [...items, more(items)];
  };
const idsOf = (tokens: readonly unknown[], key: string): readonly unknown[] =>
  objectsIn(tokens).map((token) => token[key]);

/** Changes the outcomes in every response that names them, by the places of markets in it. */
function onOutcomes(inCatalog: (at: string) => Wrap, inTrading: (at: string) => Wrap, pairs: Change): Wrap {
  return together([
    onRoute('markets', inCatalog('*.')),
    onRoute('market-by-slug', inCatalog('')),
    onEach(['event', 'event-by-slug'], inCatalog('markets.*.')),
    onRoute('trading-market', inTrading('')),
    onEach(CURSOR_LISTS, inTrading('data.*.')),
    onRoute('trading-settings', edit('t', pairs)),
  ]);
}

function thirdInCatalog(at: string) {
  return together([
    edit(
      `${at}outcomes`,
      moreTexts(() => thirdName),
    ),
    edit(`${at}clobTokenIds`, moreTexts(thirdId)),
  ]);
}
function thirdInTrading(at: string): Wrap {
  const token = (tokens: readonly unknown[]) => {
    return { token_id: thirdId(idsOf(tokens, 'token_id')), outcome: thirdName, price: 0, winner: false };
  };
  return together([
    edit(`${at}tokens`, moreItems(token)),
    edit(
      `${at}outcomes`,
      moreItems(() => thirdName),
    ),
    edit(`${at}assets_ids`, moreItems(thirdId)),
  ]);
}

const threeOutcomes = onOutcomes(
  thirdInCatalog,
  thirdInTrading,
  moreItems((pairs) => ({ t: thirdId(idsOf(pairs, 't')), o: thirdName })),
);

function oneOutcome(): Wrap {
  return (handle, internals) => {
    const known = new Map<string, boolean>();
    const isSingle = (id: string | undefined) => {
      if (id === undefined) return false;
      return getOrAdd(known, id, () => {
        const groups = rowsIn(handle(get('/holders', { market: id, minBalance: '0' })));
        return groups.every((group) => listAt(group, 'holders').length === 0);
      });
    };
    const cutText = (value: unknown, holder: JsonObject) =>
      isSingle(textAt(holder, 'conditionId')) ? JSON.stringify(JSON.parse(String(value)).slice(0, 1)) : value;
    const cutList = (value: unknown, holder: JsonObject) =>
      isSingle(textAt(holder, 'condition_id') ?? textAt(holder, 'c')) ? (value as unknown[]).slice(0, 1) : value;
    return onOutcomes(
      (at) => edit(`${at}outcomes|clobTokenIds`, cutText),
      (at) => edit(`${at}tokens|outcomes|assets_ids`, cutList),
      cutList,
    )(handle, internals);
  };
}

const SCHEDULED = ['startDate', 'endDate', 'creationDate', 'game_start_time', 'end_date_iso', 'gst'];

/** Texts without a format, which may be missing. */
const UNKNOWN = [
  'fpmm',
  'neg_risk_market_id',
  'neg_risk_request_id',
  'resolutionSource',
  'xUsername',
  'profileImageOptimized',
];

/** Empty texts of these fields have another text. */
const filled = (keys: readonly string[], text: string) =>
  everywhere((value, key) => (value === '' && keys.includes(key) ? text : value));

function flattened(comments: unknown): readonly JsonObject[] {
  return objectsIn(comments).flatMap((comment) => [{ ...comment, replies: [] }, ...flattened(comment['replies'])]);
}

const withItself = relisted('comment-replies', (replies, _, { path }) => {
  const [first] = replies;
  if (first === undefined) return replies;
  const own = {
    id: decodeURIComponent(path.split('/').at(-1) ?? ''),
    parentCommentID: '',
    body: 'the comment itself',
    replies: [],
  };
  return [{ ...first, ...own, replyCount: replies.length }, ...replies];
});

const withKeyOf = (name: string, of: string) => (json: unknown) => withKey(name, (holder) => holder[of])(json, {});

export const catalogQuirks = quirks([
  ['markets-without-event', 'some markets belong to no event', eventless(isThird)],
  ['unknown-filter-not-found', 'D/filter-unknown: 404 with not found error', onRoute('markets', unknownNotFound)],
  [
    'unmatched-filters-not-found',
    'several filters that no market satisfies together return "not found"',
    onRoute('markets', unmatchedNotFound),
  ],
  [
    'tag-ids-with-letters',
    'ids of tags have letters, and the integer tag_id names a tag by its digits',
    onEach(
      ['event', 'event-by-slug'],
      edit('tags.*.id', (id) => `tag-${String(id)}`),
    ),
  ],
  [
    'creator-without-scope',
    'D/creator-scope: creator is accepted and scopes no event',
    onEach(['event', 'event-by-slug'], ignoring('creator')),
  ],
  [
    'two-spellings',
    'markets have their names also in snake_case',
    together([
      onRoute(
        'markets',
        edit(
          '*',
          withKey('condition_id', (market) => market['conditionId']),
        ),
      ),
      onRoute('market-by-slug', bodies(withKeyOf('condition_id', 'conditionId'))),
      onRoute('trading-market', bodies(withKeyOf('conditionId', 'condition_id'))),
    ]),
  ],
  [
    'relative-icons',
    'D/row-icons: a path without a host in the activity feed',
    onRoute('activity', set('*.icon', '/icons/market.png')),
  ],
  ['third-outcome', 'D/market-outcomes: three outcomes', threeOutcomes],
  ['single-outcome', 'D/market-outcomes: a single outcome', oneOutcome()],
  [
    'no-market-moments',
    'createdAt and updatedAt of markets are empty',
    everyMarket((market) => ('createdAt' in market ? { ...market, createdAt: '', updatedAt: '' } : market)),
  ],
  ['epoch-moments', 'D/empty-moments: 1970-01-01T00:00:00Z', filled(SCHEDULED, '1970-01-01T00:00:00Z')],
  ['flat-comments', 'D/comment-tree: a flat list of all descendants', relisted('comment-replies', flattened)],
  ['comment-itself', 'D/comment-tree: the comment itself before its replies', withItself],
  [
    'thumbnails',
    'D/row-icons: a separate thumbnail',
    onEach(
      BY_USER,
      edit('*.icon', (icon) => (icon === '' ? '' : `${String(icon)}?size=64`)),
    ),
  ],
  ['placeholders', 'D/missing-texts: a placeholder such as N/A', filled(UNKNOWN, 'N/A')],
  ['users-empty', 'D/profile-users: always an empty array', onRoute('profile', set('users', []))],
]);
