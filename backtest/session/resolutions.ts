/** backtest/session/resolutions: when which market of a recording resolves. A market whose outcome is unknown does not. */

import type { MarketTable } from '../replay/market-table.ts';
import type { ReplaySource } from '../replay/source.ts';

export type Resolving = {
  readonly at: number;
  readonly market: number;
  /** Micro dollars that a share of each outcome pays. */
  readonly payout: readonly [number, number];
  readonly basis: 'recorded' | 'inferred';
};

const DOLLAR = 1_000_000;

/**
 * Plans the resolutions up to `end`. A market resolves when the catalog says so, and with its last row when the catalog states no moment. Never
 * before its last row: the venue traded until then.
 */
export function scheduleResolutions(
  recording: ReplaySource,
  { facts, isIncluded }: MarketTable,
  end: number,
  plan: (resolving: Resolving) => void,
): void {
  const byName = new Map(recording.catalog.map((market) => [market.market, market]));
  for (const { index, name, outcomes } of facts) {
    const resolution = byName.get(name)?.resolution;
    if (resolution === undefined || isIncluded[index] === 0) continue;
    const last = recording.coverage.byMarket[index]?.last ?? -1;
    const at = Math.max(resolution.time ?? last, last);
    const winner = outcomes.findIndex(({ id }) => id !== '' && id === resolution.winner);
    const isKnown = winner >= 0 || resolution.winner === undefined;
    if (at > end || !isKnown) continue;
    const payout = winner === 0 ? [DOLLAR, 0] : winner === 1 ? [0, DOLLAR] : [DOLLAR / 2, DOLLAR / 2];
    plan({ at, market: index, payout: [payout[0] ?? 0, payout[1] ?? 0], basis: resolution.basis });
  }
}
