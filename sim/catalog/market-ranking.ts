/** sim/catalog/market-ranking: the rank of each market by a column, computed once, so that sorting compares ranks. */
import type { World, WorldMarket } from '../world/world.ts';
import { marketRecord } from './market-records.ts';
import { columnValue, sortedBy } from './sort-order.ts';

export type MarketRanking = {
  /** The markets of a selection that pass, in order of a scalar column, then of their ids. */
  sorted(
    selection: readonly WorldMarket[],
    passes: (market: WorldMarket) => boolean,
    column: string,
    ascending: boolean,
  ): readonly WorldMarket[];
  forget(): void;
};

/** All markets, ascending, and the rank of each by its index. */
type Ranks = { readonly all: readonly WorldMarket[]; readonly places: Uint32Array };

export function createRanking(world: World): MarketRanking {
  const { venue, markets } = world;
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
    sorted(selection, passes, column, ascending) {
      const { all, places } = known.get(column) ?? rank(column);
      const isWhole = selection === markets;
      const chosen = (isWhole ? all : selection).filter(passes);
      const placeOf = ({ index }: WorldMarket): number => places[index] ?? 0;
      if (!isWhole) chosen.sort((a, b) => placeOf(a) - placeOf(b));
      return ascending ? chosen : chosen.reverse();
    },
    // Of all columns a market is sorted by, `closed` alone changes.
    forget: () => known.delete('closed'),
  };
}
