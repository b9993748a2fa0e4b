/** backtest/run: one run of a strategy over a recording. */
import type { Recording } from './data/recording.ts';
import type { Assumptions } from './options.ts';
import type { BacktestResult } from './result.ts';
import type { Params, Strategy } from './strategy.ts';

export type BacktestOptions = {
  readonly recording: Recording;
  readonly strategy: Strategy;
  /** How the strategy is called in reports. */
  readonly name: string;
  readonly params: Params;
  readonly seed: string;
  readonly assumptions: Assumptions;
  /** Names of markets; all of them when left out. */
  readonly only?: readonly string[];
  /** Unix microseconds: rows before `from` build the books, and the strategy starts at `from`; the run ends after `to`. */
  readonly from?: number;
  readonly to?: number;
  /** Called before each callback of the strategy, for a watchdog. */
  readonly onCallback?: (callback: string, row: number) => void;
};

export type BacktestProgress = { readonly rows: number; readonly ofRows: number };

/**
 * Runs a backtest, batch by batch: each `next()` replays one batch of the recording and yields the progress, so that the caller can print it,
 * or stop. `next('stop')` ends the run early. The generator returns the result. An error of the strategy ends the run and is part of the result.
 * Throws `DataError` for a damaged recording.
 */
export declare function backtest(
  options: BacktestOptions,
): Generator<BacktestProgress, BacktestResult, 'stop' | undefined>;
