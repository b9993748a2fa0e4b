/**
 * sim/core/depth: the levels of a book for readers, best first. They are created once for each version of the book and
 * frozen, because all readers share them.
 */
import { type Micro, PRICE_ONE, type Price } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import { type BookSide, eachLevel } from './book-side.ts';
import type { Market } from './market.ts';

/** A price level in terms of the requested token. */
export type Level = { readonly price: Price; readonly size: Micro };

type Levels = { readonly version: number; readonly side: BookSide; readonly levels: readonly Level[] };

/** The bids or asks of one token's book. */
export type Depth = (market: Market, isBids: boolean, outcome: OutcomeIndex) => readonly Level[];

export function createDepth(): Depth {
  const kept: Levels[] = [];
  return (market, isBids, outcome) => {
    // The second outcome's bids are the first one's asks, seen from the other end of the dollar.
    const side = isBids === (outcome === 0) ? market.bids : market.asks;
    const slot = market.index * 4 + (isBids ? 2 : 0) + outcome;
    const known = kept[slot];
    if (known !== undefined && known.version === market.bookVersion && known.side === side) return known.levels;
    const levels: Level[] = [];
    eachLevel(side, (price, size) =>
      levels.push(Object.freeze({ price: outcome === 0 ? price : PRICE_ONE - price, size })),
    );
    kept[slot] = { version: market.bookVersion, side, levels: Object.freeze(levels) };
    return levels;
  };
}
