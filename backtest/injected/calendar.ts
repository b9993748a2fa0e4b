/** backtest/injected/calendar: events besides rows: gaps and ends withdraw background orders, resolutions pay out. */
import { MICRO } from '../../base/units.ts';
import type { ReplaySource } from '../replay/source.ts';
import { outcomeKnownAt } from '../run/resolutions.ts';
import { momentOf, type Survey } from './survey.ts';

export type Entry = {
  /** Milliseconds. */
  readonly at: number;
  readonly market: number;
  /** The payout of each outcome; undefined when the book is lost. */
  readonly payout: readonly [number, number] | undefined;
};

/**
 * The entries in order of their moments. Background orders leave when a market had no row of its book for the gap time.
 * A market is resolved when its outcome was known; one whose catalog states no moment never is.
 */
export function calendarOf(recording: ReplaySource, survey: Survey): readonly Entry[] {
  const entries: Entry[] = [];
  const known = new Map(recording.catalog.map((market) => [market.market, market]));
  for (const [market, { name, silences, tokens, lastMs }] of survey.markets.entries()) {
    for (const at of silences) entries.push({ at, market, payout: undefined });
    const stated = known.get(name);
    if (stated?.resolution === undefined) continue;
    const at = outcomeKnownAt(stated, lastMs * 1_000);
    if (at === Infinity) continue;
    entries.push({ at: momentOf(at), market, payout: payoutOf(tokens.indexOf(stated.resolution.winner)) });
  }
  return entries.sort((a, b) => a.at - b.at || a.market - b.market);
}

function payoutOf(winner: number): readonly [number, number] {
  if (winner < 0) return [MICRO / 2, MICRO / 2];
  return winner === 0 ? [MICRO, 0] : [0, MICRO];
}
