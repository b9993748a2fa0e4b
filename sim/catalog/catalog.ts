/** sim/catalog/catalog: lookups by every identifier, and `GET /markets` (4.11), cached until flags change. */

import { addTo } from '../../base/record.ts';
import type { EventMarket } from '../../spec/resources/catalog-market.ts';
import { type Cache, createCache } from '../cache.ts';
import type { ParamValues } from '../query.ts';
import type { World, WorldMarket } from '../world/world.ts';
import { inScope } from './creator-list.ts';
import { createLookups, type Lookups } from './lookups.ts';
import { type CatalogTexts, createCatalogTexts, isClosed, marketRecord } from './market-state.ts';
import { columnValue, scalarColumns, sortedBy } from './sort-order.ts';
import { type CursorLists, createCursorLists } from './trading-records.ts';

const SELECTIONS_KEPT = 128;

type MarketList = ReturnType<typeof createMarketList>;

function createMarketList(world: World, lookups: Lookups, texts: CatalogTexts) {
  const { venue } = world;
  const columns = columnsOf(world);
  const byTag = marketsByTag(world);
  let pages = new WeakMap<ParamValues, string>();
  const ranking = createRanking(world);
  /** Closed markets, after the first use. */
  let closed: ReadonlySet<WorldMarket> | undefined;
  let selections: Cache<readonly WorldMarket[]> = createCache(SELECTIONS_KEPT);

  /** The smallest indexed set that contains every match. */
  const candidates = (params: ParamValues): readonly WorldMarket[] => {
    const { conditionId, slug, event_id: eventId, event_slug: eventSlug } = params;
    if (conditionId !== undefined) return maybe(lookups.marketByCondition(String(conditionId)));
    if (slug !== undefined) return maybe(lookups.marketBySlug(String(slug)));
    if (eventId !== undefined) return lookups.eventById(Number(eventId))?.markets ?? [];
    if (eventSlug !== undefined) return lookups.eventBySlug(String(eventSlug))?.markets ?? [];
    if (params['tag_slug'] !== undefined) return byTag.get(`slug ${params['tag_slug']}`) ?? [];
    if (params['tag_id'] !== undefined) return byTag.get(`id ${params['tag_id']}`) ?? [];
    return world.markets;
  };

  const select = (params: ParamValues): readonly WorldMarket[] => {
    const { order: column = 'id', ascending } = params;
    closed ??= new Set(world.markets.filter((market) => isClosed(venue, market)));
    return ranking.sorted(candidates(params), testOf(closed, params), String(column), ascending === true);
  };

  const selection = (params: ParamValues): readonly WorldMarket[] => {
    const { limit: _limit, offset: _offset, ...filters } = params;
    const key = JSON.stringify(filters);
    return selections.get(key) ?? selections.set(key, select(params));
  };

  const render = (params: ParamValues): string | undefined => {
    if (params['order'] !== undefined && !columns.includes(String(params['order']))) return undefined;
    const start = Number(params['offset']);
    const items = selection(params).slice(start, start + Number(params['limit']));
    const text = `[${items.map(texts.listed).join(',')}]`;
    pages.set(params, text);
    return text;
  };

  return {
    columns,
    /** JSON text of a page; undefined if `order` is no scalar column. */
    page: (params: ParamValues) => pages.get(params) ?? render(params),
    /** Drops everything that depends on the flags of markets. */
    forget: () => {
      pages = new WeakMap();
      selections = createCache(SELECTIONS_KEPT);
      ranking.forget();
      closed = undefined;
    },
  };
}

function maybe(market: WorldMarket | undefined): readonly WorldMarket[] {
  return market === undefined ? [] : [market];
}

type Test = (market: WorldMarket) => boolean;

/** Whether a market passes all present filters; absent ones cost nothing. */
function testOf(closedMarkets: ReadonlySet<WorldMarket>, params: ParamValues): Test {
  const tests: Test[] = [];
  const add = (name: string, test: (market: WorldMarket, value: ParamValues[string]) => boolean) => {
    const value = params[name];
    if (value !== undefined) tests.push((market) => test(market, value));
  };
  const addText = (name: string, test: (market: WorldMarket, text: string) => boolean) =>
    add(name, (market, value) => test(market, String(value)));
  add('active', (market, active) => market.active === active);
  add('closed', (market, closed) => closedMarkets.has(market) === closed);
  add('archived', (market, archived) => market.archived === archived);
  add('event_id', (market, id) => Number(market.event.own.id) === id);
  add('event_slug', (market, slug) => market.event.own.slug === slug);
  add('slug', (market, slug) => market.catalog.slug === slug);
  addText('conditionId', (market, id) => market.catalog.conditionId.toLowerCase() === id.toLowerCase());
  add('tag_slug', (market, slug) => market.event.tags.some((tag) => tag.slug === slug));
  addText('tag_id', (market, id) => market.event.tags.some((tag) => tag.id === id));
  add('creator', inScope);
  return (market) => tests.every((test) => test(market));
}

function marketsByTag(world: World): ReadonlyMap<string, readonly WorldMarket[]> {
  const byTag = new Map<string, WorldMarket[]>();
  for (const market of world.markets) {
    const keys = market.event.tags.flatMap((tag) => [`slug ${tag.slug}`, `id ${tag.id}`]);
    for (const key of keys) addTo(byTag, key, market);
  }
  return byTag;
}

function columnsOf(world: World): readonly string[] {
  const [market] = world.markets;
  if (market === undefined) return ['id'];
  const record: EventMarket = marketRecord(world.venue, market);
  return scalarColumns(record);
}

/** All markets, ascending, and the rank of each by its index. */
type Ranks = { readonly all: readonly WorldMarket[]; readonly places: Uint32Array };

function createRanking({ venue, markets }: World) {
  const known = new Map<string, Ranks>();

  const rank = (column: string): Ranks => {
    const keyOf = (market: WorldMarket) => columnValue(marketRecord(venue, market), column);
    const all = sortedBy(markets, keyOf, (market) => market.catalog.id, true);
    const places = new Uint32Array(markets.length);
    for (const [place, market] of all.entries()) places[market.index] = place;
    const ranks = { all, places };
    known.set(column, ranks);
    return ranks;
  };
  return {
    /** The markets of a selection that pass, in order of a scalar column, then of their ids. */
    sorted(
      selection: readonly WorldMarket[],
      passes: (market: WorldMarket) => boolean,
      column: string,
      ascending: boolean,
    ): readonly WorldMarket[] {
      const { all, places } = known.get(column) ?? rank(column);
      const isWhole = selection === markets;
      const chosen = (isWhole ? all : selection).filter(passes);
      const placeOf = ({ index }: WorldMarket) => places[index] ?? 0;
      if (!isWhole) chosen.sort((a, b) => placeOf(a) - placeOf(b));
      return ascending ? chosen : chosen.reverse();
    },
    // Of all columns a market is sorted by, `closed` alone changes.
    forget: () => known.delete('closed'),
  };
}

export type Catalog = Lookups & {
  /** Reads new events of the venue; the route functions of the catalog call it first. */
  refresh(): void;
  readonly texts: CatalogTexts;
  readonly marketList: MarketList;
  readonly cursorLists: CursorLists;
};

export function createCatalog(world: World): Catalog {
  const lookups = createLookups(world);
  const texts = createCatalogTexts(world);
  const marketList = createMarketList(world, lookups, texts);
  const { venue } = world;
  const cursorLists = createCursorLists(world);
  let seen = venue.eventCount;

  const forget = (market: WorldMarket | undefined) => {
    if (market === undefined) return;
    texts.forget(market);
    marketList.forget();
    cursorLists.forget();
  };

  return {
    ...lookups,
    texts,
    marketList,
    cursorLists,
    refresh: () => {
      const { eventCount } = venue;
      for (; seen < eventCount; seen += 1) {
        const event = venue.eventAt(seen);
        if (event?.kind === 'market-state' || event?.kind === 'market-resolved') forget(world.markets[event.market]);
      }
    },
  };
}
