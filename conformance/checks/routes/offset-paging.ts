/** conformance/checks/routes/offset-paging: pages of several sizes form the list, and none follows its end. */
import type { JsonObject } from '../../../base/json.ts';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { emptyList, emptyListOf, statusLike } from '../assertions.ts';
import { check, claimCheck, itemsOf, paramOf, sendSample } from '../definition.ts';
import { canonicalJson, readTogether } from '../steady.ts';
import { BEYOND_INTS } from '../unknown-names.ts';

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

function pagingCheck(route: PagedRoute, size: number, most: number): Check {
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

function pastTheEndCheck(route: PagedRoute): Check {
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

/** The page size if a route names no largest limit. */
const MANY = 100;

/** A client that steps by the limit misses the rows left out of a short page, so only the last page may be short. */
function fullPageCheck(route: PagedRoute): Check {
  const [clause, pastEnd] = [clauseOf(route.id, 'offset.walk'), clauseOf(route.id, 'offset.past-end')];
  const limit = paramOf(route, 'limit').max ?? MANY;
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

export const offsetPagingChecks = routesWith('offset.walk').flatMap((route) => [
  ...plans.map((plan) => pagingCheck(route, plan.size, plan.most)),
  fullPageCheck(route),
  pastTheEndCheck(route),
  ...beyondIntsCheck(route),
]);
