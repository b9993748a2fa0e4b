/** backtest/data/coverage: what a recording covers: rows by kind, the time span, and the rows of each market. */

import { KINDS } from './event.ts';
import type { EventColumns } from './event-columns.ts';
import type { TokenNames } from './token-names.ts';

/** Times are Unix microseconds; -1 stands for a recording without rows. */
export type Coverage = {
  readonly rows: number;
  readonly markets: number;
  readonly tokens: number;
  readonly first: number;
  readonly last: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly byMarket: readonly {
    readonly market: string;
    readonly tokens: number;
    readonly rows: number;
    readonly first: number;
    readonly last: number;
  }[];
};

type MarketCount = { rows: number; first: number; last: number };

export class CoverageCount {
  private readonly kinds = KINDS.map(() => 0);
  private readonly markets: MarketCount[] = [];
  private readonly names: TokenNames;

  constructor(names: TokenNames) {
    this.names = names;
  }

  /** Rows have to come in order of time. */
  add(rows: EventColumns, index: number): void {
    const kind = rows.kind[index] as number;
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
    const time = rows.venueTime[index] as number;
    const market = this.names.marketOf[rows.token[index] as number] ?? 0;
    const count = this.markets[market];
    if (count === undefined) {
      this.markets[market] = { rows: 1, first: time, last: time };
      return;
    }
    count.rows += 1;
    count.last = time;
  }

  result(): Coverage {
    const { markets, tokensOf, tokens } = this.names;
    const byMarket = markets.map((market, number) => {
      const count = this.markets[number] ?? { rows: 0, first: -1, last: -1 };
      return { market, tokens: tokensOf[number]?.length ?? 0, ...count };
    });
    const covered = byMarket.filter(({ rows }) => rows > 0);
    return {
      rows: this.kinds.reduce((sum, count) => sum + count, 0),
      markets: markets.length,
      tokens: tokens.length,
      first: covered.reduce((first, market) => Math.min(first, market.first), covered[0]?.first ?? -1),
      last: covered.reduce((last, market) => Math.max(last, market.last), -1),
      kinds: Object.fromEntries(KINDS.map((kind, code) => [kind, this.kinds[code] ?? 0])),
      byMarket,
    };
  }
}
