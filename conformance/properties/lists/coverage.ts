/** conformance/properties/lists/coverage: the space of requests to a list: filter, order and kind of page. */
import { routeById } from '../../../spec/routes.ts';
import type { Drawn, OpenList } from './list-spec.ts';

const SKIPS = ['start', 'inside', 'end'] as const;
const CUTS = ['', ', limited'] as const;

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

function partName(filter: string, order: string, skip: (typeof SKIPS)[number], cut: (typeof CUTS)[number]): string {
  return `${filter}, ordered by ${order}, from ${skip}${cut}`;
}
