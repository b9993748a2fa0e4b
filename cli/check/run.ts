/** cli/check/run: the work of `touchstone check`: reads files, opens the target, runs checks, prints the verdict. */
import type { Check } from '../../conformance/check.ts';
import { createLifeline } from '../../conformance/client/lifeline.ts';
import { createStop } from '../../conformance/client/stop.ts';
import { selectChecks } from '../../conformance/execution/execute.ts';
import type { Report } from '../../conformance/report.ts';
import { checksOfShard } from '../../conformance/shard/split.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { createRunEnd, type RunEnd } from '../deployment/run-end.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten, makeFolder, writeEach } from '../files/output-files.ts';
import type { ReportFile } from '../files/report-files.ts';
import { skippingOf } from '../flags/options.ts';
import { tableLines } from '../terminal/table-lines.ts';
import { version } from '../version.ts';
import type { CheckFlags } from './command.ts';
import { exitCodeOf } from './exit-code.ts';
import { openHttpTraceFile } from './http-trace-file.ts';
import { assertFlagsAgree, type Inputs, readInputs, withCredentials } from './inputs.ts';
import { type CheckTime, journalFor, judge, openTarget, timeoutOf } from './judge.ts';
import { labelled, parseLabels } from './labels.ts';
import type { ProgressLine } from './live-view.ts';
import { outputFilesOf, printReport, reportFilesOf } from './outputs.ts';
import type { ScenarioSaver } from './saved-scenarios.ts';
import { type OpenReference, type OpenTarget, openReference } from './target.ts';

/** The checks of another command, and its progress. */
type Suite = Readonly<{
  checks?: readonly Check[];
  line?: ProgressLine | undefined;
  codeOf?: typeof exitCodeOf;
  bytesMax?: number;
}>;

/** Judges the deployment at `url`, or the built-in simulator. Throws `CliError` before anything is sent. */
export async function check(url: string | undefined, flags: CheckFlags, suite: Suite = {}): Promise<ExitCode> {
  if (flags.har.length > 0) return (await import('./traffic.ts')).checkTraffic(flags.har, url, flags);
  assertFlagsAgree(url, flags);
  parseLabels(flags.label);
  const reports = reportFilesOf(flags);
  const end = createRunEnd(flags.maxTime);
  // Before anything takes time, so that an interrupted wait is reported, too.
  end.listen(true);
  try {
    return await openAndJudge(url, flags, suite, reports, end);
  } finally {
    end.release();
  }
}

async function openAndJudge(
  url: string | undefined,
  flags: CheckFlags,
  suite: Suite,
  reports: readonly ReportFile[],
  end: RunEnd,
): Promise<ExitCode> {
  const reference = flags.against === undefined ? undefined : openReference(flags.against, timeoutOf(flags), flags);
  const given = await readInputs(flags, reference?.checks ?? [], suite.checks);
  if (flags.list) {
    printList(given.checks, flags);
    return EXIT.ok;
  }
  if (flags.saveScenarios !== undefined) makeFolder(flags.saveScenarios, '--save-scenarios');
  const opened = await openTarget(url, flags, given.targetFile, end.signal);
  try {
    const inputs = await withCredentials(given, opened, flags);
    return await judgeOpen(url, flags, suite, { opened, reference, inputs, reports, end });
  } finally {
    await reference?.close();
    await opened.close();
  }
}

/** The parts of a run that are open by now. */
type Open = Readonly<{
  opened: OpenTarget;
  reference: OpenReference | undefined;
  inputs: Inputs;
  reports: readonly ReportFile[];
  end: RunEnd;
}>;

async function judgeOpen(
  url: string | undefined,
  flags: CheckFlags,
  suite: Suite,
  { opened, reference, inputs, reports, end }: Open,
): Promise<ExitCode> {
  const journal = journalFor(url, opened, flags, inputs);
  const written = journal?.target ?? opened.target;
  const open = { ...opened, target: reference?.watch(written) ?? written };
  let isGone = false;
  try {
    const timings = new Map<string, CheckTime>();
    const saver = await saverFor(open, flags, inputs, end);
    const about = { touchstone: version(), target: open.target.label, seed: String(flags.seed) };
    const httpTrace = flags.trace === undefined ? undefined : openHttpTraceFile(flags.trace, about);
    const { line, bytesMax } = suite;
    const observers = { timings, saver, httpTrace, line, bytesMax };
    const judged = inputs.markNew(await judge(open, flags, inputs, end, observers));
    isGone = judged.stopped === 'unreachable';
    const untraced = httpTrace?.end();
    const bugs = open.bugs();
    const own = labelled(judged, flags);
    const say = (line: string) => {
      if (!flags.quiet) console.error(`touchstone: ${line}`);
    };
    // An error in saving scenarios must not cost the report.
    const { report, error } = (await saver?.save(own, say)) ?? { report: own, error: undefined };
    const unwritten = [
      ...writeEach(outputFilesOf(reports, flags, report, timings)),
      ...(untraced === undefined ? [] : [untraced]),
    ];
    const code = conclude(report, bugs, inputs.checks, url, { ...flags, codeOf: suite.codeOf ?? exitCodeOf }, reports);
    if (error !== undefined) throw error;
    assertWritten(unwritten, code);
    return code;
  } finally {
    await journal?.end(isGone, end.cleanUpSignal);
  }
}

function printList(checks: readonly Check[], { shard, only, skip }: CheckFlags) {
  const own = checksOfShard(checks, shard);
  const selected = selectChecks(own, only, skip);
  process.stdout.write(checkList(own.filter(({ id }) => selected.has(id))));
}

/** Prints the report, and returns the exit code. Throws `CliError` for `bugs` of the built-in simulator. */
function conclude(
  report: Report,
  bugs: number,
  checks: readonly Check[],
  url: string | undefined,
  { codeOf, ...flags }: CheckFlags & Required<Pick<Suite, 'codeOf'>>,
  reports: readonly ReportFile[],
): ExitCode {
  const code = bugs > 0 ? EXIT.harness : codeOf(report, flags.minCoverage);
  // The exit code comes first: printing ends the process if the reader of the output has left.
  process.exitCode = code;
  printReport(report, checks, url, flags, reports);
  if (bugs === 0) return code;
  throw new CliError(`the built-in simulator threw ${bugs} errors: a defect of touchstone`, EXIT.harness);
}

async function saverFor(
  open: OpenTarget,
  flags: CheckFlags,
  inputs: Inputs,
  end: RunEnd,
): Promise<ScenarioSaver | undefined> {
  if (flags.saveScenarios === undefined) return undefined;
  const { createScenarioSaver } = await import('./saved-scenarios.ts');
  const { target, share, ownCredentials } = open;
  const { seed, world = 'small', profile, maxRps } = flags;
  const simulated = ownCredentials && { seed, world, ...(profile && { profile }), ...skippingOf(flags) };
  const credentials = ownCredentials ?? inputs.credentials;
  const stop = createStop(end.signal);
  const lifeline = createLifeline(target, stop, createStop(end.cleanUpSignal));
  return createScenarioSaver({
    folder: flags.saveScenarios,
    place: { ...lifeline, stop, credentials, simulated, seed, share, maxRps },
    register: loadRegister(),
    checks: inputs.checks,
  });
}

/** Id, kind, safety, capability, number of clauses, requests per route. */
function checkList(checks: readonly Check[]): string {
  const rows = checks.map(({ id, kind, safety, capability, clauses, cost }) => {
    const costs = Object.entries(cost).map(([route, count]) => `${count} ${route}`);
    return [id, kind, safety, capability, `${clauses.length}`, costs.join(', ')];
  });
  const lines = tableLines([['check', 'kind', 'safety', 'capability', 'clauses', 'requests at most'], ...rows]);
  const requests = checks.flatMap(({ cost }) => Object.values(cost)).reduce((sum, count) => sum + count, 0);
  const clauses = new Set(checks.flatMap((check) => check.clauses)).size;
  const isOpen = checks.some(({ kind }) => kind === 'scenario');
  const most = `at most ${requests} requests${isOpen ? ' besides those of scenarios' : ''}`;
  return `${[...lines, '', `${checks.length} checks of ${clauses} clauses, ${most}`].join('\n')}\n`;
}
