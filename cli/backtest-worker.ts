/**
 * cli/backtest-worker: the program of the thread in which a strategy runs, so that one that hangs can be ended. It loads the strategy, replays
 * the recording and sends the result.
 */
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DataError } from '../backtest/data/data-error.ts';
import { openRecording } from '../backtest/data/open-recording.ts';
import type { Assumptions } from '../backtest/options.ts';
import type { BacktestResult, RunEnd } from '../backtest/result.ts';
import { backtest } from '../backtest/run.ts';
import type { Params } from '../backtest/strategy.ts';
import { guarded, StrategyLoadError } from '../backtest/strategy-check.ts';
import { loadStrategy, makeStrategy } from '../backtest/strategy-file.ts';
import { Gauge } from './backtest-gauge.ts';

/** What a thread is started with. */
export type BacktestTask = {
  readonly strategy: string;
  readonly params: Params;
  readonly recording: string;
  readonly seed: string;
  readonly assumptions: Assumptions;
  readonly only?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly memory: SharedArrayBuffer;
  /** The run ends before this callback, which hung when the run was tried before. */
  readonly hung?: { readonly count: number; readonly callback: string; readonly row: number; readonly seconds: number };
};

/** What a thread sends when it is done. */
export type BacktestAnswer =
  | { readonly kind: 'result'; readonly result: BacktestResult }
  /** The strategy or the data cannot be used. */
  | { readonly kind: 'refused'; readonly message: string };

/** Thrown in place of a callback to end the run there. */
class RunCut extends Error {}

/** Node.js warns of type stripping and of folders without a package.json; a user of this command can do without both. */
function silenceLoaderWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const isOfLoader =
      warning.name === 'ExperimentalWarning' || /TYPELESS_PACKAGE_JSON/.test(String(Reflect.get(warning, 'code')));
    if (!isOfLoader) process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
}

async function answer(task: BacktestTask): Promise<BacktestAnswer> {
  try {
    return { kind: 'result', result: await run(task) };
  } catch (error) {
    if (error instanceof DataError || error instanceof StrategyLoadError)
      return { kind: 'refused', message: error.message };
    throw error;
  }
}

async function run(task: BacktestTask): Promise<BacktestResult> {
  const gauge = new Gauge(task.memory);
  gauge.load();
  const made = makeStrategy(task.strategy, await loadStrategy(task.strategy), task.params);
  gauge.leave(0);
  let end: RunEnd | undefined;
  const gate = (): void => {
    end = endHere(task, gauge);
    if (end !== undefined) throw new RunCut();
  };
  const recording = await openRecording(task.recording);
  const { params, seed, assumptions } = task;
  const running = backtest({
    ...{ recording, strategy: guarded(made, gate), name: basename(task.strategy), params, seed, assumptions },
    ...(task.only === undefined ? {} : { only: task.only }),
    ...(task.from === undefined ? {} : { from: task.from }),
    ...(task.to === undefined ? {} : { to: task.to }),
    onCallback: gauge.enter,
  });
  let step = running.next();
  while (step.done !== true) {
    gauge.leave(step.value.rows);
    step = running.next(gauge.isStopped ? 'stop' : undefined);
  }
  gauge.leave(gauge.rowsDone);
  recording.close();
  return end === undefined ? step.value : { ...step.value, end };
}

/** Why the run ends before the callback that is about to run; undefined when it goes on. */
function endHere({ hung }: BacktestTask, gauge: Gauge): RunEnd | undefined {
  if (gauge.isStopped) return { kind: 'interrupted', row: gauge.row };
  if (hung === undefined || gauge.count !== hung.count) return undefined;
  return { kind: 'strategy-hung', row: hung.row, callback: hung.callback, seconds: hung.seconds };
}

silenceLoaderWarnings();
parentPort?.postMessage(await answer(workerData));
