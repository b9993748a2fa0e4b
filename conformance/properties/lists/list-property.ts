/**
 * conformance/properties/lists/list-property: the property of a list: any request to it returns the rows of the whole
 * list, filtered, sorted and cut. The whole list is read from the deployment itself.
 */
import { routeById } from '../../../spec/routes.ts';
import { get, type Query } from '../../../wire/message.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { pathOf } from '../../checks/definition.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { type Extent, type OpenProperty, type Property, property } from '../property.ts';
import { ORDERS } from './accounts.ts';
import { drawnFrom, featuresOf, spaceOf } from './draw.ts';
import { judgeSteadily } from './judging.ts';
import { AS_LISTED, type Base, type Drawn, type ListDefinition, type ListSpec } from './list-spec.ts';
import { type Listing, readListing } from './listing.ts';
import { clausesOf, statementsOf } from './statements.ts';
import { viewOf } from './view.ts';

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
