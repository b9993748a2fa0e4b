/** conformance/properties/lists/wallets: positions, closed positions and activity (interface 4.7 to 4.9). */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import { withoutNoise } from '../../../wire/pattern/closeness.ts';
import type { CheckContext, ClauseId, RouteId } from '../../check.ts';
import { textsOf } from '../../checks/assertions.ts';
import { namesFor, paramOf } from '../../checks/definition.ts';
import { justAbove } from '../../checks/wallets/position-filters.ts';
import { columnOf } from '../../checks/wallets/sort-order.ts';
import {
  AS_LISTED,
  atLeast,
  type Base,
  conditionsKind,
  type FilterKind,
  type ListDefinition,
  nonEmpty,
  type Order,
  titleKind,
} from './list-spec.ts';

/** Wallets of which one is drawn, and those that are tried. */
const WALLETS = 4;
const TRIES = 2;

/** Wallets with many rows, beginning with any. Current positions bind those with most and with fewest in turn. */
function walletsOf(id: RouteId, { bindings, random }: CheckContext): readonly string[] {
  const names = namesFor(routeById(id), bindings);
  const large = (id === 'positions' ? names.filter((_, index) => index % 2 === 0) : names).slice(0, WALLETS);
  const first = Math.floor(random() * large.length);
  return [...large.slice(first), ...large.slice(0, first)].slice(0, TRIES);
}

function ordersOf(id: 'positions' | 'closed-positions'): readonly Order[] {
  const { default: preset, members = [] } = paramOf(routeById(id), 'sortBy');
  const keys = [undefined, ...members];
  const directions = [undefined, 'DESC', 'ASC'] as const;
  const cite = (name: 'sortBy' | 'sortDirection', value: string | undefined): ClauseId =>
    parameterClause(id, name, value ?? 'default');
  return keys.flatMap((sortBy) =>
    directions.map((sortDirection) => ({
      name: nonEmpty([sortBy, sortDirection]).join(' ') || AS_LISTED.name,
      query: { ...(sortBy && { sortBy }), ...(sortDirection && { sortDirection }) },
      key: {
        ...columnOf(sortBy ?? String(preset)),
        order: sortDirection === 'ASC' ? ('asc' as const) : ('desc' as const),
      },
      clauses: [cite('sortBy', sortBy), cite('sortDirection', sortDirection)],
    })),
  );
}

/** A flag of which `false` is the same as none. */
function setKind(param: 'redeemable' | 'mergeable'): FilterKind {
  return {
    param,
    clause: parameterClause('positions', param, 'filter'),
    ofRow: () => ['true', 'false'],
    meaning: (value) => ({ allows: value === 'true' ? { [param]: true } : {} }),
  };
}

const sizeKind: FilterKind = {
  param: 'sizeThreshold',
  clause: '4.8/sizeThreshold.filter',
  absent: {
    clause: '4.8/sizeThreshold.default',
    value: String(paramOf(routeById('positions'), 'sizeThreshold').default),
  },
  ofRow: (row) => {
    const size = withoutNoise(numberAt(row, 'size') ?? 0);
    return [size, justAbove(size)].map(String).filter((text) => /^[\d.]+$/.test(text));
  },
  others: () => ['0', '0.5', '1000000000'],
  meaning: (value) => atLeast('size', Number(value)),
};

const CONDITIONS = 25;

function inMarkets(base: Base, rows: readonly JsonObject[]): Base {
  const market = [...new Set(textsOf(rows, 'conditionId'))].slice(0, CONDITIONS).join(',');
  return { ...base, query: { ...base.query, market } };
}

export const walletLists: readonly ListDefinition[] = [
  {
    id: 'positions',
    title: 'any request for positions returns rows of the whole list, filtered, sorted and cut',
    key: 'asset',
    runs: 6,
    once: 2,
    filters: [
      conditionsKind('positions'),
      titleKind('positions'),
      setKind('redeemable'),
      setKind('mergeable'),
      sizeKind,
    ],
    combine: '4.8/filters.combine',
    page: '4.8/filters.page',
    bases: (context) =>
      walletsOf('positions', context).map((user) => ({ query: { user }, whole: { sizeThreshold: '0' } })),
    narrow: inMarkets,
    orders: ordersOf('positions'),
  },
  {
    id: 'closed-positions',
    title: 'any request for closed positions returns rows of the whole list, filtered, sorted and cut',
    key: 'asset',
    runs: 4,
    once: 3,
    filters: [conditionsKind('closed-positions'), titleKind('closed-positions')],
    page: '4.7/filters.page',
    bases: (context) => walletsOf('closed-positions', context).map((user) => ({ query: { user } })),
    narrow: inMarkets,
    orders: ordersOf('closed-positions'),
  },
  {
    id: 'activity',
    title: 'any page of the activity of a wallet is a part of the whole list',
    runs: 2,
    once: 2,
    bases: (context) => walletsOf('activity', context).map((user) => ({ query: { user } })),
  },
];
