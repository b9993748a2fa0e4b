/** cli/backtest-running: the work of `touchstone backtest`: data, strategy and assumptions in, a summary and report files out. */
import type { AuditBadge, BacktestReport } from '../backtest/report-schema.ts';
import type { BacktestResult } from '../backtest/result.ts';
import { visible } from '../reports/untrusted.ts';
import { assumptionsOf } from './backtest-assumptions.ts';
import { assertPeriod, assertStrategy, marketsOf } from './backtest-choice.ts';
import { openData } from './backtest-data.ts';
import { BACKTEST_WRITERS, writeOutputs } from './backtest-outputs.ts';
import { type Outcome, runInThread, type ThreadOptions } from './backtest-thread.ts';
import { momentOf, paramsOf } from './backtest-values.ts';
import type { BacktestFlags } from './commands/backtest.ts';
import { withDataErrors } from './data-progress.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { onInterruption } from './interruption.ts';
import { replayProgress } from './replay-progress.ts';
import { parseOutputs, type ReportOutput } from './report-outputs.ts';

/** Everything but the recording is checked before captures are converted, which can take minutes. */
export async function runBacktest(strategy: string, flags: BacktestFlags): Promise<ExitCode> {
  const outputs = parseOutputs(flags.report, BACKTEST_WRITERS);
  assertStrategy(strategy);
  const settings = {
    ...{ strategy, params: paramsOf(flags.param), seed: String(flags.seed), assumptions: assumptionsOf(flags) },
    ...(flags.from === undefined ? {} : { from: momentOf('--from', flags.from) }),
    ...(flags.to === undefined ? {} : { to: momentOf('--to', flags.to) }),
  };
  const data = await withDataErrors(() => openData(flags));
  if (data === 'interrupted') return EXIT.interrupted;
  try {
    const { recording } = data;
    assertPeriod(recording, flags.data, settings);
    const only = flags.market === undefined ? {} : { only: marketsOf(recording, flags.market) };
    const audits = flags.audit === true;
    const task = { ...settings, ...only, recording: recording.file, audits };
    return await finish(await replay(task, recording.coverage.rows, flags.watchdog), audits, outputs);
  } finally {
    data.close();
  }
}

async function replay(task: ThreadOptions['task'], ofRows: number, watchdogSeconds: number): Promise<Outcome> {
  const stop = new AbortController();
  const release = onInterruption(() => stop.abort());
  const progress = replayProgress(ofRows);
  const { show, audits } = progress;
  const warnings: string[] = [];
  try {
    const watched = { onProgress: show, onAudit: audits, onWarning: (message: string) => warnings.push(message) };
    return await runInThread({ task, watchdogSeconds, signal: stop.signal, ...watched });
  } finally {
    progress.end();
    for (const message of warnings) process.stderr.write(`touchstone: ${visible(message)}\n`);
    release();
  }
}

async function finish(
  { result, badge }: Outcome,
  audits: boolean,
  outputs: readonly ReportOutput<BacktestReport>[],
): Promise<ExitCode> {
  const code = exitCodeOf(result, badge, audits);
  await writeOutputs(result, badge, outputs, code);
  return code;
}

/** An audit without a badge was interrupted. */
function exitCodeOf({ end }: BacktestResult, badge: AuditBadge | undefined, audits: boolean): ExitCode {
  if (end.kind === 'interrupted') return EXIT.interrupted;
  if (end.kind !== 'complete' || badge?.passed === false) return EXIT.failed;
  return audits && badge === undefined ? EXIT.interrupted : EXIT.ok;
}
