/** cli/check/judge: opens the target of a run and judges it. `touchstone replay` does the same. */
import { randomUUID } from 'node:crypto';
import type { Check } from '../../conformance/check.ts';
import { walletsOf } from '../../conformance/client/dialect.ts';
import { selectChecks } from '../../conformance/execution/execute.ts';
import type { Progress } from '../../conformance/execution/progress.ts';
import type { Expectation } from '../../conformance/input/expectations.ts';
import type { TargetFile } from '../../conformance/input/target-file.ts';
import type { Report } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/run.ts';
import { checksOfShard } from '../../conformance/shard/split.ts';
import { ownStatement } from '../../conformance/verdict/assemble.ts';
import { severityOf } from '../../conformance/verdict/verdict.ts';
import { loadRegister, registerOf } from '../../spec/clauses/register.ts';
import { observed, type Target } from '../../wire/message.ts';
import type { RunEnd } from '../deployment/run-end.ts';
import { openRunJournal, type RunJournal } from '../deployment/run-journal.ts';
import { skippingOf } from '../flags/options.ts';
import { hasColours } from '../terminal/colors.ts';
import { version } from '../version.ts';
import type { CheckFlags } from './command.ts';
import type { HttpTraceWriter } from './http-trace-file.ts';
import type { Inputs } from './inputs.ts';
import { createLiveView, createPlainLines, type LiveOptions, type ProgressLine } from './live-view.ts';
import type { ScenarioSaver } from './saved-scenarios.ts';
import { type OpenTarget, openUrl } from './target.ts';

/** How long a check took, and how long it waited for room in the request limits. */
export type CheckTime = { readonly milliseconds: number; readonly throttledMs: number };

/** The parts of a command that follow its run. The time of each check is added to `timings`. */
type Observers = Readonly<{
  timings?: Map<string, CheckTime>;
  saver?: ScenarioSaver | undefined;
  httpTrace?: HttpTraceWriter | undefined;
  /** In place of the progress of checks. */
  line?: ProgressLine | undefined;
  bytesMax?: number | undefined;
}>;

export function timeoutOf({ timeout }: CheckFlags): number {
  return Math.round(timeout * 1_000);
}

/** `file`: the target file. `signal` ends the wait for a deployment. */
export async function openTarget(
  url: string | undefined,
  flags: CheckFlags,
  file: TargetFile | undefined,
  signal: AbortSignal,
): Promise<OpenTarget> {
  const timeoutMs = timeoutOf(flags);
  if (url !== undefined) return openUrl(url, timeoutMs, { ...flags, file }, signal);
  const { seed, world = 'small', profile, inProcess = false, quiet = false } = flags;
  const simulated = { seed, world, profile, ...skippingOf(flags) };
  const { openSimulator } = await import('./simulator.ts');
  return openSimulator({ ...simulated, isInProcess: inProcess, timeoutMs, isQuiet: quiet });
}

export function journalFor(
  url: string | undefined,
  opened: OpenTarget,
  { allowWrites, journal, profile }: CheckFlags,
  { credentials }: Inputs,
): RunJournal | undefined {
  if (url === undefined || !allowWrites) return undefined;
  return openRunJournal({ ...opened, profile }, walletsOf(profile, credentials?.wallets ?? []), journal);
}

/** The salts of two runs against one deployment must differ. Those for an own simulator follow from the seed. */
function runIdOf({ ownCredentials }: OpenTarget, { runId, allowWrites }: CheckFlags) {
  return runId ?? (ownCredentials === undefined && allowWrites === true ? randomUUID().slice(0, 8) : undefined);
}

export async function judge(
  open: OpenTarget,
  flags: CheckFlags,
  inputs: Inputs,
  end: RunEnd,
  { timings, saver, httpTrace, line: own, bytesMax }: Observers = {},
): Promise<Report> {
  const { target, line } = own === undefined ? openProgress(open.target, flags, inputs) : { ...open, line: own };
  const onProgress = (progress: Progress) => {
    if (progress.kind === 'check') timings?.set(progress.id, progress);
    line.show(progress);
  };
  try {
    return await runChecks({
      target,
      checks: inputs.checks,
      register: registerOf(flags.profile),
      version: version(),
      seed: String(flags.seed),
      runId: runIdOf(open, flags),
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
      bytesMax,
      retries: flags.retries,
      strict: flags.strict === true,
      expectations: inputs.expectations,
      today: new Date().toISOString().slice(0, 10),
      onProgress,
      onExchange: httpTrace?.add,
      onSighting: saver?.see,
      signal: end.signal,
      cleanUpSignal: end.cleanUpSignal,
    });
  } finally {
    line.end();
  }
}

type Judged = { readonly checks: readonly Check[]; readonly expectations: readonly Expectation[] };

/** The line, and the target to judge, whose requests it counts. */
function openProgress(
  target: Target,
  flags: CheckFlags,
  judged: Judged,
): { readonly target: Target; readonly line: ProgressLine } {
  if (flags.quiet) return { target, line: { show: () => undefined, end: () => undefined } };
  const sink = process.stderr;
  if (!sink.isTTY || process.env['TERM'] === 'dumb') return { target, line: createPlainLines(sink) };
  let sent = 0;
  const counted = observed(target, () => {
    sent += 1;
  });
  const options: LiveOptions = {
    transmitted: () => sent,
    maxRequests: flags.maxRequests,
    severityOf: severities(flags, judged),
    hasColours: hasColours(sink),
  };
  return { target: counted, line: createLiveView(sink, options) };
}

/** The severity that a deviation has in the report; undefined for a note, an expected one, or a check left out. */
function severities(
  { only, skip, shard, profile, strict }: CheckFlags,
  { checks, expectations }: Judged,
): LiveOptions['severityOf'] {
  const selected = selectChecks(checksOfShard(checks, shard), only, skip);
  const register = loadRegister();
  return (check, clause) => {
    const isExpected = expectations.some((entry) => entry.check === check && (entry.clause ?? clause) === clause);
    const judging = checks.find(({ id }) => id === check);
    const row = register.get(clause) ?? (judging && ownStatement(judging));
    if (isExpected || row === undefined || !selected.has(check)) return undefined;
    const severity = severityOf(row, { profile, isStrict: strict === true });
    return severity === 'note' ? undefined : severity;
  };
}
