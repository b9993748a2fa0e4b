/** conformance/properties/lists/view: the part of a list that a request names: rows, number, order. */
import { omitUndefined } from '../../../base/record.ts';
import { invariant } from '../../../base/result.ts';
import { encodeCursor } from '../../../spec/cursor.ts';
import type { Route } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { PAST_ALL } from './draw.ts';
import type { Drawn, FilterKind, ListSpec, OpenList, Order } from './list-spec.ts';
import { isByCursor, type Listing } from './listing.ts';
import { marksOf, onceFor, type Ranking, rankings, type Sifted, sift } from './model.ts';

export type View = ReturnType<typeof viewOf>;

export function viewOf(context: CheckContext, list: OpenList, listing: Listing, drawn: Drawn) {
  const { spec, base, orders } = list;
  const route = routeById(spec.id);
  const filters = list.filters.flatMap((kind) => sentBy(context, kind, listing, drawn.filters[kind.param]));
  const marks = filters.map((filter) => filter.marks);
  const sifted = sift(listing.rows.length, marks);
  const order = orders.find(({ name }) => name === drawn.order) ?? orders[0];
  invariant(order !== undefined, `${spec.id} has an order`);
  const offset = offsetOf(route, drawn, sifted.kept.length);
  const preset = route.query.find(({ name }) => name === 'limit')?.default;
  const limit = drawn.limit ?? (preset === undefined ? undefined : Number(preset));
  const part = { offset, size: limit ?? Number.POSITIVE_INFINITY };
  const isPlain = Object.keys(drawn.filters).length === 0;
  return {
    filters,
    order,
    offset,
    limit,
    sifted,
    ...countsOf(spec, listing, sifted, part),
    ...placesOf(listing, part, tailsOf(spec, listing, { order, sifted, offset, isPlain })),
    query: { ...base.query, ...drawn.filters, ...order.query, ...pageQuery(route, drawn, offset) } as Query,
  };
}

/** A filter of a request, or the default of one that it lacks. */
function sentBy(
  context: CheckContext,
  { param, clause, absent, unknown, meaning, mayBeRefused }: FilterKind,
  { rows }: Listing,
  value: string | undefined,
) {
  const sent = value ?? absent?.value;
  if (sent === undefined) return [];
  const isDrawn = value !== undefined;
  const known = onceFor(rows, `${param}=${sent}`, () => {
    const meant = meaning(sent, context, rows);
    return { meaning: meant, marks: marksOf(rows, meant) };
  });
  const cited = isDrawn ? clause : (absent?.clause ?? clause);
  return [{ ...known, clause: cited, isDrawn, mayBeRefused: isDrawn && (mayBeRefused?.(sent) ?? sent === unknown) }];
}

function offsetOf(route: Route, { skip }: Drawn, count: number): number {
  if (skip === undefined) return 0;
  const offset = skip.from === 'start' ? skip.rows : Math.max(0, count - skip.rows);
  return Math.min(offset, route.query.find(({ name }) => name === 'offset')?.max ?? offset);
}

function pageQuery(route: Route, { limit, skip }: Drawn, offset: number): Query {
  if (isByCursor(route)) return skip === undefined ? {} : { next_cursor: encodeCursor(offset) };
  return omitUndefined({ limit: limit?.toString(), offset: skip && String(offset) });
}

/** A part of a list; its size is infinite if the service chooses the size of a page. */
type Part = { readonly offset: number; readonly size: number };

/** True if the service chooses the size of a page, or the part reaches beyond the rows that were read. */
function isOpenEnded({ rows, pages, isWhole }: Listing, { offset, size }: Part) {
  return isWhole ? size === Number.POSITIVE_INFINITY && pages > 1 : offset + size > rows.length;
}

/** The smallest and the largest number of rows of the response. */
function countsOf(spec: ListSpec, listing: Listing, { kept, open }: Sifted, part: Part) {
  const { offset, size } = part;
  const rest = (count: number) => Math.min(size, Math.max(0, count - offset));
  const all = kept.length + open.length;
  if (!listing.isCounted) return { fewest: 0, most: all };
  const fewest = isOpenEnded(listing, part) ? Math.min(1, rest(kept.length)) : rest(kept.length);
  if (!listing.isWhole) return { fewest, most: size };
  return { fewest, most: spec.isSample === true && offset < PAST_ALL ? all : rest(all) };
}

/**
 * The filtered list from the offset on, in each order that it may have. Without a sort it has the order in which it was
 * read, unless a filter was sent: that may change it.
 */
function tailsOf(
  spec: ListSpec,
  listing: Listing,
  { order, sifted, offset, isPlain }: { order: Order; sifted: Sifted; offset: number; isPlain: boolean },
): readonly Ranking[] {
  const { rows, isCounted, pages } = listing;
  const { kept, open } = sifted;
  if (open.length > 0 || !isCounted) return [];
  if (order.key !== undefined) return rankings(rows, kept, order.key).map((ranking) => ranking.slice(offset));
  if (!isPlain || Object.keys(order.query).length > 0) return [];
  const plain = kept.map((index) => [index]);
  if (spec.isSample !== true || pages > 1) return [plain.slice(offset)];
  // An offset may count rows that the sample leaves out.
  return Array.from({ length: Math.min(offset, plain.length) + 1 }, (_, start) => plain.slice(start));
}

/**
 * `windows`: the rows of the whole response in each order that it may have; empty if the order or the number is
 * open. `head`: the rows that may be first, if nothing more is known; empty if that is open, too.
 */
function placesOf(listing: Listing, part: Part, tails: readonly Ranking[]) {
  const isOpen = isOpenEnded(listing, part);
  return {
    windows: isOpen ? [] : tails.map((tail) => tail.slice(0, part.size)),
    head: isOpen ? [...new Set(tails.flatMap(([first = []]) => first))] : [],
  };
}
