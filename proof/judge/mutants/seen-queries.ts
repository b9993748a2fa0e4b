/** proof/judge/mutants/seen-queries: parameters ignored together with others, and parsers that accept too much. */
import { numberAt, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { on, seen, type Wrap } from '../variant.ts';
import { editQuery, forgetting, ignoring, instead, reading, withQuery } from '../wrappers/requests.ts';
import { errors, keeping, NO_MARKET, queryOf, responses, rowsIn, withBody } from '../wrappers/responses.ts';

type Query = URLSearchParams;
export const isLaterPage = (query: Query) => Number(query.get('offset') ?? 0) > 0;
export const hasAll =
  (...names: readonly string[]) =>
  (query: Query) =>
    names.every((name) => query.has(name));

const emptyFor = (pattern: RegExp) =>
  responses((response, { query }) => (pattern.test(query) ? withBody(response, []) : response));

const unsorted = ['sortBy', 'sortDirection'] as const;
const pagesOf = (route: 'positions' | 'closed-positions') =>
  [
    ['.pages.sorted', clauseOf(route, 'offset.skip'), 'page two is unsorted', forgetting(isLaterPage, ...unsorted)],
    ['.pages.in-markets', clauseOf(route, 'offset.skip'), 'offset is lost', forgetting(hasAll('market'), 'offset')],
    ['.pages.titled', clauseOf(route, 'offset.skip'), 'offset is lost', forgetting(hasAll('title'), 'offset')],
    [
      '.pages.in-markets',
      clauseOf(route, 'sortBy.AVGPRICE'),
      'a filter loses the sort',
      forgetting(hasAll('market'), ...unsorted),
    ],
  ] as const;

const titled =
  (matches: (title: string, piece: string, slug: string) => boolean): Wrap =>
  (handle) =>
  (request) => {
    const piece = queryOf(request).get('title');
    if (piece === null || piece.length > 100) return handle(request);
    const response = handle(withQuery(request, (query) => query.delete('title')));
    const list = rowsIn(response);
    return withBody(
      response,
      list.filter((row) => matches(textAt(row, 'title') ?? '', piece, textAt(row, 'slug') ?? '')),
    );
  };

function likePattern(piece: string): RegExp {
  const escaped = piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll('%', '.*').replaceAll('_', '.'), 'i');
}

const inPart = (text: string) => /^\d+/.exec(text)?.[0] ?? text;
const CONDITION = /^0x[0-9a-f]{64}$/;

export const seenInQueries = seen({
  'closed-positions': pagesOf('closed-positions'),
  'event-creators': [
    ['.pages.ascending', '4.20/event-creators.offset.skip', 'page two descends', forgetting(isLaterPage, 'ascending')],
    [
      '.ascending.ordered',
      '4.20/event-creators.ascending.reverses',
      'ascending is ignored beside order',
      forgetting(hasAll('order'), 'ascending'),
    ],
  ],
  markets: [
    ['.filters.foreign-event', '4.11/filters.combine', 'slug wins', forgetting(hasAll('slug'), 'event_id')],
    ['.filters.foreign-tag', '4.11/filters.combine', 'event_id wins', forgetting(hasAll('event_id'), 'tag_slug')],
    [
      '.ascending.ordered',
      '4.11/ascending.reverses',
      'ascending is ignored beside order',
      forgetting(hasAll('order'), 'ascending'),
    ],
    ['.limit.half-number', '4.11/limit.type', 'limit is read in part', reading('limit', inPart)],
    ['.condition.case', 'D/condition-form.case', 'capitals are another id', emptyFor(/conditionId=.*[A-F]/)],
  ],
  'builder-trades': [
    ['.filters.between', '4.6/filters.combine', 'after wins', forgetting(hasAll('after'), 'before')],
    [
      '.filters.maker-in-market',
      '4.6/filters.combine',
      'the maker wins',
      forgetting(hasAll('maker_address'), 'market'),
    ],
    ['.maker-address.own', 'D/trade-filters.maker_address', 'trades of others', ignoring('maker_address')],
    ['.asset-id.own', 'D/trade-filters.asset_id', 'trades in other tokens', ignoring('asset_id')],
  ],
  positions: [
    ...pagesOf('positions'),
    ...(['redeemable', 'mergeable'] as const).map(
      (flag) =>
        [
          `.${flag}.false`,
          clauseOf('positions', `${flag}.false`),
          'false leaves out rows',
          emptyFor(RegExp(`${flag}=false`)),
        ] as const,
    ),
    [
      '.title.literal',
      '4.8/title.substring',
      '% is a wildcard',
      titled((title, piece) => likePattern(piece).test(title)),
    ],
    [
      '.title.not-slug',
      '4.8/title.substring',
      'the slug is searched too',
      titled((title, piece, slug) => `${title} ${slug}`.toLowerCase().includes(piece.toLowerCase())),
    ],
    [
      '.sizeThreshold.no-number',
      '4.8/sizeThreshold.type',
      'a threshold that is not a number is ignored',
      forgetting((query) => query.get('sizeThreshold') === 'NaN', 'sizeThreshold'),
    ],
    [
      '.sizeThreshold.holders',
      '4.8/sizeThreshold.filter',
      'positions below one share are never listed',
      keeping((row) => (numberAt(row, 'size') ?? 0) >= 1),
    ],
    ['.condition.case', 'D/condition-form.case-listed', 'capitals are another id', emptyFor(/market=0x.*[A-F]/)],
  ],
  event: [
    [
      '.id.half-number',
      '4.20/event.id.type',
      'an id is read in part',
      instead(
        () => true,
        (request) => ({ ...request, path: request.path.replace(/^(\/events\/\d+)[a-z]+$/, '$1') }),
      ),
    ],
    [
      '.id.huge',
      '7/event.not-found',
      'a huge id finds an empty event',
      (handle) => (request) =>
        request.path.length > 30 ? { ...handle(request), status: 200, body: '{}' } : handle(request),
    ],
    [
      'routes.unlisted-path-beside',
      'D/unlisted-routes.nearest',
      'an error without type next to the catalog',
      on([], (handle, internals) => {
        const bare = errors(({ error }) => ({ error }))(handle, internals);
        return (request) => (request.path === '/events' ? bare : handle)(request);
      }),
    ],
  ],
  holders: [
    [
      '.market.malformed',
      'D/wallet-values.conditions',
      'a text that is not an id is left out',
      editQuery((query) => {
        const ids = (query.get('market') ?? '').split(',').filter((id) => CONDITION.test(id));
        query.set('market', ids.join(',') || NO_MARKET);
      }),
    ],
  ],
});
