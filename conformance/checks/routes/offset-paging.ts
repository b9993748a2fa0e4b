/**
 * conformance/checks/routes/offset-paging: the pages of a `limit`/`offset` list form the list: no row lost, repeated or moved,
 * for several page sizes; past the end the list is empty.
 */

import type { JsonObject } from '../../../spec/json.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { emptyList, shownBy } from '../assertions.ts';
import { check } from '../definition.ts';
import { clauseOf, itemsOf, paramOf, sendSample } from '../requests.ts';
import { brief } from '../rows.ts';
import { differenceText } from '../same-value.ts';
import { canonicalJson, readTogether } from '../steady.ts';
import { BEYOND_INTS } from '../unknown-names.ts';

/** One row of a walk, the page that showed it, and its index there. */
type Walked = { readonly response: Exchange; readonly index: number; readonly row: JsonObject };

/** The result of a walk: its rows, also as JSON, and the page at which it ended. */
type Walk = { readonly rows: readonly Walked[]; readonly json: unknown; readonly last: Exchange | undefined };

/** The list in pages of `size` until `most` rows or a short page. */
async function walk(context: CheckContext, route: Route, size: number, most: number): Promise<Walk> {
  const rows: Walked[] = [];
  let last: Exchange | undefined;
  for (let offset = 0; offset < most; offset += size) {
    const response = await sendSample(context, route, { limit: String(size), offset: String(offset) });
    const page = itemsOf(route, response);
    context.expect(clauseOf(route, 'limit', 'cut'), isSuccess(response) && page.length <= size, response, {
      expected: `a page of at most ${size} items`,
      actual: shownBy(response, page.length),
      expectation: { body: { $length: { $lte: size } } },
    });
    rows.push(...page.map((row, index) => ({ response, index, row })));
    last = response;
    if (page.length < size) break;
  }
  const kept = rows.slice(0, most);
  return { rows: kept, json: kept.map(({ row }) => row), last };
}

/** The index of the first row of the list that the walk does not show at the same index, or -1. */
function firstOther(route: Route, whole: Exchange, { rows }: Walk): number {
  return itemsOf(route, whole).findIndex((row, index) => canonicalJson(row) !== canonicalJson(rows[index]?.row));
}

function pagingCheck(route: Route, size: number, most: number): Check {
  const skips = clauseOf(route, 'offset', 'skip');
  const walks = clauseOf(route, 'offset', 'walk');
  const limits = clauseOf(route, 'limit', 'cut');
  return check(route.id, `pages-of-${size}`, {
    title: `the pages of ${size} rows form the list`,
    clauses: [skips, walks, limits],
    kind: 'pagination',
    cost: { [route.id]: Math.ceil(most / size) + 2 },
    run: async (context) => {
      let count = 0;
      const ask = {
        left: async () => {
          const whole = await sendSample(context, route, { limit: String(most), offset: '0' });
          count = itemsOf(route, whole).length;
          if (count > size) return whole;
          return context.notTestable(`the list has no more than ${size} rows`, 'give the target a longer list');
        },
        right: () => walk(context, route, size, count),
      };
      const { left: whole, right: pages } = await readTogether(
        context,
        ask,
        (...pair) => firstOther(route, ...pair) < 0,
      );
      const at = firstOther(route, whole, pages);
      const expected = itemsOf(route, whole)[at];
      const other = pages.rows[at];
      const response = other?.response ?? pages.last ?? whole;
      const pointer = `/${other?.index ?? itemsOf(route, response).length}`;
      context.expect(size === 1 ? skips : walks, at < 0, response, {
        pointer: other === undefined ? '' : pointer,
        expected: `row ${at} of the list${differenceText(expected, other?.row) || `, ${brief(expected)}`}`,
        actual: other === undefined ? 'no row' : other.row,
        expectation: { at: { [pointer]: new SameAs(whole, `/${at}`) } },
      });
    },
  });
}

function pastTheEndCheck(route: Route): Check {
  const clause = clauseOf(route, 'offset', 'past-end');
  const offset = String(Math.min(route.query.find((param) => param.name === 'offset')?.max ?? 1_000_000, 1_000_000));
  return check(route.id, 'past-the-end', {
    title: `offset=${offset}, past the end of the list, gives an empty list`,
    clauses: [clause],
    kind: 'pagination',
    run: async (context) => {
      const response = await sendSample(context, route, { offset });
      context.judge(emptyList(clause, response));
    },
  });
}

/** Without a documented bound every offset is valid. The server may still refuse it, but it must not fail with a 5xx. */
function beyondIntsCheck(route: Route): readonly Check[] {
  if (paramOf(route, 'offset').max !== undefined) return [];
  const clause = clauseOf(route, 'offset', 'past-end');
  const one = check(route.id, 'offset.beyond-ints', {
    title: `offset=${BEYOND_INTS}, more than 32 bits hold, gives an empty list or is refused`,
    clauses: [clause],
    kind: 'pagination',
    run: async (context) => {
      const response = await sendSample(context, route, { offset: BEYOND_INTS });
      if (response.status >= 400 && response.status < 500) return context.verified(clause);
      if (isSuccess(response)) context.judge(emptyList(clause, response));
      else context.judge({ clauses: clause, of: response, must: { status: ['2xx', '4xx'] } });
    },
  });
  return [one];
}

/** The page size if a route names no largest limit. */
const MANY = 100;

/** A client that steps by the limit misses the rows that a short page leaves out, so only the last page may be short. */
function fullPageCheck(route: Route): Check {
  const [clause, pastEnd] = [clauseOf(route, 'offset', 'walk'), clauseOf(route, 'offset', 'past-end')];
  const limit = paramOf(route, 'limit').max ?? MANY;
  const ask = (context: CheckContext, offset: number): Promise<Exchange> =>
    sendSample(context, route, { limit: String(limit), offset: String(offset) });
  return check(route.id, 'full-pages', {
    title: `a page of fewer rows than its limit, ${limit}, is the last one`,
    clauses: [clause, pastEnd],
    kind: 'pagination',
    cost: { [route.id]: 3 },
    run: async (context) => {
      const first = await ask(context, 0);
      const count = itemsOf(route, first).length;
      if (count === 0) context.notTestable('the list has no rows', 'give the target a longer list');
      if (count >= limit) return context.verified(clause);
      const behind = (next: Exchange, page: Exchange): number => {
        const rows = itemsOf(route, page).map(canonicalJson);
        return itemsOf(route, next).filter((row) => !rows.includes(canonicalJson(row))).length;
      };
      const reads = { left: () => ask(context, count), right: () => ask(context, 0), seen: first };
      const { left: next, right: page } = await readTogether(
        context,
        reads,
        (after) => itemsOf(route, after).length === 0,
      );
      context.expect(clause, behind(next, page) === 0, page, {
        expected: `${limit} rows, or all rows`,
        actual: `${count} rows, and ${behind(next, page)} behind them`,
        expectation: { body: { $length: count + behind(next, page) } },
      });
      if (behind(next, page) === 0) context.judge(emptyList(pastEnd, next));
    },
  });
}

/** Page sizes: one row, a size that divides nothing, a larger one. `most` keeps the walk inside the request windows. */
const plans: readonly { readonly size: number; readonly most: number }[] = [
  { size: 1, most: 6 },
  { size: 3, most: 20 },
  { size: 7, most: 50 },
];

export const offsetPagingChecks: readonly Check[] = ROUTES.filter((route) => route.paging === 'offset').flatMap(
  (route) => [
    ...plans.map((plan) => pagingCheck(route, plan.size, plan.most)),
    fullPageCheck(route),
    pastTheEndCheck(route),
    ...beyondIntsCheck(route),
  ],
);
