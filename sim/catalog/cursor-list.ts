/** sim/catalog/cursor-list: the market lists with cursors (4.15): the sampling ones need rewards and a book. */
import { CURSOR_START, decodeCursor, encodeCursor } from '../../spec/cursor.ts';
import type { Profile } from '../../spec/profile.ts';
import type { World, WorldMarket } from '../world/world.ts';
import { isAcceptingOrders, viewOf } from './market-state.ts';
import { simplifiedRecord, tradingRecord } from './trading-records.ts';

export type CursorListName = 'markets' | 'sampling-markets' | 'sampling-simplified-markets' | 'simplified-markets';

export type CursorLists = ReturnType<typeof createCursorLists>;

/** The text of an item, and the state of its market that the text shows. */
type Kept = { readonly text: string; readonly version: number; readonly state: string; readonly tick: number };
type ItemText = (market: WorldMarket) => string;

export function createCursorLists(world: World) {
  const { venue, markets } = world;
  const trading = keptTexts(world, (market) => tradingRecord(venue, market));
  const simplified = keptTexts(world, (market) => simplifiedRecord(venue, market));
  const isSampled = (market: WorldMarket): boolean =>
    market.rewards.rates.length > 0 && isAcceptingOrders(venue, market);
  let sampled: readonly WorldMarket[] | undefined;

  return {
    /** Called when a market has changed its state: drops the list of sampled markets. */
    forget: () => {
      sampled = undefined;
    },
    /** JSON text of the page at `cursor`; undefined if it is no cursor. */
    page: (list: CursorListName, cursor: string | undefined, profile: Profile) => {
      const start = decodeCursor(cursor === undefined || cursor === '' ? CURSOR_START : cursor);
      if (start === undefined) return undefined;
      sampled ??= markets.filter(isSampled);
      const all = list === 'simplified-markets' || list === 'markets' ? markets : sampled;
      const textOf = list === 'sampling-markets' || list === 'markets' ? trading : simplified;
      return pageText(all, start, textOf, profile);
    },
  };
}

function pageText(all: readonly WorldMarket[], start: number, textOf: ItemText, profile: Profile): string {
  const limit = profile.pages.marketLists;
  const items = all.slice(start, start + limit);
  const end = start + items.length;
  const next = end < all.length && items.length > 0 ? encodeCursor(end) : profile.cursorEnds.marketLists;
  const data = items.map(textOf).join(',');
  return `{"data":[${data}],"next_cursor":${JSON.stringify(next)},"limit":${limit},"count":${items.length}}`;
}

/** Serializes a market again only after its book, last price, state or price step has changed. */
function keptTexts(world: World, recordOf: (market: WorldMarket) => object): ItemText {
  const kept: (Kept | undefined)[] = Array.from({ length: world.markets.length });
  return (market) => {
    const { bookVersion: version, state, terms } = viewOf(world.venue, market);
    const { tick } = terms;
    const known = kept[market.index];
    if (known !== undefined && known.version === version && known.state === state && known.tick === tick) {
      return known.text;
    }
    const text = JSON.stringify(recordOf(market));
    kept[market.index] = { text, version, state, tick };
    return text;
  };
}
