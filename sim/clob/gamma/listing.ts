/** sim/clob/gamma/listing: pages of a catalog list, whose cursor is the last item; tags and series. */

import { CATALOG_LIMIT_MAX } from '../../../spec/clob/gamma-routes.ts';
import type { Series, Tag } from '../../../spec/resources/catalog-market.ts';
import { summaryRecord } from '../../catalog/market-state.ts';
import { columnValue, comparePlaces, type Place, type Scalar } from '../../catalog/sort-order.ts';
import type { ParamValues } from '../../query.ts';
import {
  badRequest,
  notFound,
  okJson,
  okValue,
  type RouteFunction,
  type RouteFunctions,
  type RouteResponse,
} from '../../routes/call.ts';
import type { World } from '../../world/world.ts';

export type Listing<Item> = Readonly<{
  items: readonly Item[];
  passes: (item: Item) => boolean;
  /** The value of an item in a column; undefined if it is no column. */
  column: (item: Item, column: string) => Scalar | undefined;
  idOf: (item: Item) => string;
  text: (item: Item) => string;
}>;

type Placed<Item> = Place & { readonly item: Item };

/** The items that pass, in the order of `order` and `ascending`; undefined if there is no such column. */
function sortedItems<Item>(listing: Listing<Item>, { order, ascending }: ParamValues): Placed<Item>[] | undefined {
  const column = camelCase(String(order ?? 'id').split(',', 1)[0] ?? '');
  const [first] = listing.items;
  if (first !== undefined && listing.column(first, column) === undefined) return undefined;
  const placed = listing.items.filter(listing.passes).map((item): Placed<Item> => {
    return { item, key: listing.column(item, column) ?? '', id: Number(listing.idOf(item)) };
  });
  const sign = ascending === true ? 1 : -1;
  return placed.sort((a, b) => sign * comparePlaces(a, b));
}

/** `volume_24hr` is `volume24hr`. */
function camelCase(name: string) {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const NO_COLUMN = badRequest('order must be a field of the items that is a text, a number or a flag');

/** A bare array. Condition: bad-request. */
export function offsetPage<Item>(listing: Listing<Item>, params: ParamValues): RouteResponse {
  const sorted = sortedItems(listing, params);
  if (sorted === undefined) return NO_COLUMN;
  const start = Number(params['offset']);
  const page = sorted.slice(start, start + limitOf(params));
  return okJson(`[${page.map(({ item }) => listing.text(item)).join(',')}]`);
}

/** An object with the list under `name`, and with `next_cursor` while there are more items. Condition: bad-request. */
export function keysetPage<Item>(name: string, listing: Listing<Item>, params: ParamValues): RouteResponse {
  const sorted = sortedItems(listing, params);
  if (sorted === undefined) return NO_COLUMN;
  const { after_cursor: cursor, ascending } = params;
  const last = cursor === undefined ? undefined : readPlace(String(cursor));
  if (cursor !== undefined && last === undefined) {
    return badRequest('after_cursor must be the next_cursor of the page before');
  }
  const sign = ascending === true ? 1 : -1;
  const rest = last === undefined ? sorted : sorted.filter((place) => sign * comparePlaces(place, last) > 0);
  const page = rest.slice(0, limitOf(params));
  const end = page.at(-1);
  const next = end === undefined || page.length === rest.length ? '' : `,"next_cursor":"${placeText(end)}"`;
  return okJson(`{"${name}":[${page.map(({ item }) => listing.text(item)).join(',')}]${next}}`);
}

function limitOf({ limit }: ParamValues) {
  return Math.min(Number(limit), CATALOG_LIMIT_MAX);
}

function placeText({ key, id }: Place) {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

function readPlace(cursor: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [key, id]: readonly unknown[] = Array.isArray(value) && value.length === 2 ? value : [];
    const isScalar = typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean';
    return isScalar && typeof id === 'number' ? { key, id } : undefined;
  } catch {
    return undefined;
  }
}

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

function orderedById<Params extends { readonly [name: string]: unknown }>(params: Params) {
  return params['order'] === undefined ? { ...params, ascending: true } : params;
}

function oneTag(named: (tag: Tag) => string): RouteFunction {
  return ({ world }, { pathValue }) => {
    const tag = tagsOf(world).find((one) => named(one) === pathValue);
    return tag === undefined ? notFound(`tag ${JSON.stringify(pathValue)} not found`) : okValue(tag);
  };
}

function withEvents({ events }: World, series: Series): object {
  const members = events.filter((event) => event.series.some(({ id }) => id === series.id));
  return { ...series, events: members.map(summaryRecord) };
}

export const GROUP_FUNCTIONS: RouteFunctions = {
  /** Lists of groups are in ascending order of their ids, unless a client asks for another. */
  'P/tags': ({ world }, { params }) =>
    offsetPage({ ...plainListing(tagsOf(world)), passes: () => true }, orderedById(params)),
  'P/tag': oneTag(({ id }) => id),
  'P/tag-by-slug': oneTag(({ slug }) => slug),
  'P/series-list': ({ world }, { params }) => {
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
  },
  'P/series': ({ world }, { pathValue }) => {
    const series = seriesOf(world).find(({ id }) => id === pathValue);
    if (series === undefined) return notFound(`series ${JSON.stringify(pathValue)} not found`);
    return okValue(withEvents(world, series));
  },
};
