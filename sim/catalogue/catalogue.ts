/**
 * sim/catalogue/catalogue: the reading side of the world: lookups by every identifier and the lists of the catalogue.
 * Follows the event log of the exchange, so that a market that closes or resolves changes its flags everywhere at once.
 */
import type { World, WorldMarket } from '../world/world.ts';
import { type CatalogueTexts, createCatalogueTexts } from './catalogue-texts.ts';
import { type CursorLists, createCursorLists } from './cursor-list.ts';
import { createLookups, type Lookups } from './lookups.ts';
import { createMarketList, type MarketList } from './market-list.ts';

export type Catalogue = Lookups & {
  /** Catches up with the exchange's log; the route functions of the catalogue call it first. */
  refresh(): void;
  readonly texts: CatalogueTexts;
  readonly marketList: MarketList;
  readonly cursorLists: CursorLists;
};

export function createCatalogue(world: World): Catalogue {
  const lookups = createLookups(world);
  const texts = createCatalogueTexts(world);
  const marketList = createMarketList(world, lookups, texts);
  const { exchange } = world;
  const cursorLists = createCursorLists(world);
  let seen = exchange.eventCount;

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
      const { eventCount } = exchange;
      for (; seen < eventCount; seen += 1) {
        const event = exchange.eventAt(seen);
        if (event?.kind === 'market-state' || event?.kind === 'market-resolved') forget(world.markets[event.market]);
      }
    },
  };
}
