/** sim/clob/gamma/groups: tags and series, which the catalog has as parts of its events. */
import type { Series, Tag } from '../../../spec/resources/catalog-event.ts';
import { summaryRecord } from '../../catalog/market-records.ts';
import { columnValue } from '../../catalog/sort-order.ts';
import { error, okValue, type RouteFunction, type RouteFunctions } from '../../routes/call.ts';
import type { World } from '../../world/world.ts';
import { type Listing, offsetPage } from './listing.ts';

export function tagsOf({ events }: World): readonly Tag[] {
  return [...new Map(events.flatMap(({ tags }) => tags.map((tag) => [tag.id, tag] as const))).values()];
}

function seriesOf({ events }: World): readonly Series[] {
  return [...new Map(events.flatMap(({ series }) => series.map((one) => [one.id, one] as const))).values()];
}

function plainListing<Item extends { readonly id: string }>(items: readonly Item[]): Omit<Listing<Item>, 'passes'> {
  return {
    items,
    column: (item, column) => (Object.hasOwn(item, column) ? columnValue(item, column) : undefined),
    idOf: ({ id }) => id,
    text: (item) => JSON.stringify(item),
  };
}

/** Lists of groups are in ascending order of their ids, unless a client asks for another. */
const tags: RouteFunction = ({ world }, { params }) =>
  offsetPage({ ...plainListing(tagsOf(world)), passes: () => true }, orderedById(params));

function orderedById<Params extends { readonly [name: string]: unknown }>(params: Params): Params {
  return params['order'] === undefined ? { ...params, ascending: true } : params;
}

function oneTag(named: (tag: Tag) => string): RouteFunction {
  return ({ world }, { pathValue }) => {
    const tag = tagsOf(world).find((one) => named(one) === pathValue);
    return tag === undefined ? error('not-found', `tag ${JSON.stringify(pathValue)} not found`) : okValue(tag);
  };
}

function withEvents({ events }: World, series: Series): object {
  const members = events.filter((event) => event.series.some(({ id }) => id === series.id));
  return { ...series, events: members.map(summaryRecord) };
}

const seriesList: RouteFunction = ({ world }, { params }) => {
  const { slug, closed, recurrence, exclude_events: isBare } = params;
  return offsetPage(
    {
      ...plainListing(seriesOf(world)),
      passes: (series) =>
        (typeof slug !== 'object' || slug.length === 0 || slug.includes(series.slug)) &&
        (closed === undefined || series.closed === closed) &&
        (recurrence === undefined || series.recurrence === recurrence),
      text: (series) => JSON.stringify(isBare === true ? series : withEvents(world, series)),
    },
    orderedById(params),
  );
};

const oneSeries: RouteFunction = ({ world }, { pathValue }) => {
  const series = seriesOf(world).find(({ id }) => id === pathValue);
  if (series === undefined) return error('not-found', `series ${JSON.stringify(pathValue)} not found`);
  return okValue(withEvents(world, series));
};

export const GROUP_FUNCTIONS: RouteFunctions = {
  'P/tags': tags,
  'P/tag': oneTag(({ id }) => id),
  'P/tag-by-slug': oneTag(({ slug }) => slug),
  'P/series-list': seriesList,
  'P/series': oneSeries,
};
