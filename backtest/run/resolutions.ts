/** backtest/run/resolutions: when each market of a recording resolves, if ever, and what it pays. */
import type { CatalogMarket } from '../data/catalog.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { SettlementRecord } from '../result.ts';

/** `at` is Infinity if the moment at which the outcome was known is not stated. */
export type Resolving = Pick<SettlementRecord, 'at' | 'market' | 'payout' | 'basis'>;

const DOLLAR = 1_000_000;

/** The resolutions of the markets of a run, in the order of the markets. */
export function resolutionsOf(recording: ReplaySource, { facts, isIncluded }: MarketTable): readonly Resolving[] {
  const byName = new Map(recording.catalog.map((market) => [market.market, market]));
  return facts.flatMap(({ index, name, outcomes }): readonly Resolving[] => {
    const market = byName.get(name);
    if (market?.resolution === undefined || isIncluded[index] === 0) return [];
    const { winner: paid, basis } = market.resolution;
    const winner = outcomes.findIndex(({ id }) => id !== '' && id === paid);
    if (winner < 0 && paid !== undefined) return [];
    const first = [DOLLAR, 0][winner] ?? DOLLAR / 2;
    const at = outcomeKnownAt(market, recording.coverage.byMarket[index]?.last);
    return [{ at, market: index, payout: [first, DOLLAR - first], basis }];
  });
}

/**
 * When the outcome of a market was known, Unix microseconds: at the moment that its resolution states, otherwise at its
 * close, and never before its
 * `last` row, because the venue traded until then. Infinity when the catalog states neither moment.
 */
export function outcomeKnownAt({ resolution, closes = Infinity }: CatalogMarket, last = Infinity): number {
  return Math.max(resolution?.time ?? closes, last);
}

/** When the outcome of each market of the catalog was known, by name. A market without an outcome is left out. */
export function outcomeMoments({ catalog, coverage }: ReplaySource): ReadonlyMap<string, number> {
  const lastOf = new Map(coverage.byMarket.map(({ market, last }) => [market, last]));
  return new Map(
    catalog
      .filter(({ resolution, market }) => resolution !== undefined && lastOf.has(market))
      .map((market) => [market.market, outcomeKnownAt(market, lastOf.get(market.market))]),
  );
}
