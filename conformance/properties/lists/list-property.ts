/**
 * conformance/properties/lists/list-property: the property of a list: any request to it returns the rows of the whole
 * list, filtered, sorted and cut. The whole list is read from the deployment itself. The statements come in the order
 * in which they explain a difference: the status, the filters, the order, the number of rows, and the row at each
 * place.
 */

import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { clauseIdOf, routeById } from '../../../spec/routes.ts';
import { get, isSuccess, type Query } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange, Statement } from '../../check.ts';
import { brief, refusal, success } from '../../checks/assertions.ts';
import { pathOf } from '../../checks/definition.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { type Extent, type OpenProperty, type Property, property } from '../property.ts';
import { ORDERS } from './accounts.ts';
import { drawnFrom, featuresOf, PAST_ALL, spaceOf } from './draw.ts';
import { judgeSteadily } from './judging.ts';
import { AS_LISTED, type Base, type Drawn, type ListDefinition, type ListSpec } from './list-spec.ts';
import { isByCursor, type Listing, listPointer, readListing } from './listing.ts';
import { areUnique, countValues, dropsSome } from './model.ts';
import { type View, viewOf } from './view.ts';

type Clauses = Readonly<Record<'status' | 'whole' | 'skip' | 'end', ClauseId>> & {
  readonly cut: ClauseId | undefined;
  readonly preset: ClauseId | undefined;
};

function clausesOf({ id }: ListSpec): Clauses {
  const route = routeById(id);
  const named = (aspect: string) => clauseNamed(clauseIdOf(id, aspect));
  const status = named('response.status');
  if (isByCursor(route)) {
    const skip = named('next_cursor.offset');
    const whole = id === 'builder-trades' ? skip : named('next_cursor.walk');
    return { status, whole, skip, end: skip, cut: undefined, preset: undefined };
  }
  const preset = route.query.find(({ name }) => name === 'limit')?.default;
  return {
    status,
    whole: named('offset.walk'),
    skip: named('offset.skip'),
    end: named('offset.past-end'),
    cut: named('limit.cut'),
    preset: preset === undefined ? undefined : named('limit.default'),
  };
}

/** The statements about a response to a view. They are computed from the whole list, never from the response. */
function statementsOf(spec: ListSpec, listing: Listing, view: View, of: Exchange): readonly Statement[] {
  const clauses = clausesOf(spec);
  if (mayBeRefused(spec, view) && !isSuccess(of))
    return [refusal(clauses.status, of, 'no row satisfies the filters, or the interface leaves the value open')];
  const because = `the query is ${brief(view.query)}`;
  const at = listPointer(routeById(spec.id));
  const bodies = [
    ...keptBodies(spec, clauses, listing, view),
    ...countBodies(spec, clauses, listing, view),
    ...placeBodies(spec, clauses, listing, view),
  ];
  return [
    success(clauses.status, of, because),
    ...bodies.map(([cited, pattern, place = '']) => {
      return { clauses: cited, of, must: { at: { [`${at}${place}`]: pattern } }, because };
    }),
  ];
}

function mayBeRefused({ mayRefuseNothing }: ListSpec, { filters, sifted, offset }: View) {
  const drawn = filters.filter(({ isDrawn }) => isDrawn);
  if (offset >= PAST_ALL || drawn.some((filter) => filter.mayBeRefused)) return true;
  return mayRefuseNothing === true && drawn.length > 0 && sifted.kept.length === 0;
}

/** The pattern of a list, or of a place in it, and the clauses that state it. */
type Body = readonly [clauses: readonly ClauseId[], pattern: unknown, place?: string];

/** Each filter that drops a row, the limit, rows of the whole list, each once, and their order. */
function keptBodies({ key }: ListSpec, clauses: Clauses, { rows, isWhole }: Listing, view: View): readonly Body[] {
  const { filters, order, limit, query, sifted, fewest } = view;
  const decisive = filters.filter(({ marks }) => dropsSome(marks));
  const bodies: Body[] = decisive.map(({ clause, meaning }) => [[clause], { $every: meaning.allows }]);
  const cut = query['limit'] === undefined ? clauses.preset : clauses.cut;
  if (cut !== undefined && limit !== undefined) bodies.push([[cut], { $length: { $lte: limit } }]);
  if (key !== undefined && isWhole) {
    const ids = [...sifted.kept, ...sifted.open].map((index) => rows[index]?.[key]);
    const known = ids.length === 0 ? [] : [{ $every: { [key]: { $in: ids } } }];
    const all = [...known, ...(areUnique(rows, key) ? [{ $unique: `/${key}` }] : [])];
    if (all.length > 0) bodies.push([[clauses.whole], { $all: all }]);
  }
  if (order.key !== undefined && fewest > 1 && countValues(rows, sifted.kept, order.key) > 1)
    bodies.push([order.clauses, { $sorted: order.key }]);
  return bodies;
}

/** True if the response has every row that the filters keep, even if they keep those that are left open. */
function isAll({ offset, limit = Number.POSITIVE_INFINITY, sifted: { kept, open }, fewest }: View) {
  return offset === 0 && fewest === kept.length && limit >= kept.length + open.length;
}

/**
 * The clauses of a row that is missing, or too many: of the filters if the response could show the whole list without
 * them, of the part otherwise.
 */
function partClauses(spec: ListSpec, clauses: Clauses, { rows }: Listing, view: View): readonly ClauseId[] {
  const { filters, offset, limit = Number.POSITIVE_INFINITY, sifted } = view;
  const cited = filters.filter(({ isDrawn }) => isDrawn).map(({ clause }) => clause);
  if (offset > 0 && offset >= sifted.kept.length + sifted.open.length) return [clauses.end];
  if (cited.length === 0) return [clauses.whole];
  if (!isAll(view) || rows.length > limit) return [spec.page ?? clauses.whole];
  return cited.length > 1 && spec.combine !== undefined ? [spec.combine] : cited;
}

function countBodies(spec: ListSpec, clauses: Clauses, listing: Listing, view: View): readonly Body[] {
  const { key } = spec;
  const { fewest, most, sifted } = view;
  // Beyond the rows that were read, nothing is known.
  if (!listing.isWhole && fewest === 0) return [];
  const exact = fewest === most;
  const range = Number.isFinite(most) ? { $range: [fewest, most] } : { $gte: fewest };
  const parts: unknown[] = [{ $length: exact ? fewest : range }];
  if (key !== undefined && isAll(view) && fewest > 0) {
    const ids = sifted.kept.map((index) => listing.rows[index]?.[key]);
    parts.push(exact ? { $sameSet: { by: `/${key}`, of: ids } } : { $contains: ids.map((id) => ({ [key]: id })) });
  }
  return [[partClauses(spec, clauses, listing, view), parts.length === 1 ? parts[0] : { $all: parts }]];
}

/** The row at each place; rows that tie are in any order. */
function placeBodies({ key }: ListSpec, { whole, skip }: Clauses, listing: Listing, view: View): readonly Body[] {
  const { windows, head, offset, order } = view;
  const like = (indexes: readonly number[]): unknown => {
    if (key === undefined) return { $sameView: listing.places[indexes[0] ?? 0] };
    const ids = indexes.map((index) => listing.rows[index]?.[key]);
    return { [key]: ids.length === 1 ? ids[0] : { $in: ids } };
  };
  const clauses = offset > 0 ? [skip] : order.clauses.length > 0 ? order.clauses : [whole];
  if (head.length > 0) return [[clauses, like(head), '/0']];
  const lists = windows.map((window) => window.map(like));
  return lists.length === 0 ? [] : [[clauses, lists.length === 1 ? lists[0] : { $any: lists }]];
}

export function listProperty(definition: ListDefinition): Property {
  const spec: ListSpec = { filters: [], orders: [AS_LISTED], bases: () => [{ query: {} }], ...definition };
  const { id, name = id, title, needs, runs = 0, once, prepare } = spec;
  const writes = prepare === undefined ? {} : { 'place-order': ORDERS, 'cancel-order': ORDERS };
  return property<Drawn>({
    id: `lists.${name}`,
    title,
    clauses: allClauses(spec),
    route: id,
    safety: prepare === undefined ? 'read' : 'write-reversible',
    ...(needs && { needs }),
    cost: { once: { [id]: once, ...writes }, perCase: { [id]: 1 } },
    runs,
    open: (context, extent) => open(context, spec, extent),
  });
}

function allClauses(spec: ListSpec): readonly ClauseId[] {
  const { filters, orders, combine, page } = spec;
  const all = [
    ...Object.values(clausesOf(spec)),
    ...filters.flatMap(({ clause, absent }) => [clause, absent?.clause]),
    ...orders.flatMap(({ clauses }) => clauses),
    combine,
    page,
  ];
  return [...new Set(all.filter((clause) => clause !== undefined))];
}

async function open(context: CheckContext, spec: ListSpec, { pagesMax }: Extent): Promise<OpenProperty<Drawn>> {
  await spec.prepare?.(context);
  const { base, listing } = await readBase(context, spec, pagesMax);
  const orders = (await spec.ordersOf?.(context, base, pagesMax)) ?? spec.orders;
  // A filter of all requests is not drawn.
  const filters = spec.filters.filter(({ param }) => base.query[param] === undefined);
  const list = { spec, base, orders, filters };
  let latest = listing;
  return {
    arbitrary: drawnFrom(context, list, listing),
    space: spaceOf(list),
    features: featuresOf,
    judge: async (trial, drawn) => {
      latest = await judgeSteadily(trial, {
        view: spec.id,
        known: latest,
        read: () => readBasedOn(trial, spec, base, pagesMax),
        state: stateOf,
        parts: partsOf(spec, drawn),
        request: (part, whole) => {
          const view = viewOf(trial, list, whole, part);
          return {
            send: () => send(trial, spec, base, view.query),
            statements: (of) => statementsOf(spec, whole, view, of),
          };
        },
      });
    },
  };
}

/** The first list that is long enough to compare and short enough to read. */
async function readBase(
  context: CheckContext,
  spec: ListSpec,
  pagesMax: number,
): Promise<{ readonly base: Base; readonly listing: Listing }> {
  let isLong = false;
  for (const base of spec.bases(context, pagesMax)) {
    const listing = await readBasedOn(context, spec, base, pagesMax);
    if (listing === undefined || listing.rows.length < 2) continue;
    // Without filters, a part from the start is enough.
    if (listing.isWhole || spec.filters.length + spec.orders.length === 1) return { base, listing };
    isLong = true;
    const narrowed = spec.narrow?.(base, listing.rows);
    const part = narrowed && (await readBasedOn(context, spec, narrowed, pagesMax));
    if (part?.isWhole === true && part.rows.length > 1) return { base: narrowed ?? base, listing: part };
  }
  if (isLong)
    return context.notTestable(
      `the lists of ${spec.id} that were tried have more than ${pagesMax} pages`,
      'name shorter ones in the target file, or run touchstone explore, which reads whole lists',
    );
  return context.notTestable(`no list of ${spec.id} has two rows`, 'give the target a longer list');
}

function readBasedOn(
  context: CheckContext,
  spec: ListSpec,
  base: Base,
  pagesMax: number,
): Promise<Listing | undefined> {
  const read = (page: Query) => send(context, spec, base, { ...base.query, ...base.whole, ...page });
  return readListing(routeById(spec.id), read, pagesMax);
}

function send(context: CheckContext, { id, read }: ListSpec, base: Base, query: Query) {
  return read?.(context, base, query) ?? context.send(get(pathOf(routeById(id), base.name ?? ''), query));
}

/** Equal for lists that have not changed. Fields with the moment of a view count if they differ from row to row. */
function stateOf({ rows }: Listing): string {
  const moments = new Set(rows.map((row) => row['timestamp']));
  return canonicalJson(moments.size > 1 ? [rows, rows.map((row) => row['timestamp'])] : rows);
}

/**
 * Smaller requests that are judged first, on the largest page: a difference that one of them shows is explained by
 * fewer clauses. The last one is `drawn`.
 */
function partsOf({ id }: ListSpec, drawn: Drawn): readonly [...Drawn[], Drawn] {
  const { filters, order } = drawn;
  const limit = routeById(id).query.find(({ name }) => name === 'limit')?.max;
  const whole = (some: Drawn['filters'], by: string): Drawn => ({ filters: some, order: by, limit, skip: undefined });
  const single = Object.entries(filters).map(([name, value]) => whole({ [name]: value }, AS_LISTED.name));
  const parts = [...(order === AS_LISTED.name ? [] : [whole({}, order)]), ...single, whole(filters, order)];
  return [...parts, drawn];
}
