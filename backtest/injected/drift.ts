/** backtest/injected/drift: how far the injected book of a market was from the recorded one at each snapshot. */
import type { Venue } from '../../sim/core/venue.ts';
import type { DriftTotals } from '../result.ts';
import type { BackgroundBook } from './background-book.ts';

/** Sizes are micro shares. */
export type Drift = ReturnType<typeof newDrift>;

export function newDrift() {
  return {
    snapshots: 0,
    /** Snapshots at which some level differed. */
    differing: 0,
    /** Levels that differed, and by how much, summed over all snapshots. */
    levels: 0,
    size: 0,
    /** The part that the recording itself does not explain: its own rows do not lead from one snapshot to the next. */
    unrecordedLevels: 0,
    unrecordedSize: 0,
    /** Recorded trades that were played, and their shares; the shares that no resting order matched. */
    trades: 0,
    tradedSize: 0,
    missedSize: 0,
    /** Trades that were left out: the book was unknown, they had no side, or Touchstone inferred them. */
    skippedTrades: 0,
  };
}

export function driftTotals(drifts: readonly Drift[]): DriftTotals {
  const sum = (name: keyof Drift) => drifts.reduce((total, drift) => total + drift[name], 0);
  return {
    snapshots: sum('snapshots'),
    differing: sum('differing'),
    levels: sum('levels'),
    size: sum('size'),
    missedSize: sum('missedSize'),
    skippedTrades: sum('skippedTrades'),
  };
}

export function measure(drift: Drift, book: BackgroundBook, engine: Venue): void {
  let differs = false;
  for (const level of book.levels.values()) {
    const off = Math.abs(book.refresh(engine, level) - level.recorded);
    if (off > 0) {
      differs = true;
      drift.levels += 1;
      drift.size += off;
    }
    const unrecorded = Math.abs(level.before - level.recorded);
    if (unrecorded > 0) {
      drift.unrecordedLevels += 1;
      drift.unrecordedSize += unrecorded;
    }
  }
  drift.snapshots += 1;
  if (differs) drift.differing += 1;
}
