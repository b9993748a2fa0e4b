/**
 * conformance/properties/relations/pages: two pages of a view, one after the other, are the page that is as long as
 * both. So a larger limit extends a page, and an offset skips rows of the same view, whatever its filters and its order
 * are.
 */
import fc from 'fast-check';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_START, encodeCursor } from '../../../spec/cursor.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Request } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { type Claim, isTrue } from '../../checks/assertions.ts';
import { itemsOf, namesFor, paramOf, pathOf } from '../../checks/definition.ts';
import { type Property, property } from '../property.ts';
import type { Names } from '../requests/arbitrary.ts';
import { choicesOf, isValid, type Pairs } from '../requests/kinds.ts';
import { namesOf } from '../requests/names.ts';
import { queryText } from '../requests/spelling.ts';
import { inSeries, readPair, type Series } from '../steady-pair.ts';

const CUTTING: readonly string[] = ['limit', 'offset', 'next_cursor'];

/** The request for the part of a view that further parameters cut. */
function pageOf(path: string, view: Pairs, cut: Pairs): Request {
  return { method: 'GET', path, query: queryText([...view, ...cut]), headers: {} };
}

/** The parameters of a view; those that the route requires are always among them. It shrinks towards the plain list. */
function viewsOf({ query }: Route, names: Names): fc.Arbitrary<Pairs> {
  const params = query.filter(({ name }) => !CUTTING.includes(name));
  return fc.tuple(...params.map((param) => viewOf(param, names[param.name] ?? []))).map((drawn) => drawn.flat());
}

function viewOf(param: Param, known: readonly string[]): fc.Arbitrary<Pairs> {
  const shrinking = { withCrossShrink: true };
  const choices = choicesOf(param, known).filter(({ kind }) => isValid(kind) && kind !== 'alias' && kind !== 'longest');
  const valid = choices.map(({ pairs }) => pairs);
  const none = fc.constant<Pairs>([]);
  if (valid[0] === undefined || param.required === true) return valid[0] ?? none;
  return fc.oneof(shrinking, { weight: 3, arbitrary: none }, fc.oneof(shrinking, ...valid));
}

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

async function judgePages(context: CheckContext, route: Paged, drawn: Case) {
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

function pagesProperty(route: Paged) {
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

type CursorRoute = RouteOf<'next_cursor.offset'>;
type CursorCase = { readonly view: Pairs; readonly offset: number; readonly isStarted: boolean };

/** Offset of the second page, modulo the rows of the first one. */
const CURSOR_OFFSET_MAX = 100;

async function judgeOffset(context: CheckContext, route: CursorRoute, drawn: CursorCase) {
  const { view, offset, isStarted } = drawn;
  const page = (cut: Pairs) => context.send(pageOf(route.path, view, cut));
  let at = 0;
  const reads = {
    left: async () => {
      const first = await page(isStarted ? [['next_cursor', CURSOR_START]] : []);
      at = offset % Math.max(1, itemsOf(route, first).length);
      return first;
    },
    right: () => page([['next_cursor', encodeCursor(at)]]),
  };
  const pair = await readPair(context, reads, (first, second) => isTrue(beginsAt(route, first, second, at)));
  if (pair === undefined || !isSuccess(pair.left) || itemsOf(route, pair.left).length === 0) return;
  context.judge({ clauses: clauseOf(route.id, 'next_cursor.offset'), ...beginsAt(route, pair.left, pair.right, at) });
}

function beginsAt({ item }: CursorRoute, first: Exchange, of: Exchange, offset: number): Claim {
  const list = item?.at === 'data' ? '/data' : '';
  const row = { $sameView: new SameAs(first, `${list}/${offset}`) };
  const because = `the first page has this row at ${offset}`;
  return { of, must: { status: '2xx', at: { [`${list}/0`]: row } }, because };
}

function cursorProperty(id: CursorRoute['id']): Property {
  const route = routeById(id);
  return property<CursorCase>({
    id: `relations.cursors-${id}`,
    title: `a cursor of ${route.path} is an offset into the list, whatever its filters`,
    route: id,
    clauses: [clauseOf(id, 'next_cursor.offset')],
    needs: [],
    cost: { perCase: { [id]: 2 } },
    runs: 1,
    open: async (context) => ({
      arbitrary: fc.record({
        view: viewsOf(route, namesOf(context, route)),
        offset: fc.nat(CURSOR_OFFSET_MAX),
        isStarted: fc.boolean(),
      }),
      judge: (trial, drawn) => judgeOffset(trial, route, drawn),
    }),
  });
}

/** Offsets of a sampled list may count the markets that it leaves out. */
const COUNTED = ['simplified-markets', 'builder-trades'] as const;

export const cursorProperties: readonly Property[] = COUNTED.map(cursorProperty);
