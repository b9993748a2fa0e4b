/** conformance/properties/lists/draw: draws requests to a list: filters, an order and a part; and their space. */
import fc from 'fast-check';
import { routeById } from '../../../spec/routes.ts';
import type { CheckContext } from '../../check.ts';
import { paramOf } from '../../checks/definition.ts';
import { type Drawn, type FilterKind, type ListSpec, nonEmpty, type OpenList } from './list-spec.ts';
import { isByCursor, type Listing } from './listing.ts';

/** An offset past the end of any compared list, and one past all markets, which sampled lists may count. */
const FAR = 9_000;
export const PAST_ALL = 1_000_000_000;
/** The number of filters that a request has on average, if the list has many. */
const FILTERS = 1.4;

/** A value of a filter: one of the row with this index, of the row that other filters are about, or of no row. */
type Pick = { readonly row: number | 'same' | 'none'; readonly pick: number };

const PICKS = 31;

/** A filter is absent so often that a request has a few of them. */
function picksOf(kinds: readonly FilterKind[], last: number): fc.Arbitrary<Readonly<Record<string, Pick | undefined>>> {
  const row = fc.oneof(
    { arbitrary: fc.constant('same' as const), weight: 4 },
    { arbitrary: fc.nat(last), weight: 1 },
    { arbitrary: fc.constant('none' as const), weight: 2 },
  );
  const filter = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: Math.max(10, Math.round((kinds.length / FILTERS - 1) * 10)) },
    { arbitrary: fc.record({ row, pick: fc.nat(PICKS) }), weight: 10 },
  );
  return fc.record(Object.fromEntries(kinds.map(({ param }) => [param, filter])));
}

export function drawnFrom(
  context: CheckContext,
  { spec, filters: kinds, orders }: OpenList,
  { rows }: Listing,
): fc.Arbitrary<Drawn> {
  const others = new Map(kinds.map((kind) => [kind, kind.others?.(rows) ?? nonEmpty([kind.unknown])]));
  const last = Math.max(0, rows.length - 1);
  const textOf = (kind: FilterKind, same: number, { row, pick }: Pick): string | undefined => {
    const one = row === 'none' ? undefined : rows[row === 'same' ? same : row];
    const texts = one === undefined ? (others.get(kind) ?? []) : kind.ofRow(one, context);
    return texts[pick % Math.max(1, texts.length)];
  };
  return fc
    .record({
      row: fc.nat(last),
      picks: picksOf(kinds, last),
      order: fc.constantFrom(...orders.map(({ name }) => name)),
      limit: limitOf(spec),
      skip: skipOf(rows.length, spec.isSample === true ? PAST_ALL : FAR),
    })
    .map(({ row, picks, order, limit, skip }): Drawn => {
      const filters = kinds.flatMap((kind) => {
        const pick = picks[kind.aliasOf ?? ''] === undefined ? picks[kind.param] : undefined;
        const text = pick && textOf(kind, row, pick);
        return text === undefined ? [] : [[kind.param, text] as const];
      });
      return { filters: Object.fromEntries(filters), order, limit, skip };
    });
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

function skipOf(length: number, far: number): fc.Arbitrary<Drawn['skip']> {
  const from = (side: 'start' | 'end', rows: fc.Arbitrary<number>) =>
    rows.map((count) => ({ from: side, rows: count }));
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: from('start', fc.integer({ min: 1, max: Math.max(1, length + 1) })), weight: 3 },
    { arbitrary: from('end', fc.integer({ min: 1, max: 8 })), weight: 3 },
    { arbitrary: from('start', fc.constant(far)), weight: 1 },
  );
}

const SKIPS = ['start', 'inside', 'end'] as const;
const CUTS = ['', ', limited'] as const;

/** The parts of the space of requests: each filter, in each order, on each kind of page. */
export function spaceOf({ spec, filters, orders }: OpenList): readonly string[] {
  const names = ['all', ...filters.map(({ param }) => param)];
  const limit = routeById(spec.id).query.find((param) => param.name === 'limit');
  const cuts = CUTS.filter((cut) =>
    cut === '' ? limit?.default !== undefined || limit === undefined : limit !== undefined,
  );
  return names.flatMap((filter) =>
    orders.flatMap(({ name }) => SKIPS.flatMap((skip) => cuts.map((cut) => partName(filter, name, skip, cut)))),
  );
}

export function featuresOf({ filters, order, limit, skip }: Drawn): readonly string[] {
  const names = Object.keys(filters);
  const from = skip === undefined ? 'start' : skip.from === 'end' ? 'end' : 'inside';
  return (names.length === 0 ? ['all'] : names).map((filter) =>
    partName(filter, order, from, limit === undefined ? '' : ', limited'),
  );
}

function partName(filter: string, order: string, skip: (typeof SKIPS)[number], cut: (typeof CUTS)[number]) {
  return `${filter}, ordered by ${order}, from ${skip}${cut}`;
}
