/** cli/run/single-run: one run of `touchstone run`: plays, compares golden traces, prints and writes results. */

import { counted } from '../../base/counted.ts';
import { omitUndefined } from '../../base/record.ts';
import type { Report } from '../../conformance/report.ts';
import { type Row, type RowFailure, rowReport } from '../../reports/row-report.ts';
import { scenarioJunit } from '../../reports/scenario-junit.ts';
import { visible } from '../../reports/untrusted.ts';
import { headline } from '../../scenarios/running/failure-text.ts';
import type { ScenarioResult, StepFailure, Verdict } from '../../scenarios/running/result.ts';
import type { SuitePool } from '../../scenarios/suite/pool.ts';
import { type Ran, type Turn, turnsOf } from '../../scenarios/suite/turn.ts';
import type { RunEnd } from '../deployment/run-end.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { assertWritten, writeEach } from '../files/output-files.ts';
import { outputsOf, type ReportFile } from '../files/report-files.ts';
import { hasColours } from '../terminal/colors.ts';
import { createTextProgress } from '../terminal/text-progress.ts';
import { version } from '../version.ts';
import type { RunFlags } from './command.ts';
import type { Found } from './files.ts';
import { heldAgainstGoldens } from './golden-traces.ts';
import { type Played, type RunOutcome, whyEnded } from './outcome.ts';
import { againLine, runJson, runText, stepTraceText } from './report.ts';

export type Runner = Readonly<{
  flags: RunFlags;
  reports: readonly ReportFile[];
  pool: SuitePool;
  end: RunEnd;
}>;

/** Plays the scenarios and prints the outcome. Throws `CliError` for files that cannot be read or written. */
export async function runOnce({ scenarios }: Found, { flags, reports, pool, end }: Runner): Promise<ExitCode> {
  const turns = turnsOf(scenarios);
  const startedAt = performance.now();
  const played = await play(turns, flags, pool, end);
  const { ran, notices } =
    flags.target === undefined
      ? heldAgainstGoldens(turns, played.ran, flags.updateGolden === true)
      : { ran: [...played.ran], notices: [] };
  const outcome: RunOutcome = {
    label: played.label,
    seed: flags.seed,
    ran: ran.filter((one) => one !== undefined),
    wanted: turns.length,
    counts: countsOf(ran.flatMap((one) => one?.result.verdict ?? [])),
    seconds: (performance.now() - startedAt) / 1_000,
    stopped: played.stopped,
  };
  const { trace, junit } = flags;
  const results = outcome.ran.map(({ result }) => result);
  const unwritten = writeEach([
    ...(trace === undefined ? [] : [{ file: trace, text: () => stepTraceText(outcome) }]),
    ...(junit === undefined ? [] : [{ file: junit, text: () => scenarioJunit(results, whyCut(outcome)) }]),
    ...outputsOf(reports, () => runReport(outcome, flags)),
  ]);
  for (const notice of notices) console.error(`touchstone: ${notice}`);
  const code = runExitOf(outcome, flags);
  // The exit code comes first: printing ends the process if the reader of the output has left.
  process.exitCode = code;
  process.stdout.write(flags.json ? runJson(outcome) : runText(outcome, flags, hasColours()));
  if (outcome.stopped?.why === 'unreachable') console.error(`touchstone: ${outcome.stopped.detail}`);
  if (outcome.stopped?.why === 'max-time') console.error(`touchstone: ${whyShort(outcome)}`);
  else if (code === EXIT.partial) console.error(`touchstone: ${whyPartial(outcome)}`);
  assertWritten(unwritten, code);
  return code;
}

/** `ran`: by turn; undefined for turns that were not played. */
async function play(
  turns: readonly Turn[],
  flags: RunFlags,
  pool: SuitePool,
  end: RunEnd,
): Promise<Played<Ran | undefined>> {
  const keepsStepTraces = flags.trace !== undefined;
  const progress = createRunProgress(turns.length);
  const onDone = ({ result }: Ran) => progress.show(result);
  try {
    if (flags.target !== undefined) {
      // The HTTP client is loaded only with --target.
      const { playOnTarget } = await import('./target.ts');
      return await playOnTarget(flags.target, flags, { turns, keepsStepTraces, end, onDone });
    }
    const { signal } = end;
    const ran = await pool.play({ turns, seed: flags.seed, keepsStepTraces, signal, onDone });
    const isCut = signal.aborted && ran.includes(undefined);
    return { label: 'in-process simulator', ran, stopped: isCut ? { why: whyEnded(signal) } : undefined };
  } finally {
    progress.end();
  }
}

function whyCut({ stopped }: RunOutcome): string | undefined {
  if (stopped === undefined) return undefined;
  return `the run was cut short (${stopped.why})${stopped.why === 'unreachable' ? `: ${stopped.detail}` : ''}`;
}

function whyShort({ ran, wanted }: RunOutcome) {
  return `the time of the run is up; ${wanted - ran.length} of ${wanted} scenarios were not played to their end`;
}

function whyPartial({ counts, ran }: RunOutcome): string {
  if (counts.pass === 0) return 'nothing could be tested: see what is missing';
  return `${counts['not-testable']} of ${ran.length} could not be tested: see what is missing`;
}

/** Starts the progress line of a run of `total` cases. `show` is called with each result. */
function createRunProgress(total: number): { show(result: ScenarioResult): void; end(): void } {
  const progress = createTextProgress(process.stderr, `playing ${counted(total, 'scenario')}`);
  let [done, failed] = [0, 0];
  return {
    show({ verdict, scenario }) {
      done += 1;
      if (verdict === 'fail' || verdict === 'error') failed += 1;
      progress.show(() => `${done}/${total} scenarios, ${failed} failed  ${visible(scenario)}`);
    },
    end: progress.end,
  };
}

/** The first that applies. A scenario that is not testable is no failure, but a run that passed nothing is never 0. */
function runExitOf({ ran, counts, stopped }: RunOutcome, { strict, minTested = 0 }: RunFlags): ExitCode {
  if (stopped?.why === 'interrupted') return EXIT.interrupted;
  if (stopped?.why === 'unreachable') return EXIT.unreachable;
  if (counts.error > 0) return EXIT.harness;
  if (counts.fail > 0) return EXIT.failed;
  if (stopped !== undefined) return EXIT.partial;
  const isEnough = 100 * counts.pass >= (strict ? 100 : minTested) * ran.length;
  return counts.pass > 0 && isEnough ? EXIT.ok : EXIT.partial;
}

function countsOf(verdicts: readonly Verdict[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, fail: 0, 'not-testable': 0, error: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

function runReport({ label, seed, ran, stopped }: RunOutcome, flags: RunFlags): Report {
  return rowReport({
    command: 'run',
    touchstone: version(),
    target: label,
    seed: String(seed),
    rows: ran.map(({ result }) => rowOf(result, againLine(result, flags))),
    stopped: stopped?.why,
  });
}

function rowOf(result: ScenarioResult, again: string): Row {
  const { file, scenario, clauses, verdict, missing, failures, requests } = result;
  const title = result.case === undefined ? scenario : `${scenario} [${result.case}]`;
  const reason = verdict === 'error' ? failures.map(headline).join('; ') : missing.join('; ');
  return omitUndefined({
    id: `${file}: ${title}`,
    title,
    clauses,
    kind: 'scenario',
    verdict,
    requests,
    reason: reason || undefined,
    failures: verdict === 'fail' ? failures.flatMap((failure) => failuresOf(failure, again)) : [],
  });
}

/** A failure for each difference. A step that failed without one is a failure too. */
function failuresOf(failure: StepFailure, again: string): readonly RowFailure[] {
  const { differences, exchange } = failure;
  const { request, answer } = exchange ?? {};
  const shown = omitUndefined({
    again,
    request: request && `${request.method} $TARGET${request.target}`,
    response: answer && `${answer.status} ${answer.body}`,
  });
  if (differences.length === 0) return [{ ...shown, expected: 'the step to succeed', actual: headline(failure) }];
  return differences.map(({ pointer, expected, actual }) => ({
    ...shown,
    pointer,
    actual,
    expected: `${expected} (${headline(failure)})`,
  }));
}
