/**
 * conformance/checks/routes/pages: pages of lists: cut by limit and offset, joined again, sorted and filtered
 * (interface 4.2).
 */

import { flagAt, type JsonObject, numberAt, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { withoutNoise } from '../../../wire/pattern/closeness.ts';
import { type Check, type CheckContext, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { BEYOND_INTS, bodyLike, emptyList, emptyListOf, eventOf, statusLike } from '../assertions.ts';
import { check, claimCheck, itemsOf, paramOf, sendSample, subjectsOf } from '../definition.ts';
import { canonicalJson, readTogether } from '../steady.ts';

type PagedRoute = RouteOf<'offset.walk'>;

/** The result of a walk: its pages, each with `limit` rows unless it is the last, and all their rows. */
type Walk = { readonly pages: readonly Exchange[]; readonly json: readonly JsonObject[] };

async function walk(context: CheckContext, route: PagedRoute, size: number, most: number): Promise<Walk> {
  const pages: Exchange[] = [];
  const rows: JsonObject[] = [];
  for (let offset = 0; offset < most; offset += size) {
    const response = await sendSample(context, route, { limit: String(size), offset: String(offset) });
    const isCut = { status: '2xx', body: { $length: { $lte: size } } };
    context.judge({ clauses: clauseOf(route.id, 'limit.cut'), of: response, must: isCut });
    pages.push(response);
    const page = itemsOf(route, response);
    rows.push(...page);
    if (page.length < size) break;
  }
  return { pages, json: rows.slice(0, most) };
}

/** A page has the rows of the whole list from `offset` on, as far as it is known. */
function partOf(whole: Exchange, count: number, offset: number, size: number): Expectation {
  const places = Array.from({ length: Math.min(size, count - offset) }, (_, index) => index);
  return {
    at: Object.fromEntries(places.map((at) => [`/${at}`, { $sameView: new SameAs(whole, `/${offset + at}`) }])),
  };
}

function pagingCheck(route: PagedRoute, size: number, most: number) {
  const skips = clauseOf(route.id, 'offset.skip');
  const walks = clauseOf(route.id, 'offset.walk');
  const limits = clauseOf(route.id, 'limit.cut');
  return check(route.id, `pages-of-${size}`, {
    title: `the pages of ${size} rows form the list`,
    clauses: [skips, walks, limits],
    kind: 'pagination',
    cost: { [route.id]: Math.ceil(most / size) + 2 },
    async run(context) {
      let count = 0;
      const reads = {
        left: async () => {
          const whole = await sendSample(context, route, { limit: String(most), offset: '0' });
          count = itemsOf(route, whole).length;
          if (count > size) return whole;
          return context.notTestable(`the list has no more than ${size} rows`, 'give the target a longer list');
        },
        right: () => walk(context, route, size, count),
      };
      const { left: whole, right: walked } = await readTogether(
        context,
        reads,
        (list, walk) => canonicalJson(list.json) === canonicalJson(walk.json),
      );
      for (const [page, of] of walked.pages.entries()) {
        const must = partOf(whole, count, page * size, size);
        const because = `the list has this from row ${page * size} on`;
        if (!context.judge({ clauses: size === 1 ? skips : walks, of, must, because })) return;
      }
    },
  });
}

function pastTheEndCheck(route: PagedRoute) {
  const clause = clauseOf(route.id, 'offset.past-end');
  const offset = String(Math.min(route.query.find((param) => param.name === 'offset')?.max ?? 1_000_000, 1_000_000));
  return claimCheck(route.id, 'past-the-end', {
    title: `offset=${offset}, past the end of the list, gives an empty list`,
    clauses: [clause],
    kind: 'pagination',
    claim: async (context) => emptyListOf(await sendSample(context, route, { offset })),
  });
}

/** Without a documented bound every offset is valid. The server may refuse it, but must not fail with a 5xx. */
function beyondIntsCheck(route: PagedRoute): readonly Check[] {
  if (paramOf(route, 'offset').max !== undefined) return [];
  const clause = clauseOf(route.id, 'offset.past-end');
  const one = check(route.id, 'offset.beyond-ints', {
    title: `offset=${BEYOND_INTS}, more than 32 bits hold, gives an empty list or is refused`,
    clauses: [clause],
    kind: 'pagination',
    async run(context) {
      const response = await sendSample(context, route, { offset: BEYOND_INTS });
      if (response.status >= 400 && response.status < 500) return context.verified(clause);
      if (isSuccess(response)) context.judge(emptyList(clause, response));
      else context.judge(statusLike(clause, response, ['2xx', '4xx']));
    },
  });
  return [one];
}

/** A client that steps by the limit misses the rows left out of a short page, so only the last page may be short. */
function fullPageCheck(route: PagedRoute) {
  const [clause, pastEnd] = [clauseOf(route.id, 'offset.walk'), clauseOf(route.id, 'offset.past-end')];
  const limit = maxOf(route);
  const read = (context: CheckContext, offset: number) =>
    sendSample(context, route, { limit: String(limit), offset: String(offset) });
  return check(route.id, 'full-pages', {
    title: `a page of fewer rows than its limit, ${limit}, is the last one`,
    clauses: [clause, pastEnd],
    kind: 'pagination',
    cost: { [route.id]: 3 },
    async run(context) {
      const first = await read(context, 0);
      const count = itemsOf(route, first).length;
      if (count === 0) context.notTestable('the list has no rows', 'give the target a longer list');
      if (count >= limit) return context.verified(clause);
      const reads = { left: () => read(context, count), right: () => read(context, 0), seen: first };
      const { left: next, right: page } = await readTogether(
        context,
        reads,
        (after) => itemsOf(route, after).length === 0,
      );
      const must = {
        status: '2xx',
        body: { $every: { $any: itemsOf(route, page).map((row) => ({ $sameView: row })) } },
      };
      const because = `a page with ${count} of ${limit} rows is the last one`;
      if (context.judge({ clauses: clause, of: next, must, because })) context.judge(emptyList(pastEnd, next));
    },
  });
}

/** Page sizes: one row, a size that divides nothing, a larger one. `most` keeps the walk inside the request windows. */
const plans: readonly { readonly size: number; readonly most: number }[] = [
  { size: 1, most: 6 },
  { size: 3, most: 20 },
  { size: 7, most: 50 },
];

type Paged = RouteOf<'offset.skip'>;

/** Rows that a view needs before its pages differ from those of another. */
const ROWS_MIN = 4;
const SUBJECTS = 6;
const LONG = 25;

/** The largest page; 100 rows if a route names no largest limit. */
const maxOf = (route: Route) => paramOf(route, 'limit').max ?? 100;

/** The rows of a view from the first one on, and their places in its pages, as far as the largest pages reach. */
type Whole = Readonly<{
  first: Exchange;
  rows: readonly JsonObject[];
  places: readonly SameAs[];
  json: unknown;
}>;

/** Reads a view in one or more pages of the largest size. */
async function wholeOf(context: CheckContext, route: Route, query: Query, pages = 1): Promise<Whole> {
  const max = maxOf(route);
  const pageAt = (offset: number) =>
    sendSample(context, route, { ...query, limit: String(max), offset: String(offset) });
  const first = await pageAt(0);
  const rows: JsonObject[] = [];
  const places: SameAs[] = [];
  const add = (response: Exchange) => {
    const items = itemsOf(route, response);
    rows.push(...items);
    places.push(...items.map((_, index) => new SameAs(response, `/${index}`)));
  };
  add(first);
  for (let page = 1; page < pages && rows.length === page * max; page += 1) add(await pageAt(rows.length));
  return { first, rows, places, json: rows };
}

/** A view: its rows as read before, a function that reads them again, and the query of its pages. */
type View = { readonly seen: Whole; readonly read: () => Promise<Whole>; readonly query: Query };

/** Judges that short pages in the middle of a view contain the same rows as its large pages. */
async function judgePages(context: CheckContext, route: Paged, view: View, offsets: readonly number[], size: number) {
  const clause = clauseOf(route.id, 'offset.skip');
  for (const offset of offsets) {
    const holds = (response: Exchange, whole: Whole) => {
      const page = itemsOf(route, response);
      const expected = whole.rows.slice(offset, offset + size);
      return (
        isSuccess(response) &&
        page.length <= size &&
        canonicalJson(page.slice(0, expected.length)) === canonicalJson(expected)
      );
    };
    const reads = {
      left: () => sendSample(context, route, { ...view.query, limit: String(size), offset: String(offset) }),
      right: view.read,
      seen: view.seen,
    };
    const { left: response, right: whole } = await readTogether(context, reads, holds);
    const places = whole.places.slice(offset, offset + size).map((place, index) => [`/${index}`, { $sameView: place }]);
    const must = { status: '2xx', body: { $length: { $lte: size } }, at: Object.fromEntries(places) };
    const because = `these are ${size} rows from row ${offset} on`;
    if (!context.judge({ clauses: clause, of: response, must, because })) return;
  }
}

/** One view of a list; `query` is undefined if the rows at hand have no value for it. */
type Look = {
  readonly what: string;
  readonly title: string;
  query(context: CheckContext, rows: readonly JsonObject[]): Query | undefined;
};

function viewCheck(id: Paged['id'], look: Look, isSorted: boolean) {
  const route = routeById(id);
  const skip = clauseOf(id, 'offset.skip');
  const sorted = id === 'closed-positions' ? '4.7/sortBy.AVGPRICE' : '4.8/sortBy.AVGPRICE';
  return check(id, `pages.${look.what}`, {
    title: `pages of a list ${look.title} are parts of that list`,
    clauses: isSorted ? [skip, sorted] : [skip],
    kind: 'pagination',
    cost: { [id]: isSorted ? 2 * SUBJECTS + 3 : 5 },
    async run(context) {
      const limit = String(maxOf(route));
      const subjects = isSorted ? subjectsOf(route, context.bindings).slice(0, SUBJECTS) : [{}];
      for (const subject of subjects) {
        const plain = isSorted ? itemsOf(route, await sendSample(context, route, { ...subject, limit })) : [];
        const filter = look.query(context, plain);
        if (filter === undefined) continue;
        const query = { ...subject, ...filter };
        const read = (): Promise<Whole> => wholeOf(context, route, query);
        const seen = await read();
        const { first, rows } = seen;
        if (!isSuccess(first) || rows.length < ROWS_MIN) continue;
        if (isSorted)
          context.judge(
            bodyLike(sorted, first, { $sorted: { by: '/avgPrice' } }, 'a filter does not change the order'),
          );
        const offsets = [...new Set([1, Math.floor((rows.length * 2) / 3)])];
        await judgePages(context, route, { seen, read, query }, offsets, 2);
        return;
      }
      context.notTestable(`no list ${look.title} has ${ROWS_MIN} rows`, 'give the target a longer list');
    },
  });
}

const BY_PRICE = { sortBy: 'AVGPRICE', sortDirection: 'ASC' } as const;

function commonWord(rows: readonly JsonObject[]): string | undefined {
  const words = rows.flatMap((row) => [...new Set(textOrEmpty(row, 'title').split(' '))]);
  return mostFrequent(words.filter((text) => /^[A-Za-z]{2,}$/.test(text)));
}

/** The text that occurs most often, the first one of several. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(texts, (text) => text)];
  return groups.sort(([, left], [, right]) => right.length - left.length)[0]?.[0];
}

const walletViews: readonly Look[] = [
  { what: 'sorted', title: 'sorted by AVGPRICE', query: () => BY_PRICE },
  {
    what: 'in-markets',
    title: 'of some markets, sorted by AVGPRICE',
    query: (_, rows) => ({
      ...BY_PRICE,
      market: [...new Set(rows.map((row) => textOrEmpty(row, 'conditionId')))].slice(0, 12).join(','),
    }),
  },
  {
    what: 'titled',
    title: 'of titles with a word, sorted by AVGPRICE',
    query: (_, rows) => {
      const title = commonWord(rows);
      return title === undefined ? undefined : { ...BY_PRICE, title };
    },
  },
];

const positionViews: readonly Look[] = [
  ...(['redeemable', 'mergeable'] as const).map((flag) => ({
    what: flag,
    title: `of ${flag} rows, sorted by AVGPRICE`,
    query: (): Query => ({ ...BY_PRICE, [flag]: 'true' }),
  })),
  {
    what: 'above-threshold',
    title: 'above a threshold, sorted by AVGPRICE',
    query: (_, rows) => {
      const sizes = rows.map((row) => numberAt(row, 'size') ?? 0).sort((a, b) => a - b);
      const middle = sizes[Math.floor(sizes.length / 2)];
      return middle === undefined ? undefined : { ...BY_PRICE, sizeThreshold: String(withoutNoise(middle)) };
    },
  },
];

const catalogViews: readonly Look[] = [
  { what: 'ascending', title: 'turned round', query: () => ({ ascending: 'true' }) },
];

const marketViews: readonly Look[] = [
  { what: 'ordered', title: 'ordered by endDate', query: () => ({ order: 'endDate' }) },
  {
    what: 'flagged',
    title: 'with one flag',
    query: ({ bindings: { markets } }) => {
      const isSplit = (flag: string) => new Set(markets.map((market) => flagAt(market, flag))).size > 1;
      const flag = ['closed', 'active', 'archived'].find(isSplit);
      if (flag === undefined) return undefined;
      const set = markets.filter((market) => flagAt(market, flag) === true).length;
      return { [flag]: String(set * 2 >= markets.length) };
    },
  },
  {
    what: 'of-event',
    title: 'of one event',
    query: ({ bindings: { markets } }) => {
      const id = mostFrequent(markets.flatMap((market) => textAt(eventOf(market), 'id') ?? []));
      return id === undefined ? undefined : { event_id: id };
    },
  },
];

function deepCheck(route: Paged) {
  return check(route.id, 'pages.deep', {
    title: 'pages far down a long list are parts of that list',
    clauses: [clauseOf(route.id, 'offset.skip')],
    kind: 'pagination',
    cost: { [route.id]: 6 },
    async run(context) {
      const max = maxOf(route);
      const read = (): Promise<Whole> => wholeOf(context, route, {}, 2);
      const seen = await read();
      const { rows } = seen;
      if (rows.length < LONG)
        context.notTestable(`the list has fewer than ${LONG} rows`, 'give the target a longer list');
      const spots = [Math.floor(rows.length * 0.45), max - 2, rows.length - 2];
      const offsets = [...new Set(spots)].filter((spot) => spot < rows.length - 1).sort((a, b) => a - b);
      await judgePages(context, route, { seen, read, query: {} }, offsets, 4);
    },
  });
}

export const pageChecks = [
  ...routesWith('offset.walk').flatMap((route) => [
    ...plans.map((plan) => pagingCheck(route, plan.size, plan.most)),
    fullPageCheck(route),
    pastTheEndCheck(route),
    ...beyondIntsCheck(route),
  ]),
  ...routesWith('offset.skip').map(deepCheck),
  ...[...walletViews, ...positionViews].map((look) => viewCheck('positions', look, true)),
  ...walletViews.map((look) => viewCheck('closed-positions', look, true)),
  ...[...catalogViews, ...marketViews].map((look) => viewCheck('markets', look, false)),
  ...catalogViews.map((look) => viewCheck('event-creators', look, false)),
];
