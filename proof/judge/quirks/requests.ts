/** proof/judge/quirks/requests: quirks in the parameters, ids and paths that a service accepts. */

import { textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess, type Request } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { onEach, onRoute, quirks, together, type Wrap } from '../variant.ts';
import { relisted } from '../wrappers/lists.ts';
import { documentedWins, oneCounts, reading, refusal, refusing, refusingAny } from '../wrappers/requests.ts';
import {
  NO_MARKET,
  otherStatus,
  queryOf,
  replies,
  withBody,
  withHeaders,
  withoutHeader,
} from '../wrappers/responses.ts';

const readRoutes: readonly RouteId[] = ROUTES.filter(({ method }) => method === 'GET').map(({ id }) => id);

const unknownRefused = refusingAny((request) => {
  const route = matchRoute(request);
  if (route === undefined || route.family === 'wallet') return false;
  const known = route.query.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  return [...queryOf(request).keys()].some((name) => !known.includes(name));
});

const MARKET_TEXTS = ['slug', 'tag', 'tag_slug', 'event_slug', 'eventSlug', 'conditionId', 'condition_id', 'creator'];

const emptyMeansEmpty: Wrap = (handle) => (request) => {
  const query = queryOf(request);
  const response = handle(request);
  const isEmpty = MARKET_TEXTS.some((name) => query.get(name) === '');
  return isEmpty && isSuccess(response) ? withBody(response, []) : response;
};

const emptyRefused = refusing((query) => [...query.values()].includes(''));

const BOOLEANS = ['active', 'closed', 'archived', 'ascending', 'redeemable', 'mergeable'];

function spelled(words: Readonly<Record<string, string>>) {
  return together(BOOLEANS.map((name) => reading(name, (value) => words[value] ?? value)));
}

const isUnlisted = (request: Request) => matchRoute(request) === undefined;

const methodsNotFound = replies((response, request) => {
  if (!isUnlisted(request) || response.status !== 405) return response;
  return { ...withoutHeader(response, 'allow'), status: 404 };
});

const htmlPage = replies((response, request) => {
  if (!isUnlisted(request)) return response;
  const page = '<!doctype html><title>Not found</title><h1>Not found</h1>';
  return { ...withHeaders(response, { 'content-type': 'text/html' }), body: page };
});

const nameIn = ({ path }: Request) => decodeURIComponent(path.split('/').at(-1) ?? '');

const hasCapitals = (text: string) => /^0x.*[A-F]/.test(text);
const CONDITION_LISTS = ['market', 'conditionId', 'condition_id'];
const BY_CONDITION: readonly RouteId[] = ['trading-market', 'trading-settings'];

function withoutCapitals(list: string) {
  const ids = list.split(',').map((id) => (hasCapitals(id) ? NO_MARKET : id));
  return ids.join(',');
}

const capitalsAreOthers = together([
  ...CONDITION_LISTS.map((name) => reading(name, withoutCapitals)),
  onEach(
    BY_CONDITION,
    refusingAny((request) => hasCapitals(nameIn(request)), 404),
  ),
]);

const malformedNotFound = otherStatus(400, 404);

const allNotFound = replies((response, request, handle) =>
  response.status === 400 && queryOf(request).size === 0 ? refusal(handle, request, 404) : response,
);

const COLUMNS = ['id', 'createdAt', 'endDate', 'creatorName'];
const fixedColumns = refusing((query) => !COLUMNS.includes(query.get('order') ?? 'id'));

const severalColumns = reading('order', (value) => value.split(',')[0] ?? '');

const UNKNOWN_CREATOR = 'no-such-creator';
const creatorRefused = replies((response, request, handle) => {
  if (!queryOf(request).has('creator')) return response;
  const isUnknown = (queryOf(request).get('creator') ?? '').startsWith(UNKNOWN_CREATOR);
  return isUnknown ? refusal(handle, request, 400) : response;
});

const CREATOR_FILTERS = { creator_name: 'creatorName', creator_handle: 'creatorHandle' } as const;

function creatorsBy(fits: (text: string, wanted: string) => boolean) {
  return relisted(
    'event-creators',
    (rows, query) =>
      rows.filter((row) =>
        Object.entries(CREATOR_FILTERS).every(([name, field]) => {
          const wanted = query.get(name);
          return wanted === null || wanted === '' || fits(textAt(row, field) ?? '', wanted);
        }),
      ),
    Object.keys(CREATOR_FILTERS),
  );
}

export const requestQuirks = quirks([
  ['unknown-parameters-refused', 'D/unknown-parameters: refused everywhere', unknownRefused],
  ['first-of-repeated', 'D/repeated-parameters: the first counts', oneCounts(0)],
  ['last-of-repeated', 'D/repeated-parameters: the last counts', oneCounts(-1)],
  ['empty-means-empty', 'D/empty-values: only items whose field is empty', onRoute('markets', emptyMeansEmpty)],
  ['empty-refused', 'D/empty-values: refused throughout', onEach(readRoutes, emptyRefused)],
  ['documented-name-wins', 'D/alias-conflict: the documented name wins', onRoute('markets', documentedWins)],
  ['booleans-as-digits', 'D/boolean-spelling: 1 and 0', spelled({ '1': 'true', '0': 'false' })],
  ['booleans-in-capitals', 'D/boolean-spelling: TRUE', spelled({ TRUE: 'true', FALSE: 'false' })],
  ['booleans-as-yes', 'D/boolean-spelling: yes', spelled({ yes: 'true', no: 'false', '': 'false' })],
  ['methods-not-found', 'D/unlisted-routes: 404 for both', methodsNotFound],
  ['html-for-unlisted', 'D/unlisted-routes: an HTML page', htmlPage],
  ['malformed-condition-not-found', 'D/condition-form: 404 for both', onEach(BY_CONDITION, malformedNotFound)],
  ['condition-capitals', 'D/condition-form: an id in capitals is another id', capitalsAreOthers],
  [
    'malformed-entity-not-found',
    'D/entity-forms: 404 for all',
    onEach(['profile', 'comment-replies', 'event'], allNotFound),
  ],
  ['few-columns', 'D/catalog-order: a fixed list of columns', onEach(['markets', 'event-creators'], fixedColumns)],
  ['several-columns', 'D/catalog-order: several columns', onEach(['markets', 'event-creators'], severalColumns)],
  [
    'unknown-creator-refused',
    'D/creator-scope: an unknown creator is refused with status 400',
    onEach(['markets', 'market-by-slug', 'event', 'event-by-slug'], creatorRefused),
  ],
  [
    'creator-substring',
    'D/creator-match: a substring',
    creatorsBy((text, wanted) => text.toLowerCase().includes(wanted.toLowerCase())),
  ],
  ['creator-letter-case', 'D/creator-match: letter case counts', creatorsBy((text, wanted) => text === wanted)],
]);
