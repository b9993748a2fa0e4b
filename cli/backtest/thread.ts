/** cli/backtest/thread: runs a strategy in a thread: progress, Ctrl-C, and a callback that does not end. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RunEnd } from '../../backtest/result.ts';
import { permissionsOf } from '../../backtest/thread-permissions.ts';
import { systemCode } from '../../base/system-code.ts';
import { CliError, EXIT } from '../exit.ts';
import { version } from '../version.ts';
import { Gauge } from './gauge.ts';
import type { BacktestAnswer, BacktestTask, HungCallback } from './worker.ts';

export type ThreadOptions = Readonly<{
  task: Omit<BacktestTask, 'memory' | 'version' | 'hung'>;
  /** A callback that lasts longer ends the run. */
  watchdogSeconds: number;
  /** Ends the run; what happened so far is reported. */
  signal: AbortSignal;
  /** Rows that are replayed, and those that were surveyed before. */
  onProgress: (rows: number, surveyed: number) => void;
  onAudit: (title: string) => void;
  onWarning: (message: string) => void;
  /** The run has ended; its files are written next. */
  onSummary: (text: string) => void;
  onWritten: (path: string) => void;
}>;

export type BacktestEnd = {
  readonly end: RunEnd['kind'];
  /** Whether the audit passed. Undefined without an audit, and when it was interrupted. */
  readonly passed: boolean | undefined;
  readonly unwritten: readonly string[];
};

/** The silence of a callback is counted in looks, so that a process that was suspended has not waited meanwhile. */
const LOOK_MS = 100;

/** Runs a backtest. If a callback hangs, its thread takes the result with it: the run is repeated up to there. */
export async function runInThread(options: ThreadOptions): Promise<BacktestEnd> {
  const first = await tryRun(options, undefined);
  if (first.kind === 'done') return first.outcome;
  const second = await tryRun(options, first.hung);
  if (second.kind === 'done') return second.outcome;
  const { callback, row } = first.hung;
  throw new CliError(
    `${options.task.strategy} hung in ${callback} (${row < 0 ? 'before the first row' : `row ${row}`}), ` +
      'and elsewhere when the run was repeated: it is not deterministic, so there is no report',
    EXIT.failed,
  );
}

type Tried =
  | { readonly kind: 'done'; readonly outcome: BacktestEnd }
  | { readonly kind: 'hung'; readonly hung: HungCallback };

function tryRun(options: ThreadOptions, hung: HungCallback | undefined): Promise<Tried> {
  const { task, watchdogSeconds, signal, onProgress } = options;
  const gauge = new Gauge();
  const workerData: BacktestTask = { ...task, version: version(), memory: gauge.memory, ...(hung && { hung }) };
  const { strategy, recording, allowRead: allowed } = task;
  const outputs = task.outputs.map(({ path }) => path);
  const execArgv = permissionsOf({ strategy, ...(recording !== undefined && { recording }), outputs, allowed });
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), { workerData, execArgv });
  return new Promise((resolve, reject) => {
    const stop = () => gauge.stop();
    let isAuditing = false;
    const watch = watchdog(gauge, watchdogSeconds, (found) => {
      const during = isAuditing ? 'audit' : 'run';
      if (found !== undefined) settle(() => resolve({ kind: 'hung', hung: { ...found, during } }));
      else settle(() => reject(new CliError(`${task.strategy} did not load within ${watchdogSeconds} seconds`)));
    });
    const clock = setInterval(() => {
      watch();
      onProgress(gauge.rowsDone, gauge.rowsSurveyed);
    }, LOOK_MS);
    const settle = (end: () => void) => {
      clearInterval(clock);
      signal.removeEventListener('abort', stop);
      worker.removeAllListeners();
      // An error that comes now is of a thread that has been given up.
      worker.on('error', () => undefined);
      void worker.terminate().then(end);
    };
    // A repeated run goes on to the callback that hung, also when it was Ctrl-C that lost patience with it.
    if (signal.aborted && hung === undefined) stop();
    signal.addEventListener('abort', stop, { once: true });
    const receive = receiver(options, {
      onRefused: (message) => settle(() => reject(new CliError(message))),
      onAuditing: () => {
        isAuditing = true;
      },
      onDone: (outcome) => settle(() => resolve({ kind: 'done', outcome })),
    });
    worker
      .on('message', receive)
      .on('error', (error) => settle(() => reject(errorOf(error))))
      .on('exit', () => {
        const message = `${task.strategy} ended its thread (process.exit): a strategy ends with the data`;
        settle(() => reject(new CliError(message, EXIT.failed)));
      });
  });
}

function receiver(
  { onAudit, onWarning, onSummary, onWritten }: ThreadOptions,
  events: {
    readonly onRefused: (message: string) => void;
    readonly onAuditing: () => void;
    readonly onDone: (outcome: BacktestEnd) => void;
  },
): (answer: BacktestAnswer) => void {
  let outcome: BacktestEnd | undefined;
  return (answer) => {
    switch (answer.kind) {
      case 'refused':
        return events.onRefused(answer.message);
      case 'warning':
        return onWarning(answer.message);
      case 'audits':
        events.onAuditing();
        onAudit(answer.title);
        return;
      case 'summary':
        outcome = { end: answer.end, unwritten: [], passed: answer.passed };
        onSummary(answer.text);
        return;
      case 'written':
        if (outcome !== undefined) outcome = { ...outcome, unwritten: [...outcome.unwritten, ...answer.unwritten] };
        if (answer.unwritten.length === 0) onWritten(answer.path);
        return;
      case 'done':
        if (outcome !== undefined) events.onDone(outcome);
        return;
    }
  };
}

/** Calls `onHung` with the callback that did not end in time, or with nothing when the strategy does not load. */
function watchdog(gauge: Gauge, seconds: number, onHung: (hung: Omit<HungCallback, 'during'> | undefined) => void) {
  const patience = Math.ceil((seconds * 1_000) / LOOK_MS);
  let [seen, silent] = [-1, 0];
  return () => {
    const { callback, count, row, isLoading } = gauge;
    silent = count === seen && (callback !== undefined || isLoading) ? silent + 1 : 0;
    seen = count;
    if (silent < patience) return;
    onHung(callback === undefined ? undefined : { count, callback, row, seconds });
  };
}

function errorOf(error: unknown): unknown {
  if (systemCode(error, '') !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new CliError(
    'the run needs more memory than Node.js allows: ' +
      'give it more with NODE_OPTIONS=--max-old-space-size=8192, or see what the strategy keeps',
    EXIT.failed,
  );
}
