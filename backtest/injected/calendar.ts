/** backtest/injected/calendar: events of served markets besides their rows: gaps withdraw the background orders, resolutions pay out. */
import { MICRO } from '../../spec/units.ts';
import type { ReplaySource } from '../replay/source.ts';
import { momentOf, type Survey } from './survey.ts';

export type Entry = {
  /** Milliseconds. */
  readonly at: number;
  readonly market: number;
  /** The payout of each outcome; undefined for a gap. */
  readonly payout: readonly [number, number] | undefined;
};

/**
 * The entries in order of their moments. Background orders leave a millisecond after the last row before a gap. A market is resolved at the moment
 * that the catalog states, or with its last row when the catalog states none; never before that row.
 */
export function calendarOf(recording: ReplaySource, survey: Survey): readonly Entry[] {
  const entries: Entry[] = [];
  const resolutions = new Map(recording.catalog.map(({ market, resolution }) => [market, resolution]));
  for (const [market, { name, gaps, tokens, lastMs }] of survey.markets.entries()) {
    for (const gap of gaps) entries.push({ at: gap + 1, market, payout: undefined });
    const resolution = resolutions.get(name);
    if (resolution === undefined) continue;
    const stated = resolution.time === undefined ? lastMs : momentOf(resolution.time);
    entries.push({ at: Math.max(stated, lastMs), market, payout: payoutOf(tokens.indexOf(resolution.winner)) });
  }
  return entries.sort((a, b) => a.at - b.at || a.market - b.market);
}

function payoutOf(winner: number): readonly [number, number] {
  if (winner < 0) return [MICRO / 2, MICRO / 2];
  return winner === 0 ? [MICRO, 0] : [0, MICRO];
}
