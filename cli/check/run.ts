/** cli/check/run: the work of `touchstone check`: reads its files, opens the target, runs the checks, prints the verdict. */
import type { Check } from '../../conformance/check.ts';
import { selectChecks } from '../../conformance/execution/execute.ts';
import type { Progress } from '../../conformance/execution/progress.ts';
import { type Expectation, readExpectations } from '../../conformance/input/expectations.ts';
import { InputError, readInput } from '../../conformance/input/input-file.ts';
import { readTargetFile, type TargetFile } from '../../conformance/input/target-file.ts';
import type { Report } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/run.ts';
import { strayPattern } from '../../conformance/selection.ts';
import { createLifeline } from '../../conformance/session/lifeline.ts';
import { createStop } from '../../conformance/session/stop.ts';
import { checksOfShard } from '../../conformance/shard/split.ts';
import { allChecks } from '../../conformance/suite.ts';
import { markNew } from '../../reports/comparison/baseline.ts';
import type { ReportExtras } from '../../reports/formats.ts';
import type { TimingsFile } from '../../reports/timings-file.ts';
import { visible } from '../../reports/untrusted.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { profileNames } from '../../spec/profile.ts';
import { Credentials } from '../../wire/credentials.ts';
import { assertHostConfirmed } from '../deployment/host-confirmation.ts';
import { createRunEnd, type RunEnd } from '../deployment/run-end.ts';
import { openRunJournal, type RunJournal } from '../deployment/run-journal.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { readTrace } from '../files/read-report.ts';
import {
  assertWritten,
  makeFolder,
  outputsOf,
  parseReportFiles,
  type ReportFile,
  writeEach,
} from '../files/report-files.ts';
import { version } from '../version.ts';
import { againLines } from './again.ts';
import { readBaseline } from './baseline.ts';
import { exitCodeOf } from './exit-code.ts';
import type { CheckFlags } from './flags.ts';
import { checkList } from './list.ts';
import { printedReport } from './printed-report.ts';
import { openProgress } from './progress.ts';
import { openReference } from './reference.ts';
import type { ScenarioSaver } from './saved-scenarios.ts';
import { type OpenTarget, openSimulator, openUrl } from './target.ts';
import { openTraceFile, type TraceWriter } from './trace-file.ts';

type Inputs = {
  readonly checks: readonly Check[];
  readonly credentials: Credentials | undefined;
  readonly targetFile: TargetFile | undefined;
  readonly expectations: readonly Expectation[];
  readonly baseline: Report | undefined;
};

/** Judges the deployment at `url`, or the built-in simulator. Throws `CliError` before anything is sent. */
export async function check(url: string | undefined, flags: CheckFlags): Promise<ExitCode> {
  assertFlagsAgree(url, flags);
  const reports = parseReportFiles(flags.report, otherOutputs(flags), flags.trace !== undefined);
  const reference = flags.against === undefined ? undefined : await openReference(flags.against, timeoutOf(flags));
  const inputs = await readInputs(flags, reference?.checks ?? []);
  if (flags.list === true) {
    const own = checksOfShard(inputs.checks, flags.shard);
    const selected = selectChecks(own, flags.only, flags.skip);
    process.stdout.write(checkList(own.filter(({ id }) => selected.has(id))));
    return EXIT.ok;
  }
  if (flags.saveScenarios !== undefined) makeFolder(flags.saveScenarios, '--save-scenarios');
  const end = createRunEnd(flags.maxTime);
  const opened = await openTarget(url, flags);
  const journal = journalFor(url, opened, flags, inputs);
  const written = journal?.target ?? opened.target;
  const open = { ...opened, target: reference?.watch(written) ?? written };
  const timings = new Map<string, number>();
  let isGone = false;
  end.listen(true);
  try {
    const saver = await saverFor(open, flags, inputs, end);
    const trace = traceFor(open, flags);
    const judged = await judge(open, flags, inputs, timings, saver, end, trace);
    const report = inputs.baseline === undefined ? judged : markNew(judged, inputs.baseline);
    const untraced = trace?.end();
    isGone = report.stopped === 'unreachable';
    const unwritten = [
      ...writeEach(filesOf(reports, flags, report, timings)),
      ...(untraced === undefined ? [] : [untraced]),
    ];
    const code = open.bugs() > 0 ? EXIT.harness : exitCodeOf(report, flags.minCoverage);
    // The exit code comes first: printing ends the process if the reader of the output has left.
    process.exitCode = code;
    printReport(report, inputs.checks, url, flags, reports);
    if (open.bugs() > 0) {
      throw new CliError(`the built-in simulator threw ${open.bugs()} errors: a defect of touchstone`, EXIT.harness);
    }
    await saver?.save(report, (line) => {
      if (flags.quiet !== true) console.error(`touchstone: ${line}`);
    });
    assertWritten(unwritten, code);
    return code;
  } finally {
    await journal?.end(isGone, end.cleanUpSignal);
    end.release();
    await reference?.close();
    await open.close();
  }
}

function otherOutputs({ timings, trace }: CheckFlags) {
  return Object.entries({ '--timings': timings, '--trace': trace }).flatMap(([flag, file]) =>
    file === undefined ? [] : [{ flag, file }],
  );
}

function traceFor({ target }: OpenTarget, { trace, seed }: CheckFlags): TraceWriter | undefined {
  if (trace === undefined) return undefined;
  return openTraceFile(trace, { touchstone: version(), target: target.label, seed: String(seed) });
}

/** The journal of orders, if any can be sent to a deployment. */
export function journalFor(
  url: string | undefined,
  { target }: OpenTarget,
  { allowWrites, journal }: CheckFlags,
  { credentials }: Inputs,
): RunJournal | undefined {
  if (url === undefined || allowWrites !== true) return undefined;
  return openRunJournal(target, credentials?.wallets ?? [], journal);
}

function filesOf(reports: readonly ReportFile[], flags: CheckFlags, report: Report, timings: Map<string, number>) {
  const { timings: file, trace } = flags;
  const extras: ReportExtras = {
    ...(file === undefined ? {} : { timings }),
    ...(trace === undefined || reports.length === 0 ? {} : { trace: readTrace(trace) }),
  };
  const outputs = outputsOf(reports, () => report, extras);
  return file === undefined ? outputs : [...outputs, { file, text: () => timingsJson(report, timings) }];
}

/** Flags that contradict each other are an error, not a silent choice. */
export function assertFlagsAgree(url: string | undefined, flags: CheckFlags): void {
  if (url !== undefined && (flags.world !== undefined || flags.inProcess === true)) {
    throw new CliError('--world and --in-process are for the built-in simulator: leave them out, or leave out the URL');
  }
  if (url === undefined && (flags.credentials !== undefined || flags.allowWrites === true)) {
    throw new CliError(
      'the built-in simulator brings its own credentials: leave out --credentials and --allow-writes, or give a URL',
    );
  }
  if (flags.allowWrites === true && flags.credentials === undefined) {
    throw new CliError('--allow-writes needs --credentials FILE with the wallets to write with');
  }
  if (flags.shard !== undefined && flags.against !== undefined) {
    throw new CliError('--shard leaves out reads that --against compares: leave out one of the two');
  }
  if (flags.base !== undefined) throw new CliError('--base is the address of the service in a --har FILE: give one');
  if (url !== undefined) assertHostConfirmed(url, flags);
  if (flags.profile !== undefined && !profileNames.includes(flags.profile)) {
    throw new CliError(`there is no profile "${flags.profile}"; known profiles: ${profileNames.join(', ')}`);
  }
}

export async function readInputs(flags: CheckFlags, comparisons: readonly Check[]): Promise<Inputs> {
  const checks = [...allChecks(), ...comparisons, ...(await scenariosOf(flags))];
  const stray = strayPattern(checks, [...flags.only, ...flags.skip]);
  if (stray !== undefined) throw new CliError(visible(stray));
  try {
    const credentials = flags.credentials;
    return {
      checks,
      credentials: credentials === undefined ? undefined : readInput(credentials, 'credentials file', Credentials),
      targetFile: flags.targetConfig === undefined ? undefined : readTargetFile(flags.targetConfig),
      expectations: flags.expect === undefined ? [] : readExpectations(flags.expect),
      baseline: flags.baseline === undefined ? undefined : readBaseline(flags.baseline),
    };
  } catch (error) {
    if (error instanceof InputError) throw new CliError(error.message);
    throw error;
  }
}

/** The modules of scenarios are loaded only with --scenarios. */
async function scenariosOf({ library, scenarios, seed }: CheckFlags): Promise<readonly Check[]> {
  if (library !== true && scenarios.length === 0) return [];
  const { scenarioChecksOf } = await import('./scenarios.ts');
  const { LIBRARY } = await import('../run/files.ts');
  return scenarioChecksOf(library === true ? [...scenarios, LIBRARY] : scenarios, seed);
}

function timeoutOf({ timeout }: CheckFlags): number {
  return Math.round(timeout * 1_000);
}

export function openTarget(url: string | undefined, flags: CheckFlags): Promise<OpenTarget> {
  const timeoutMs = timeoutOf(flags);
  if (url !== undefined) return openUrl(url, timeoutMs);
  const { seed, world = 'small', profile, inProcess = false, quiet = false } = flags;
  return openSimulator({ seed, world, profile, isInProcess: inProcess, timeoutMs, isQuiet: quiet });
}

export async function judge(
  open: OpenTarget,
  flags: CheckFlags,
  inputs: Inputs,
  timings: Map<string, number>,
  saver: ScenarioSaver | undefined,
  end: RunEnd,
  trace: TraceWriter | undefined,
): Promise<Report> {
  const { target, line } = openProgress(open.target, flags, inputs);
  const onProgress = (progress: Progress): void => {
    if (progress.kind === 'check') timings.set(progress.id, progress.milliseconds);
    line.show(progress);
  };
  try {
    return await runChecks({
      target,
      checks: inputs.checks,
      register: loadRegister(),
      version: version(),
      seed: String(flags.seed),
      profile: flags.profile,
      credentials: open.ownCredentials ?? inputs.credentials,
      allowWrites: open.ownCredentials !== undefined || flags.allowWrites === true,
      thorough: flags.thorough === true,
      targetFile: inputs.targetFile,
      only: flags.only,
      skip: flags.skip,
      shard: flags.shard,
      jobs: flags.jobs,
      share: open.share,
      maxRps: flags.maxRps,
      patience: flags.patience,
      maxRequests: flags.maxRequests,
      strict: flags.strict === true,
      expectations: inputs.expectations,
      today: new Date().toISOString().slice(0, 10),
      onProgress,
      onExchange: trace?.add,
      onSighting: saver?.see,
      signal: end.signal,
      cleanUpSignal: end.cleanUpSignal,
    });
  } finally {
    line.end();
  }
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
  const { seed, world, profile, maxRps } = flags;
  const isOwn = ownCredentials !== undefined;
  const simulated = isOwn
    ? { seed, world: world ?? 'small', ...(profile === undefined ? {} : { profile }) }
    : undefined;
  const credentials = ownCredentials ?? inputs.credentials;
  const stop = createStop(end.signal);
  const lifeline = createLifeline(target, stop, createStop(end.cleanUpSignal));
  return createScenarioSaver(
    flags.saveScenarios,
    { ...lifeline, stop, credentials, simulated, seed, share, maxRps },
    loadRegister(),
  );
}

function timingsJson(report: Report, timings: ReadonlyMap<string, number>): string {
  const checks = report.checks.flatMap(({ id }) => {
    const milliseconds = timings.get(id);
    return milliseconds === undefined ? [] : [{ id, milliseconds: Math.round(milliseconds * 1_000) / 1_000 }];
  });
  const timingsFile: TimingsFile = { target: report.target, seed: report.seed, checks };
  return `${JSON.stringify(timingsFile, null, 2)}\n`;
}

/**
 * A target that could not be judged at all is one line on stderr; otherwise the report is on stdout. The commands that repeat the first
 * failures are on stderr, so that stdout is the report alone.
 */
function printReport(
  report: Report,
  checks: readonly Check[],
  url: string | undefined,
  flags: CheckFlags,
  reports: readonly ReportFile[],
): void {
  const [remark] = report.remarks;
  const isUnjudged = report.stopped === 'unreachable' && report.coverage.verified === 0;
  const isQuiet = flags.quiet === true;
  if (isUnjudged && remark !== undefined) console.error(`touchstone: ${visible(remark)}`);
  else if (!isQuiet) {
    const file = reports.find(({ format }) => format === 'json')?.file;
    const again = againLines(report, checks, url, flags, file);
    const layout = { isFull: flags.full === true, below: again.length, file };
    process.stdout.write(printedReport(report, process.stdout, layout));
    for (const line of again) console.error(`again  ${line}`);
  }
  if (isQuiet || isUnjudged) process.stdout.write(`${report.verdict}\n`);
}
