/**
 * conformance/properties/relations/pages: two pages of a view, one after the other, are the page that is as long as
 * both. So a larger limit extends a page, and an offset skips rows of the same view, whatever its filters and its order
 * are.
 */
import fc from 'fast-check';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { type Claim, isTrue } from '../../checks/assertions.ts';
import { itemsOf, namesFor, paramOf, pathOf } from '../../checks/requests.ts';
import { type Property, property } from '../property.ts';
import type { Pairs } from '../requests/kinds.ts';
import { namesOf } from '../requests/names.ts';
import { inSeries, readPair, type Series } from '../steady-pair.ts';
import { pageOf, viewsOf } from './views.ts';

type Paged = RouteOf<'offset.skip'>;

/** Sizes of the two pages, and the offset of the first one. */
type Cut = { readonly first: number; readonly second: number; readonly offset: number };
type Case = Cut & { readonly path: string; readonly view: Pairs };

/** Rows of the longest page: many more show little and cost a deployment much. */
const ROWS_MAX = 40;
const OFFSET_MAX = 30;

function casesOf(context: CheckContext, route: Paged): fc.Arbitrary<Case> {
  const most = Math.floor(Math.min(paramOf(route, 'limit').max ?? ROWS_MAX, ROWS_MAX) / 2);
  const paths =
    route.pathParam === undefined ? [route.path] : namesFor(route, context.bindings).map((name) => pathOf(route, name));
  return fc.record({
    path: fc.constantFrom(...paths),
    view: viewsOf(route, namesOf(context, route)),
    first: fc.integer({ min: 1, max: most }),
    second: fc.integer({ min: 1, max: most }),
    offset: fc.oneof(fc.constant(0), fc.nat(OFFSET_MAX)),
  });
}

async function judgePages(context: CheckContext, route: Paged, drawn: Case): Promise<void> {
  const { path, view, first, second, offset } = drawn;
  const page = (limit: number, from: number) => () =>
    context.send(
      pageOf(path, view, [
        ['limit', String(limit)],
        ['offset', String(from)],
      ]),
    );
  const reads = {
    left: page(first + second, offset),
    right: () => inSeries([page(first, offset), page(second, offset + first)]),
  };
  const pair = await readPair(context, reads, (whole, pages) => claims(route, whole, pages, drawn).every(isTrue));
  // A view that is refused is no list; the properties of requests judge that.
  if (pair === undefined || ![pair.left, ...pair.right.responses].every(isSuccess)) return;
  for (const [at, claim] of claims(route, pair.left, pair.right, drawn).entries())
    context.judge({ clauses: clauseOf(route.id, at === 0 ? 'offset.walk' : 'offset.skip'), ...claim });
}

/** The claims that each of the two pages has its rows of the whole one. */
function claims(route: Paged, whole: Exchange, { responses }: Series, drawn: Cut): readonly Claim[] {
  const { first, second, offset } = drawn;
  const count = itemsOf(route, whole).length;
  return responses.map((of, at) => {
    const [before, size] = at === 0 ? [0, first] : [first, second];
    const because = `limit=${first + second}&offset=${offset} lists these rows`;
    return { of, must: rowsFrom(whole, before, Math.min(size, count - before)), because };
  });
}

/** A list that begins with these rows of another one. */
function rowsFrom(whole: Exchange, from: number, count: number): Expectation {
  const rows = Array.from({ length: Math.max(0, count) }, (_, index) => {
    return [`/${index}`, { $sameView: new SameAs(whole, `/${from + index}`) }] as const;
  });
  return { status: '2xx', at: Object.fromEntries(rows) };
}

function pagesProperty(route: Paged): Property {
  return property<Case>({
    id: `relations.pages-${route.id}`,
    title: `pages of ${route.path}, whatever its filters and its order, are parts of a longer page`,
    route: route.id,
    clauses: [clauseOf(route.id, 'offset.walk'), clauseOf(route.id, 'offset.skip')],
    cost: { perCase: { [route.id]: 3 } },
    runs: 1,
    open: async (context) => ({
      arbitrary: casesOf(context, route),
      judge: (trial, drawn) => judgePages(trial, route, drawn),
    }),
  });
}

export const pageProperties: readonly Property[] = routesWith('offset.skip').map(pagesProperty);
