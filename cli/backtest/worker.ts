/** cli/backtest/worker: the program of the thread in which a strategy runs, so that one that hangs can be ended. */
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { simulatedMarkets } from '../../backtest/agents/simulated-source.ts';
import { audit } from '../../backtest/audit/audit.ts';
import { DataError } from '../../backtest/data/data-error.ts';
import { openRecording } from '../../backtest/data/open-recording.ts';
import { ReadParams, unreadWarning } from '../../backtest/read-params.ts';
import type { ReplaySource } from '../../backtest/replay/source.ts';
import { reportViewOf } from '../../backtest/report.ts';
import type { AuditBadge } from '../../backtest/report-schema.ts';
import type { BacktestResult, RunEnd } from '../../backtest/result.ts';
import { type BacktestOptions, backtest } from '../../backtest/run/backtest.ts';
import type { Strategy } from '../../backtest/strategy.ts';
import { guarded, loadStrategy, makeStrategy, StrategyLoadError } from '../../backtest/strategy-file.ts';
import { boundRun } from '../../backtest/without-inferred.ts';
import { invariant } from '../../base/result.ts';
import { Gauge } from './gauge.ts';
import type { BacktestOutput } from './report-writers.ts';
import { UnhandledErrors } from './unhandled-errors.ts';

export type BacktestTask = Pick<BacktestOptions, 'params' | 'seed' | 'assumptions' | 'only' | 'from' | 'to'> &
  Readonly<{
    strategy: string;
    /** A file; undefined when the markets are simulated (`assumptions.agents`). */
    recording?: string;
    audits: boolean;
    outputs: readonly BacktestOutput[];
    /** Paths besides its own that the strategy may read. */
    allowRead: readonly string[];
    /** Whether the summary has colours of a terminal. */
    hasColours: boolean;
    memory: SharedArrayBuffer;
    /** Of this package. The thread may not look for the package.json itself. */
    version: string;
    /** The callback that hung in the first try. The run ends before it; if it hung in an audit, no audit runs. */
    hung?: HungCallback;
  }>;

export type HungCallback = Readonly<{
  count: number;
  callback: string;
  row: number;
  seconds: number;
  during: 'run' | 'audit';
}>;

/** The messages of a thread, in this order. */
export type BacktestAnswer =
  /** The strategy or the data cannot be used. Nothing follows. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'audits'; readonly title: string }
  /** `passed` is undefined without an audit, and when it was interrupted. */
  | Readonly<{
      kind: 'summary';
      text: string;
      end: RunEnd['kind'];
      passed: boolean | undefined;
    }>
  /** A place of `--report` is written, but for these files. */
  | { readonly kind: 'written'; readonly path: string; readonly unwritten: readonly string[] }
  | { readonly kind: 'done' };

function send(answer: BacktestAnswer) {
  parentPort?.postMessage(answer);
}

/** Thrown in place of a callback to end the run there. */
class RunCut extends Error {}

/** Node.js warns of type stripping and of folders without a package.json; users can do without both. */
function silenceLoaderWarnings() {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const isOfLoader =
      warning.name === 'ExperimentalWarning' || /TYPELESS_PACKAGE_JSON/.test(String(Reflect.get(warning, 'code')));
    if (!isOfLoader) process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
}

/** The parts of a run that its thread works with. */
type Run = { readonly options: BacktestOptions; readonly make: () => Strategy; readonly gauge: Gauge };

/** Runs the backtest, audits it if that is wanted, and writes its report. */
async function work(task: BacktestTask) {
  const gauge = new Gauge(task.memory);
  const unhandled = new UnhandledErrors();
  const read = new ReadParams(task.params);
  try {
    gauge.load();
    const factory = await loadStrategy(task.strategy);
    let end: RunEnd | undefined;
    const gate = () => {
      end = endHere(task, gauge);
      if (end !== undefined) throw new RunCut();
    };
    const make = () => guarded(makeStrategy(task.strategy, factory, read.params), gate);
    const strategy = make();
    gauge.leave(0);
    const options: BacktestOptions = {
      ...task,
      recording: await openSource(task),
      strategy,
      name: basename(task.strategy),
      params: read.params,
      keepsDecisions: task.audits,
    };
    const run: Run = { options, make, gauge };
    const replayed = replay(run, options);
    const { row } = gauge;
    const result = { ...replayed, params: task.params, end: await endOf(end ?? replayed.end, unhandled, row) };
    // A run that ended early could have read more.
    if (result.end.kind === 'complete') {
      for (const name of read.unread) send({ kind: 'warning', message: unreadWarning('--param', name, read.read) });
    }
    const badge = task.audits ? auditOf(run, result, task.hung) : undefined;
    const [without, every] = (['none', 'all'] as const).map((bound) => {
      const again = result.end.kind === 'complete' ? boundRun(options, result, make, bound) : undefined;
      return again && replay(run, again);
    });
    await report(task, { ...result, end: await endOf(result.end, unhandled, row) }, badge, { without, every });
    options.recording.close();
    send({ kind: 'done' });
  } catch (error) {
    if (!(error instanceof DataError || error instanceof StrategyLoadError)) throw error;
    send({ kind: 'refused', message: error.message });
  } finally {
    unhandled.release();
  }
}

/** A completed run fails when code that the strategy left behind threw. `row` is that of the last callback. */
async function endOf(end: RunEnd, unhandled: UnhandledErrors, row: number): Promise<RunEnd> {
  const { failure, isBusy } = await unhandled.settled();
  if (isBusy) send({ kind: 'warning', message: BUSY });
  if (end.kind !== 'complete' || failure === undefined) return end;
  return { kind: 'strategy-failed', row, ...failure };
}

const BUSY =
  'the strategy left a timer behind that has not ended: nothing it does counts; ' +
  'a callback asks for a later one with context.timer';

async function openSource({ recording, assumptions: { agents }, seed }: BacktestTask): Promise<ReplaySource> {
  if (agents !== undefined) return simulatedMarkets(agents, seed);
  invariant(recording !== undefined, 'a task without simulated markets has a recording');
  return await openRecording(recording);
}

/** Replays to the end, or until the run is to stop. */
function replay({ gauge }: Run, options: BacktestOptions): BacktestResult {
  const running = backtest({ ...options, onCallback: gauge.enter, onSurvey: gauge.survey });
  let step = running.next();
  while (step.done !== true) {
    gauge.leave(step.value.rows);
    step = running.next(gauge.isStopped ? 'stop' : undefined);
  }
  gauge.leave(gauge.rowsDone);
  return step.value;
}

/** No badge when the audit is interrupted. */
function auditOf(run: Run, result: BacktestResult, hung: HungCallback | undefined): AuditBadge | undefined {
  if (hung?.during === 'audit') return hungBadge(hung);
  const { options, make, gauge } = run;
  const audits = audit({ ...options, make, run: (altered) => replay(run, altered) }, result);
  let step = audits.next();
  while (step.done !== true && !gauge.isStopped) {
    send({ kind: 'audits', title: step.value });
    step = audits.next();
  }
  return step.done === true && !gauge.isStopped ? step.value : undefined;
}

/** A strategy that hangs on altered data alone fails the audit. */
function hungBadge({ callback, seconds }: HungCallback): AuditBadge {
  const detail = `a callback (${callback}) did not end within ${seconds} seconds on altered data`;
  const title = 'Every callback ends';
  return { passed: false, audits: [{ id: 'watchdog', title, verdict: 'fail', detail }] };
}

/** Sends the summary and writes the outputs. A replay shares no memory with the modules, which are loaded now. */
async function report(
  task: BacktestTask,
  result: BacktestResult,
  badge: AuditBadge | undefined,
  bounds: { readonly without: BacktestResult | undefined; readonly every: BacktestResult | undefined },
): Promise<void> {
  const [withoutInferred, everyInferred] = [bounds.without, bounds.every].map((run) =>
    run?.end.kind === 'complete' ? run : undefined,
  );
  const view = reportViewOf(result, {
    version: task.version,
    allowRead: task.allowRead,
    audit: badge,
    withoutInferred,
    everyInferred,
  });
  const { backtestText } = await import('../../reports/backtest/text.ts');
  const { writeOutput } = await import('../flags/summary-formats.ts');
  const { WRITERS } = await import('./report-writers.ts');
  send({ kind: 'summary', text: backtestText(view, task.hasColours), end: result.end.kind, passed: badge?.passed });
  for (const output of task.outputs)
    send({ kind: 'written', path: output.path, unwritten: await writeOutput(view, output, WRITERS) });
}

/** Why the run ends before the callback that is about to run; undefined when it goes on. */
function endHere({ hung }: BacktestTask, gauge: Gauge): RunEnd | undefined {
  if (gauge.isStopped) return { kind: 'interrupted', row: Math.max(0, gauge.row) };
  if (hung?.during !== 'run' || gauge.count !== hung.count) return undefined;
  return { kind: 'strategy-hung', row: hung.row, callback: hung.callback, seconds: hung.seconds };
}

silenceLoaderWarnings();
await work(workerData);
