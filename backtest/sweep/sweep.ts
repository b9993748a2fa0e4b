/** backtest/sweep/sweep: runs the trials of a sweep through a lease, in any order, and chooses points. */
import { assertNever } from '../../base/result.ts';
import type { ItemEnd, Lease } from '../../lease/work.ts';
import { DataError } from '../data/data-error.ts';
import type { SweepMetricId } from './metric.ts';
import { SWEEP_PROGRAM } from './program.ts';
import { SweepResults } from './results.ts';
import { bestOf, type PointScore, scoreOf } from './scores.ts';
import { type SweepSettings, TrialResult, type WorkerSettings } from './settings.ts';
import { numbersOf, type Phase, pointCount, trialOf } from './trials.ts';

export type SweepOptions = Readonly<{
  settings: SweepSettings;
  files: WorkerSettings['files'];
  metric: SweepMetricId;
  lease: Lease;
  /** How many workers there are, about: it decides how many trials one takes at once. */
  jobs: number;
  /** Milliseconds after which a trial counts as hung. */
  trialMs: number;
  /** Results of an earlier run of the same sweep. */
  earlier: Iterable<readonly [number: number, result: TrialResult]>;
  /** Called with each new result, for a state file. */
  onResult: (number: number, result: TrialResult) => void;
  onProgress: (progress: SweepProgress) => void;
  /** Ends the sweep at once. */
  interruption: AbortSignal;
}>;

export type SweepProgress = Readonly<{
  phase: Phase;
  /** Trials of the phase: those that are done, and how many of them an earlier run did. */
  done: number;
  earlier: number;
  of: number;
}>;

export type SweepRun = Readonly<{
  settings: SweepSettings;
  metric: SweepMetricId;
  results: SweepResults;
  /** By window: the point that was chosen; undefined when none had a value. Empty without walk-forward. */
  choices: readonly (PointScore | undefined)[];
}>;

/** Runs a sweep to its end; undefined when it was interrupted. Throws `DataError` for a damaged recording. */
export async function runSweep(options: SweepOptions): Promise<SweepRun | undefined> {
  const { settings, metric, interruption } = options;
  const results = new SweepResults(settings);
  const tests = new Map<number, TrialResult>();
  for (const [number, result] of options.earlier) {
    // A test counts when its point is chosen, which another metric may do differently.
    if (trialOf(settings, number).phase === 'test') tests.set(number, result);
    else take(results, number, result);
  }
  const points = Array.from({ length: pointCount(settings.space) }, (_, point) => point);
  if (settings.windows.length === 0) {
    await runPhase(options, results, 'whole', numbersOf(settings, 'whole', 0, points));
    return interruption.aborted ? undefined : { settings, metric, results, choices: [] };
  }
  const training = settings.windows.flatMap((_, window) => numbersOf(settings, 'train', window, points));
  await runPhase(options, results, 'train', training);
  if (interruption.aborted) return undefined;
  const choices = settings.windows.map((_, window) => bestOf(scoresOf(results, metric, 'train', window), metric));
  const testing = choices.flatMap((choice, window) =>
    choice === undefined ? [] : numbersOf(settings, 'test', window, [choice.point]),
  );
  for (const number of testing) {
    const known = tests.get(number);
    if (known !== undefined) take(results, number, known);
  }
  await runPhase(options, results, 'test', testing);
  return interruption.aborted ? undefined : { settings, metric, results, choices };
}

export function scoresOf(
  results: SweepResults,
  metric: SweepMetricId,
  phase: Phase,
  ...windows: readonly number[]
): readonly PointScore[] {
  const points = pointCount(results.settings.space);
  return Array.from({ length: points }, (_, point) => scoreIn(results, metric, phase, windows, point));
}

/** The score of a point over its trials in some windows. */
export function scoreIn(
  results: SweepResults,
  metric: SweepMetricId,
  phase: Phase,
  windows: readonly number[],
  point: number,
): PointScore {
  const { settings } = results;
  const numbers = windows.flatMap((window) => numbersOf(settings, phase, window, [point]));
  const trials = numbers.map((number) => results.get(number));
  return scoreOf(point, trials, metric, settings.assumptions.deposit);
}

function take(results: SweepResults, number: number, result: TrialResult) {
  switch (result.end) {
    case 'complete':
      results.add(number, result);
      return;
    case 'failed':
      results.fail(number, result.message);
      return;
    case 'unreadable':
      throw new DataError(result.message);
    default:
      assertNever(result);
  }
}

/** Trials that a worker takes at once: few enough that all workers end together. */
const RANGES_EACH = 64;
const RANGE_MAX = 32;

async function runPhase(
  { settings, files, lease, jobs, trialMs, onResult, onProgress, interruption }: SweepOptions,
  results: SweepResults,
  phase: Phase,
  all: readonly number[],
) {
  const items = all.filter((number) => !results.has(number));
  const earlier = all.length - items.length;
  let done = earlier;
  onProgress({ phase, done, earlier, of: all.length });
  if (items.length === 0 || interruption.aborted) return;
  const onOutcome = (number: number, outcome: ItemEnd<unknown>) => {
    const result = resultOf(outcome);
    take(results, number, result);
    if (outcome.kind === 'done') onResult(number, result);
    done += 1;
    onProgress({ phase, done, earlier, of: all.length });
  };
  const work = {
    program: SWEEP_PROGRAM,
    settings: { sweep: settings, files },
    items,
    rangeSize: Math.max(1, Math.min(RANGE_MAX, Math.floor(items.length / (jobs * RANGES_EACH)))),
    silenceMs: trialMs,
  };
  await lease.run(work, { onOutcome, interruption });
}

/** The result that a worker sent. Errors of a strategy are results, so an error of the program is a defect. */
function resultOf(outcome: ItemEnd<unknown>): TrialResult {
  switch (outcome.kind) {
    case 'done':
      return TrialResult.parse(outcome.result);
    case 'lost':
      return { end: 'failed', message: outcome.why };
    case 'failed':
      throw new Error(outcome.message);
    default:
      return assertNever(outcome);
  }
}
