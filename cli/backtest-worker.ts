/**
 * cli/backtest-worker: the program of the thread in which a strategy runs, so that one that hangs can be ended. It loads the strategy, replays
 * the recording and sends the result.
 */
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { audit } from '../backtest/audit/audit.ts';
import { DataError } from '../backtest/data/data-error.ts';
import { openRecording } from '../backtest/data/open-recording.ts';
import type { Recording } from '../backtest/data/recording.ts';
import type { Assumptions } from '../backtest/options.ts';
import { ReadParams, unreadWarning } from '../backtest/read-params.ts';
import type { AuditBadge } from '../backtest/report-schema.ts';
import type { BacktestResult, RunEnd } from '../backtest/result.ts';
import { type BacktestOptions, backtest } from '../backtest/run.ts';
import type { Params, Strategy } from '../backtest/strategy.ts';
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
  /** Whether the result is audited. */
  readonly audits: boolean;
  readonly memory: SharedArrayBuffer;
  /** The run ends before this callback, which hung when the run was tried before. */
  readonly hung?: { readonly count: number; readonly callback: string; readonly row: number; readonly seconds: number };
};

/** What a thread sends. */
export type BacktestAnswer =
  | { readonly kind: 'result'; readonly result: BacktestResult }
  /** Sent before the result. */
  | { readonly kind: 'warning'; readonly message: string }
  /** An audit of the result begins. */
  | { readonly kind: 'audits'; readonly title: string }
  | { readonly kind: 'audited'; readonly badge?: AuditBadge }
  /** The strategy or the data cannot be used. */
  | { readonly kind: 'refused'; readonly message: string };

function send(answer: BacktestAnswer): void {
  parentPort?.postMessage(answer);
}

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

/** The parts of a run that its thread works with. */
type Run = { readonly options: BacktestOptions; readonly make: () => Strategy; readonly gauge: Gauge };

/** Sends a result, then the badge of its audit if one is wanted. */
async function work(task: BacktestTask): Promise<void> {
  const gauge = new Gauge(task.memory);
  const read = new ReadParams(task.params);
  try {
    gauge.load();
    const factory = await loadStrategy(task.strategy);
    let end: RunEnd | undefined;
    const gate = (): void => {
      end = endHere(task, gauge);
      if (end !== undefined) throw new RunCut();
    };
    const make = (): Strategy => guarded(makeStrategy(task.strategy, factory, read.params), gate);
    const strategy = make();
    gauge.leave(0);
    const options = optionsOf({ ...task, params: read.params }, await openRecording(task.recording), strategy);
    const run: Run = { options, make, gauge };
    const replayed = replay(run, options);
    const result = { ...replayed, params: task.params, ...(end === undefined ? {} : { end }) };
    // A run that ended early could have read more.
    if (result.end.kind === 'complete') {
      for (const name of read.unread) send({ kind: 'warning', message: unreadWarning('--param', name, read.read) });
    }
    send({ kind: 'result', result });
    if (task.audits) send({ kind: 'audited', ...auditOf(run, result) });
    options.recording.close();
  } catch (error) {
    if (!(error instanceof DataError || error instanceof StrategyLoadError)) throw error;
    send({ kind: 'refused', message: error.message });
  }
}

function optionsOf(task: BacktestTask, recording: Recording, strategy: Strategy): BacktestOptions {
  const { params, seed, assumptions, only, from, to } = task;
  return {
    ...{ recording, strategy, name: basename(task.strategy), params, seed, assumptions },
    keepsDecisions: task.audits,
    ...(only === undefined ? {} : { only }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Replays to the end, or until the run is to stop. */
function replay({ gauge }: Run, options: BacktestOptions): BacktestResult {
  const running = backtest({ ...options, onCallback: gauge.enter });
  let step = running.next();
  while (step.done !== true) {
    gauge.leave(step.value.rows);
    step = running.next(gauge.isStopped ? 'stop' : undefined);
  }
  gauge.leave(gauge.rowsDone);
  return step.value;
}

/** No badge when the audit is interrupted. */
function auditOf(run: Run, result: BacktestResult): { readonly badge?: AuditBadge } {
  const { options, make, gauge } = run;
  const audits = audit({ ...options, make, run: (altered) => replay(run, altered) }, result);
  let step = audits.next();
  while (step.done !== true && !gauge.isStopped) {
    send({ kind: 'audits', title: step.value });
    step = audits.next();
  }
  return step.done === true && !gauge.isStopped ? { badge: step.value } : {};
}

/** Why the run ends before the callback that is about to run; undefined when it goes on. */
function endHere({ hung }: BacktestTask, gauge: Gauge): RunEnd | undefined {
  if (gauge.isStopped) return { kind: 'interrupted', row: gauge.row };
  if (hung === undefined || gauge.count !== hung.count) return undefined;
  return { kind: 'strategy-hung', row: hung.row, callback: hung.callback, seconds: hung.seconds };
}

silenceLoaderWarnings();
await work(workerData);
