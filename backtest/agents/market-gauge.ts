/** backtest/agents/market-gauge: how the books of a simulated run looked on average over time. */
import { PRICE_ONE } from '../../base/units.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { MarketQuality } from './totals.ts';

type Seen = { at: number; spread: number; depth: number };

export class MarketGauge {
  readonly #engine: Venue;
  readonly #seen: Seen[];
  #time = 0;
  #twoSided = 0;
  #spreadTime = 0;
  #depthTime = 0;

  constructor(engine: Venue, markets: number, at: number) {
    this.#engine = engine;
    this.#seen = Array.from({ length: markets }, () => ({ at, spread: -1, depth: 0 }));
  }

  note(market: number, at: number): void {
    const seen = this.#seen[market];
    if (seen === undefined) return;
    this.#add(seen, at);
    const [bid] = this.#engine.bids(market, 0);
    const [ask] = this.#engine.asks(market, 0);
    seen.spread = bid === undefined || ask === undefined ? -1 : ask.price - bid.price;
    seen.depth = ((bid?.size ?? 0) + (ask?.size ?? 0)) / 2;
  }

  /** The averages until a moment. */
  quality(at: number): MarketQuality {
    for (const seen of this.#seen) this.#add(seen, at);
    const time = this.#time;
    const twoSided = this.#twoSided;
    return {
      twoSidedShare: time === 0 ? 0 : twoSided / time,
      spread: twoSided === 0 ? null : this.#spreadTime / twoSided / PRICE_ONE,
      depth: twoSided === 0 ? null : this.#depthTime / twoSided / 1e6,
    };
  }

  #add(seen: Seen, at: number): void {
    const span = at - seen.at;
    seen.at = at;
    this.#time += span;
    if (seen.spread < 0) return;
    this.#twoSided += span;
    this.#spreadTime += span * seen.spread;
    this.#depthTime += span * seen.depth;
  }
}
