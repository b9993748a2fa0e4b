/** cli/backtest/run: the work of `touchstone backtest`: from data and a strategy to a summary and reports. */
import { secondsOf } from '../../backtest/agents/fundamental.ts';
import { withoutLinks } from '../../backtest/thread-permissions.ts';
import { visible } from '../../reports/untrusted.ts';
import { withDataErrors } from '../data/progress.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten } from '../files/output-files.ts';
import { parseOutputs } from '../flags/summary-formats.ts';
import { hasColours } from '../terminal/colors.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { assumptionsOf } from './assumptions.ts';
import type { BacktestFlags } from './command.ts';
import { EXAMPLE_DATA, exampleList, strategyOf, writeExample } from './examples.ts';
import { type ReplayProgress, runProgress, SECONDS } from './progress.ts';
import { openData } from './recording.ts';
import { BACKTEST_FORMATS } from './report-writers.ts';
import { assertPeriod, assertStrategy, marketsOf, warnOfData } from './selection.ts';
import { type BacktestEnd, runInThread, type ThreadOptions } from './thread.ts';
import { paramsOf, periodOf } from './values.ts';

/** Everything but the recording is checked before captures are converted, which can take minutes. */
export async function runBacktest(path: string | undefined, flags: BacktestFlags): Promise<ExitCode> {
  if (flags.example === 'list' || flags.writeExample !== undefined) return printExamples(flags.writeExample);
  const strategy = strategyOf(path, flags.example);
  const outputs = parseOutputs(flags.report, BACKTEST_FORMATS);
  assertStrategy(strategy);
  const settings = {
    strategy: withoutLinks(strategy),
    params: paramsOf(flags.param),
    seed: String(flags.seed),
    assumptions: assumptionsOf(flags),
    ...periodOf(flags),
  };
  const audits = flags.audit === true;
  const written = { outputs, hasColours: hasColours(), allowRead: flags.allowRead };
  const { agents } = settings.assumptions;
  if (agents !== undefined) {
    const task = { ...settings, ...written, audits };
    return await finish(task, runProgress(secondsOf(agents.hours), SECONDS), flags.watchdog);
  }
  const files = dataOf(flags);
  const data = await withDataErrors(() => openData({ ...flags, data: files }));
  if (data === 'interrupted') return EXIT.interrupted;
  try {
    const { recording } = data;
    assertPeriod(recording, files, settings);
    const only = flags.market === undefined ? undefined : marketsOf(recording, flags.market);
    warnOfData(recording, only);
    const task = { ...settings, ...(only && { only }), ...written, recording: recording.file, audits };
    return await finish(task, runProgress(recording.coverage.rows), flags.watchdog);
  } finally {
    data.close();
  }
}

function printExamples(written: string | undefined): ExitCode {
  if (written === undefined) process.stdout.write(exampleList());
  else {
    writeExample(written);
    const next = `touchstone backtest ${visible(written)} --fidelity agents --markets 2`;
    process.stdout.write(`${visible(written)} is written; run it on simulated markets: ${next}\n`);
  }
  return EXIT.ok;
}

async function finish(task: ThreadOptions['task'], progress: ReplayProgress, watchdog: number): Promise<ExitCode> {
  const outcome = await replay(task, progress, watchdog);
  const code = exitCodeOf(outcome, task.audits);
  assertWritten(outcome.unwritten, code);
  return code;
}

function dataOf({ data, example }: BacktestFlags): readonly string[] {
  if (data !== undefined) return data;
  if (example !== undefined) return [EXAMPLE_DATA];
  throw new CliError(
    '--data is missing: give a recording or captures, or let --fidelity agents simulate markets without any',
  );
}

/** Prints progress, then the summary and the places that are written. */
async function replay(
  task: ThreadOptions['task'],
  progress: ReplayProgress,
  watchdogSeconds: number,
): Promise<BacktestEnd> {
  const stop = new AbortController();
  const release = onInterruption(() => stop.abort());
  const { show, audits } = progress;
  const warnings: string[] = [];
  let isOver = false;
  const end = () => {
    if (!isOver) progress.end();
    isOver = true;
    for (const message of warnings.splice(0)) process.stderr.write(`touchstone: ${visible(message)}\n`);
  };
  try {
    return await runInThread({
      task,
      watchdogSeconds,
      signal: stop.signal,
      onProgress: (rows, surveyed) => {
        if (!isOver) show(rows, surveyed);
      },
      onAudit: audits,
      onWarning: (message) => warnings.push(message),
      onSummary: (text) => {
        end();
        process.stdout.write(text);
      },
      onWritten: (path) => process.stdout.write(`${path} is written\n`),
    });
  } finally {
    end();
    release();
  }
}

/** An audit without a verdict was interrupted. */
function exitCodeOf({ end, passed }: BacktestEnd, audits: boolean): ExitCode {
  if (end === 'interrupted') return EXIT.interrupted;
  if (end !== 'complete' || passed === false) return EXIT.failed;
  return audits && passed === undefined ? EXIT.interrupted : EXIT.ok;
}
