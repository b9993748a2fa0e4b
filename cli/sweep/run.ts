/** cli/sweep/run: the work of `touchstone sweep`: from data through leased trials to a summary and reports. */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Recording } from '../../backtest/data/recording.ts';
import { unreadWarning } from '../../backtest/read-params.ts';
import { sweepReportOf } from '../../backtest/sweep/report.ts';
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import type { SweepSettings } from '../../backtest/sweep/settings.ts';
import { openStateFile, type StateFile, StateFileError } from '../../backtest/sweep/state-file.ts';
import { runSweep, type SweepProgress, type SweepRun } from '../../backtest/sweep/sweep.ts';
import { trialCount } from '../../backtest/sweep/trials.ts';
import { withoutLinks } from '../../backtest/thread-permissions.ts';
import { counted } from '../../base/counted.ts';
import { WorkRefused } from '../../lease/work.ts';
import { linedJson } from '../../reports/backtest/json.ts';
import { sweepText } from '../../reports/sweep/text.ts';
import { visible } from '../../reports/untrusted.ts';
import { openData } from '../backtest/recording.ts';
import { assertStrategy, warnOfData } from '../backtest/selection.ts';
import { withDataErrors } from '../data/progress.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten } from '../files/output-files.ts';
import {
  type FormatOf,
  parseOutputs,
  type ReportOutput,
  tableFiles,
  type Writer,
  writeOutput,
} from '../flags/summary-formats.ts';
import { type OpenLease, withLease } from '../lease/lease.ts';
import { hasColours } from '../terminal/colors.ts';
import type { SweepFlags } from './command.ts';
import { sweepProgress } from './progress.ts';
import { planOf, type SweepPlan, settingsOf } from './settings.ts';

/** Everything but the recording is checked before captures are converted, which can take minutes. */
export async function runSweepCommand(strategy: string, flags: SweepFlags): Promise<ExitCode> {
  const outputs = parseOutputs(flags.report, SWEEP_FORMATS);
  assertStrategy(strategy);
  const plan = planOf(flags);
  const data = await withDataErrors(() => openData(flags));
  if (data === 'interrupted') return EXIT.interrupted;
  const { recording } = data;
  try {
    const settings = settingsOf(strategy, flags, plan, recording);
    warnOfData(recording, flags.market);
    const run = await withDataErrors(() => runTrials({ strategy, flags, plan, settings, recording }));
    if (run === undefined) return EXIT.interrupted;
    const report = sweepReportOf(run, { triedBefore: flags.tried, recording });
    warnOfUnread(flags, run);
    const code = report.counts.failed === report.counts.trials ? EXIT.failed : EXIT.ok;
    await writeSweepOutputs(report, outputs, flags.top, code);
    return code;
  } finally {
    data.close();
  }
}

type Task = Readonly<{
  strategy: string;
  flags: SweepFlags;
  plan: SweepPlan;
  settings: SweepSettings;
  recording: Recording;
}>;

/** Undefined when the sweep was interrupted; then a line states how to resume it. */
async function runTrials(task: Task): Promise<SweepRun | undefined> {
  const { flags, settings } = task;
  let state: StateFile | undefined;
  try {
    state = flags.state === undefined ? undefined : openStateFile(flags.state, settings);
    const jobs = flags.workers === undefined ? (flags.jobs ?? availableParallelism()) : JOBS_OF_QUEUE;
    const leased = { jobs: flags.jobs, queue: flags.workers };
    return await withLease(leased, (open) => runLeased(task, { ...open, jobs, state }));
  } catch (error) {
    if (error instanceof StateFileError || error instanceof WorkRefused) throw new CliError(visible(error.message));
    throw error;
  } finally {
    state?.close();
  }
}

/** Workers of a queue come and go. */
const JOBS_OF_QUEUE = 16;

async function runLeased(
  { strategy, flags, plan, settings, recording }: Task,
  {
    lease,
    workers,
    interruption,
    jobs,
    state,
  }: OpenLease & { readonly jobs: number; readonly state: StateFile | undefined },
): Promise<SweepRun | undefined> {
  const progress = sweepProgress(`sweeping: ${counted(trialCount(settings), 'trial')}, ${workers}`);
  let ended = '';
  const onProgress = (at: SweepProgress) => {
    ended = `${at.done} of ${at.of}`;
    progress.show(at);
  };
  try {
    const run = await runSweep({
      settings,
      files: { strategy: resolve(withoutLinks(strategy)), recording: resolve(recording.file) },
      metric: plan.metric,
      lease,
      jobs,
      trialMs: flags.trialTime,
      interruption,
      earlier: state?.earlier() ?? [],
      onResult: (number, result) => state?.append(number, result),
      onProgress,
    });
    if (run === undefined) console.error(`touchstone: interrupted after ${ended} trials: ${resumption(flags.state)}`);
    return run;
  } finally {
    progress.end();
  }
}

function resumption(state: string | undefined): string {
  if (state === undefined) return 'no report is written; with --state FILE a sweep can be resumed';
  return `${state} has them; the same command resumes the sweep`;
}

function warnOfUnread({ grid, range, param }: SweepFlags, { results }: SweepRun) {
  const { names, read } = results.unread;
  const flagOf = (name: string) => {
    const isIn = (values: readonly string[]) => values.some((value) => value.startsWith(`${name}=`));
    return isIn(grid) ? '--grid' : isIn(range) ? '--range' : isIn(param) ? '--param' : '';
  };
  for (const name of names)
    process.stderr.write(`touchstone: ${visible(unreadWarning(flagOf(name), name, [...read]))}\n`);
}

const SWEEP_FORMATS = { files: ['json', 'html'], folders: ['csv'] } as const;
type SweepFormat = FormatOf<typeof SWEEP_FORMATS>;

/** A writer is loaded when it is wanted: the page brings styles and scripts along. */
const WRITERS: Readonly<Record<SweepFormat, Writer<SweepReport>>> = {
  json: async (report, file) => [{ file, text: () => linedJson(report) }],
  html: async (report, file) => {
    const { sweepHtml } = await import('../../reports/sweep/sweep-page.ts');
    return [{ file, text: () => sweepHtml(report) }];
  },
  csv: async (report, folder) => {
    const { sweepCsv } = await import('../../reports/sweep/csv.ts');
    return tableFiles(folder, sweepCsv(report));
  },
};

/** Prints the summary with `top` points and writes every output. Throws `CliError`. */
async function writeSweepOutputs(
  report: SweepReport,
  outputs: readonly ReportOutput<SweepFormat>[],
  top: number,
  code: ExitCode,
): Promise<void> {
  process.stdout.write(sweepText(report, { top, hasColours: hasColours() }));
  const unwritten: string[] = [];
  for (const output of outputs) unwritten.push(...(await writeOutput(report, output, WRITERS)));
  assertWritten(unwritten, code);
  for (const { path } of outputs) process.stdout.write(`${path} is written\n`);
}
