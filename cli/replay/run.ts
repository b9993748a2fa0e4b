/** cli/replay/run: the work of `touchstone replay`: a run of one check, compared with its report. */
import { omitUndefined } from '../../base/record.ts';
import type { Check } from '../../conformance/check.ts';
import { requestLine } from '../../conformance/evidence/excerpt.ts';
import { THOROUGH } from '../../conformance/properties/checks.ts';
import type { CheckResult, Report } from '../../conformance/report.ts';
import { explorationChecks, suiteOf } from '../../conformance/suite.ts';
import { isOfTraffic } from '../../conformance/traffic/label.ts';
import { type FindingReplayOutcome, findingReplayText, outcomesOf } from '../../reports/outcome.ts';
import { visible } from '../../reports/untrusted.ts';
import { observed } from '../../wire/message.ts';
import type { CheckFlags } from '../check/command.ts';
import { assertFlagsAgree, readInputs, withCredentials } from '../check/inputs.ts';
import { journalFor, judge, openTarget } from '../check/judge.ts';
import { worldOf } from '../check/target.ts';
import { createRunEnd } from '../deployment/run-end.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { conclude } from '../files/output-files.ts';
import { readReport } from '../files/read-report.ts';
import { version } from '../version.ts';
import { idsToRun, isPassive, rowNamed } from './choice.ts';
import type { FindingReplayFlags } from './command.ts';

/** Repeats the finding with this id. Throws `CliError` before anything is sent. */
export async function replayFinding(id: string, flags: FindingReplayFlags): Promise<ExitCode> {
  const report = readReport(flags.report);
  const before = rowNamed(report, id, flags.report);
  const suite = suiteRepeating(before, report.profile);
  const check = suite.find((one) => one.id === before.id);
  if (report.command !== 'check' || check === undefined) throw new CliError(whyUnknown(report, before, flags.report));
  const sent = new Set<string>();
  const now = await judgeAgain(report, suite, idsToRun(check, suite), flags, sent);
  const replayed = {
    before,
    now,
    hasSent: (line: string) => sent.has(line),
    isPassive: isPassive(check) || isOfTraffic(report),
  };
  const outcomes = outcomesOf(replayed);
  return conclude(codeOf(now, check, outcomes), `${headOf(report, now, before)}\n\n${findingReplayText(outcomes)}`);
}

/** The suite; the property of a counterexample draws that case again. */
function suiteRepeating({ findings }: CheckResult, profile: string | undefined): readonly Check[] {
  const drawn = findings.find(({ counterexample }) => counterexample !== undefined)?.counterexample;
  if (drawn === undefined) return suiteOf(profile);
  const { seed, path } = drawn;
  return explorationChecks({ ...THOROUGH, seed, path });
}

function whyUnknown({ command, touchstone }: Report, { id, kind }: CheckResult, file: string): string {
  if (command !== 'check')
    return `${file}: touchstone ${command} wrote this report, and replay repeats findings of check`;
  if (kind === 'scenario') return visible(`${file}: ${id} is a scenario: repeat it with touchstone run`);
  if (kind === 'differential')
    return visible(`${file}: ${id} has a reference: repeat it with touchstone check --against URL`);
  return visible(`${file}: touchstone ${touchstone} wrote this report, and ${version()} has no check ${id}`);
}

/** Runs the checks with the seed and the profile of the report. Request lines are added to `sent`. */
async function judgeAgain(
  report: Report,
  suite: readonly Check[],
  only: readonly string[],
  flags: FindingReplayFlags,
  sent: Set<string>,
): Promise<Report> {
  if (isOfTraffic(report) && flags.url === undefined)
    throw new CliError(
      `${flags.report} is a report of recorded traffic: name the deployment that gets the requests with --url URL`,
    );
  const world = flags.url === undefined ? worldOf(report.target) : undefined;
  const url = world === undefined ? (flags.url ?? report.target) : undefined;
  const again = checkFlags(report, only, flags, world);
  assertFlagsAgree(url, again);
  const given = await readInputs(again, [], suite);
  const end = createRunEnd(undefined);
  end.listen(true);
  const opened = await openTarget(url, again, given.targetFile, end.signal);
  try {
    const inputs = await withCredentials(given, opened, again);
    const journal = journalFor(url, opened, again, inputs);
    const open = {
      ...opened,
      target: observed(journal?.target ?? opened.target, (request) => sent.add(requestLine(request))),
    };
    let isGone = false;
    try {
      const now = await judge(open, again, inputs, end);
      isGone = now.stopped === 'unreachable';
      return now;
    } finally {
      await journal?.end(isGone, end.cleanUpSignal);
    }
  } finally {
    end.release();
    await opened.close();
  }
}

const NO_LISTS = { skip: [], scenarios: [], report: [], har: [], label: [] };

function checkFlags(
  { seed, profile }: Report,
  only: readonly string[],
  { report: _, url: __, ...flags }: FindingReplayFlags,
  world: string | undefined,
): CheckFlags {
  if (!/^\d{1,15}$/.test(seed)) throw new CliError(visible(`the seed of the report is no whole number: ${seed}`));
  const isWorld = world === undefined ? undefined : true;
  const quiet = process.stderr.isTTY ? undefined : true;
  const given = omitUndefined({ profile, world, inProcess: isWorld, quiet });
  return { ...flags, ...given, seed: Number(seed), only, retries: 0, ...NO_LISTS };
}

function codeOf(now: Report, check: Check, outcomes: readonly FindingReplayOutcome[]): ExitCode {
  if (now.stopped === 'interrupted') return EXIT.interrupted;
  if (now.stopped === 'unreachable') return EXIT.unreachable;
  if (now.checks.find(({ id }) => id === check.id)?.verdict === 'error') return EXIT.harness;
  if (outcomes.some(({ kind }) => kind === 'still failing' || kind === 'changed' || kind === 'new')) return EXIT.failed;
  return outcomes.some(({ kind }) => kind === 'not judged') ? EXIT.partial : EXIT.ok;
}

function headOf(report: Report, now: Report, { id, title }: CheckResult): string {
  const profile = report.profile === undefined ? '' : `  profile ${report.profile}`;
  const lines = [`${id}  ${title}`, `target ${now.target}  seed ${report.seed}${profile}`];
  if (report.touchstone !== now.touchstone)
    lines.push(`touchstone ${report.touchstone} wrote the report, and this is ${now.touchstone}: the check may differ`);
  return [...lines, ...now.remarks].map(visible).join('\n');
}
