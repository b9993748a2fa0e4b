/** sim/world/write-markets: the markets for the writes of a check run, in which two wallets keep a deep book. */
import { PRICE_ONE } from '../../base/units.ts';
import { type Floor, shares } from './floor.ts';

const HELD = shares(5_000);
const LEVELS = 5;
const SIZES = [2_000, 1_500, 2_000, 3_000, 2_500];

export function stockWriters(floor: Floor, wallets: readonly number[], market: number): void {
  for (const wallet of wallets) floor.must({ kind: 'split', wallet, market, size: HELD });
}

/** Five levels on each side of half a dollar: bids by one wallet, offers by the other. */
export function restBook(floor: Floor, market: number, bidder: number, offerer: number): void {
  floor.must({ kind: 'split', wallet: offerer, market, size: HELD });
  for (let level = 0; level < LEVELS; level += 1) {
    const size = shares(SIZES[level] ?? 1_000);
    const bid = PRICE_ONE / 2 - (2 + level * 2) * 100;
    floor.order({ wallet: bidder, market, outcome: 0, side: 'BUY', price: bid, shares: size });
    const ask = PRICE_ONE - bid;
    // The best offer sells tokens, so that a buyer meets a transfer first; the others mint.
    const offer =
      level === 0
        ? ({ outcome: 0, side: 'SELL', price: ask } as const)
        : ({ outcome: 1, side: 'BUY', price: PRICE_ONE - ask } as const);
    floor.order({ wallet: offerer, market, shares: size, ...offer });
  }
}
