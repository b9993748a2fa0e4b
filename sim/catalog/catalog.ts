/** sim/catalog/catalog: lookups of a world by every identifier, and lists, with the present flags of its markets. */
import type { World, WorldMarket } from '../world/world.ts';
import { type CatalogTexts, createCatalogTexts } from './catalog-texts.ts';
import { type CursorLists, createCursorLists } from './cursor-list.ts';
import { createLookups, type Lookups } from './lookups.ts';
import { createMarketList, type MarketList } from './market-list.ts';

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

  const forget = (market: WorldMarket | undefined): void => {
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
