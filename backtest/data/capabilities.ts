/**
 * backtest/data/capabilities: finds out from the rows of the sources since when a recording can have trades of a
 * market. Sources that share a market were recorded together: once one of them has had a trade of any market, a market
 * without one is quiet.
 */
import { KIND, MATCH_MICROS } from './event.ts';

/** `firstTrade` is earlier than that trade by the time that can lie between a trade and the change of its level. */
type SourceRows = { readonly markets: Set<number>; firstTrade: number };

export class Capabilities {
  readonly #sources: SourceRows[] = [];
  #last = { source: -1, market: -1 };

  /** Notes a row of a market in a source, both by number. */
  saw(source: number, market: number, kind: number, time: number): void {
    if (this.#last.source !== source || this.#last.market !== market) {
      this.#last = { source, market };
      this.#sources[source] ??= { markets: new Set(), firstTrade: Infinity };
      this.#sources[source].markets.add(market);
    }
    const rows = this.#sources[source] as SourceRows;
    if (kind === KIND.trade && time - MATCH_MICROS < rows.firstTrade) rows.firstTrade = time - MATCH_MICROS;
  }

  /** By market: since when trades are recorded together with it; Infinity for never. `numberOf` has its number. */
  tradesFrom(markets: number, numberOf: Int32Array): readonly number[] {
    const from = Array.from({ length: markets }, () => Infinity);
    const sources = this.#sources
      .filter((source) => source !== undefined)
      .map(({ markets: seen, firstTrade }) => ({
        markets: new Set([...seen].map((market) => numberOf[market] as number)),
        firstTrade,
      }));
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const rows of sources) {
        for (const market of rows.markets) rows.firstTrade = Math.min(rows.firstTrade, from[market] as number);
        for (const market of rows.markets) {
          if (rows.firstTrade >= (from[market] as number)) continue;
          from[market] = rows.firstTrade;
          hasChanged = true;
        }
      }
    }
    return from;
  }
}
