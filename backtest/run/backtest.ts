/** backtest/run/backtest: one run of a strategy over a recording. */
import { omitUndefined } from '../../base/record.ts';
import { type Coverage, neverHasBook, unmatchedTokens } from '../data/coverage.ts';
import { countsByKind } from '../data/defects.ts';
import type { BacktestResult, RunEnd } from '../result.ts';
import { StrategyFailure } from './callbacks.ts';
import { type RunOptions, StrategyRun } from './strategy-run.ts';

export type BacktestOptions = RunOptions & {
  /** How the strategy is called in reports. */
  readonly name: string;
};

/** Rows that are done; of simulated markets, which have no number of rows yet, seconds. */
export type BacktestProgress = { readonly rows: number; readonly ofRows: number };

/** Rows and other events between two reports of progress; those of simulated markets take more work. */
const SLICE = 65_536;
const SIMULATED_SLICE = 4_096;
const SECOND = 1_000_000;

/**
 * Runs a backtest: each `next()` replays some rows of the recording, or simulates a while, and yields the progress, so
 * that the caller can print it, or stop. `next('stop')` ends the run early. The generator returns the result. An error
 * of the strategy ends the run and is part of the result. Throws `DataError` for a damaged recording.
 */
export function* backtest(options: BacktestOptions): Generator<BacktestProgress, BacktestResult, 'stop' | undefined> {
  const run = new StrategyRun(options);
  const { simulation, coverage } = options.recording;
  const ofRows = simulation === undefined ? coverage.rows : (coverage.last - coverage.first) / SECOND;
  const rows = () => (simulation === undefined ? run.row : run.seconds);
  let end: RunEnd = { kind: 'complete' };
  try {
    while (run.advance(simulation === undefined ? SLICE : SIMULATED_SLICE)) {
      if ((yield { rows: rows(), ofRows }) !== 'stop') continue;
      end = { kind: 'interrupted', row: run.row };
      break;
    }
    run.finish();
    if (options.assumptions.settleAtEnd && end.kind === 'complete') run.settle();
  } catch (error) {
    if (!(error instanceof StrategyFailure)) throw error;
    const { callback, failure } = error;
    const { message, stack = '' } = failure;
    end = { kind: 'strategy-failed', row: run.rowOf(callback), callback, message, stack };
    run.sample();
  } finally {
    run.close();
  }
  return resultOf(options, run, end);
}

/** The result of a backtest, or of its audits, without a stop. */
export function ended<Result>(run: Generator<unknown, Result>): Result {
  let step = run.next();
  while (step.done !== true) step = run.next();
  return step.value;
}

function resultOf(
  options: BacktestOptions,
  { recorder, context, venue, unreceived }: StrategyRun,
  end: RunEnd,
): BacktestResult {
  const { recording, name, params, seed, assumptions } = options;
  const { decisions, orders, fills, equity, prices, forecasts, settlements, sets, log, account, portfolio } = recorder;
  const { first, last, kinds } = recording.coverage;
  const { drift, totals, unseen = 0 } = venue;
  const { only } = options;
  const covered = recording.coverage.byMarket.filter(({ market }) => only?.includes(market) ?? true);
  const unmatched = recording.simulation === undefined ? unmatchedTokens(recording) : undefined;
  const bookless = recording.simulation === undefined ? covered.filter(neverHasBook).length : 0;
  return {
    strategy: name,
    params,
    seed,
    assumptions:
      recording.simulation === undefined ? assumptions : { ...assumptions, agents: recording.simulation.plan },
    data: omitUndefined({
      checksum: recording.checksum,
      rows: venue.rows?.count ?? recording.coverage.rows,
      first,
      last,
      gaps: kinds['gap'] ?? 0,
      withoutBook: withoutBook(recording.coverage),
      bookless: bookless || undefined,
      unreceived: unreceived || undefined,
      unseen: unseen || undefined,
      defects: countsByKind(recording.defects),
      unmatched,
      drift,
      simulated: totals,
    }),
    end,
    markets: context.markets,
    deposit: assumptions.deposit,
    decisions,
    orders,
    fills,
    equity,
    prices,
    forecasts,
    settlements,
    sets,
    log,
    exposure: portfolio.exposure,
    holdings: account.held().map((token) => ({
      token,
      size: venue.sharesOf(token),
      cost: account.costOf(token),
      mid: recorder.midOf(token),
      ...portfolio.valuation(token, equity.at(-1)?.at ?? last),
    })),
  };
}

function withoutBook({ byMarket }: Coverage): number {
  const time = byMarket.reduce((sum, { first, last }) => sum + last - first, 0);
  return time === 0 ? 0 : byMarket.reduce((sum, market) => sum + market.withoutBook, 0) / time;
}
