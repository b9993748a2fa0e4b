/** conformance/properties/lists/draw: draws requests to a list: filters with values of its rows and others, an order, and a part of the list. */
import fc from 'fast-check';
import type { JsonObject } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { CheckContext } from '../../check.ts';
import { paramOf } from '../../checks/requests.ts';
import type { Drawn, FilterKind, ListSpec, OpenList } from './list-spec.ts';
import { isByCursor, type Listing } from './listing.ts';

/** An offset past the end of any list that is compared. */
const FAR = 9_000;
/** The number of filters that a request has on average. */
const FILTERS = 1.4;

/** A value: of the row with this index, or of the row that other filters are about; `pick` is one of its values or of the others. */
type Pick = { readonly row: number | 'same'; readonly pick: number };

export function drawnFrom(
  context: CheckContext,
  { spec, filters: kinds, orders }: OpenList,
  { rows }: Listing,
): fc.Arbitrary<Drawn> {
  const others = new Map(kinds.map((kind) => [kind, kind.others(rows)]));
  const ownValues = (kind: FilterKind, row: JsonObject | undefined): readonly string[] =>
    row === undefined ? [] : kind.ofRow(row, context);
  const last = Math.max(0, rows.length - 1);
  const value: fc.Arbitrary<Pick> = fc.record({
    row: fc.oneof({ arbitrary: fc.constant('same' as const), weight: 3 }, { arbitrary: fc.nat(last), weight: 1 }),
    pick: fc.nat(7),
  });
  const absent = Math.max(1, Math.round((kinds.length / FILTERS - 1) * 10));
  const filter = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: absent },
    { arbitrary: value, weight: 10 },
  );
  const filters = fc.record(Object.fromEntries(kinds.map(({ param }) => [param, filter])));
  return fc
    .record({
      row: fc.nat(last),
      filters,
      order: fc.constantFrom(...orders.map(({ name }) => name)),
      limit: limitOf(spec),
      skip: skipOf(rows.length),
    })
    .map(({ row, filters: picks, order, limit, skip }): Drawn => {
      const values = kinds.flatMap((kind) => {
        const pick = picks[kind.param];
        const text =
          pick &&
          pickedValue(ownValues(kind, rows[pick.row === 'same' ? row : pick.row]), others.get(kind) ?? [], pick.pick);
        return text === undefined ? [] : [[kind.param, text] as const];
      });
      return {
        filters: Object.fromEntries(values),
        order,
        ...(limit === undefined ? {} : { limit }),
        ...(skip === undefined ? {} : { skip }),
      };
    });
}

function pickedValue(own: readonly string[], others: readonly string[], pick: number): string | undefined {
  if (pick < own.length || others.length === 0) return own[pick % Math.max(1, own.length)];
  return others[(pick - own.length) % others.length];
}

/** Absent, small, at each bound, or any. A limit without a documented default is always sent. */
function limitOf({ id }: ListSpec): fc.Arbitrary<number | undefined> {
  const route = routeById(id);
  if (isByCursor(route)) return fc.constant(undefined);
  const { min = 1, max = 1, default: preset } = paramOf(route, 'limit');
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(preset === undefined ? max : undefined), weight: 2 },
    { arbitrary: fc.integer({ min: Math.max(1, min), max: 7 }), weight: 3 },
    { arbitrary: fc.constantFrom(min, max), weight: 1 },
    { arbitrary: fc.integer({ min, max }), weight: 1 },
  );
}

function skipOf(length: number): fc.Arbitrary<Drawn['skip']> {
  const from = (side: 'start' | 'end', rows: fc.Arbitrary<number>) =>
    rows.map((count) => ({ from: side, rows: count }));
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: from('start', fc.integer({ min: 1, max: Math.max(1, length + 1) })), weight: 3 },
    { arbitrary: from('end', fc.integer({ min: 1, max: 8 })), weight: 3 },
    { arbitrary: from('start', fc.constant(FAR)), weight: 1 },
  );
}
