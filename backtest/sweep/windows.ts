/** backtest/sweep/windows: the training and test spans of a walk-forward. */
import type { Window } from './settings.ts';

/** Microseconds. */
export type WalkForward = { readonly train: number; readonly test: number; readonly step: number };

/** More windows than this are refused. */
export const WINDOWS_MAX = 10_000;

/**
 * The windows of a span, earliest first: each trains for `train` and is tested in the `test` that follows; the next one
 * begins `step` later. The two spans share no moment. The last window ends with the span or before it: a shorter test
 * would count as much as a whole one.
 */
export function windowsOf(span: { readonly from: number; readonly to: number }, walk: WalkForward): readonly Window[] {
  const { train, test, step } = walk;
  const windows: Window[] = [];
  for (let from = span.from; from + train + test - 1 <= span.to && windows.length <= WINDOWS_MAX; from += step) {
    const middle = from + train;
    windows.push({ train: { from, to: middle - 1 }, test: { from: middle, to: middle + test - 1 } });
  }
  return windows;
}
