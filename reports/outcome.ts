/** reports/outcome: the outcome of a check in the words of test frameworks, and sentences of formats for CI. */
import { atPointer } from '../base/json-pointer.ts';
import { assertNever } from '../base/result.ts';
import type { CheckResult, Finding, Report } from '../conformance/report.ts';
import { visible } from './untrusted.ts';

/** `expected`: it failed, and an expectation accepts that. Warnings and notes pass. */
export type TestOutcome = 'passed' | 'failed' | 'expected' | 'skipped' | 'errored';

export function outcomeOf({ verdict, expected }: CheckResult): TestOutcome {
  switch (verdict) {
    case 'pass':
    case 'warn':
    case 'note':
      return 'passed';
    case 'fail':
      return expected === true ? 'expected' : 'failed';
    case 'not-testable':
    case 'not-applicable':
    case 'blocked':
    case 'not-run':
      return 'skipped';
    case 'error':
      return 'errored';
    default:
      return assertNever(verdict);
  }
}

/** True for a check that judged something, whatever an expectation says. */
export function isJudged(check: CheckResult): boolean {
  const outcome = outcomeOf(check);
  return outcome !== 'skipped' && outcome !== 'errored';
}

/** `4.8/limit.max: expected a number, was "5" at /0/size` */
export function headlineOf({ clause, expected, actual, pointer }: Finding): string {
  return `${clause}: expected ${expected}, was ${actual}${atPointer(pointer)}`;
}

/** Request, response and the line that repeats a finding. Other commands than `check` have no request for some rows. */
export function evidenceOf({ request, response, curl }: Finding): readonly string[] {
  return [request, response, curl].filter((text) => text !== '');
}

/** Why a check has no verdict, and the remedy. */
export function reasonOf({ reason, remedy }: CheckResult): string {
  return [reason, remedy].filter((part) => part !== undefined).join('; ');
}

/** `error` if the target is at fault or Touchstone is, `warning`, or `note`. */
export type Gravity = 'error' | 'warning' | 'note';

/** One statement of a format that lists problems. */
export type Problem = Readonly<{
  check: CheckResult;
  /** Absent if a check failed without a finding, and for an error of Touchstone. */
  finding?: Finding;
  gravity: Gravity;
  text: string;
}>;

const GRAVITIES = { fail: 'error', warn: 'warning', note: 'note' } as const;

/** The findings, and the checks that failed without one, in order of the report. Expected failures are among them. */
export function problemsOf({ checks }: Report): readonly Problem[] {
  return checks.flatMap((check): readonly Problem[] => {
    const { findings, verdict, id } = check;
    if (findings.length > 0) {
      return findings.map((finding) => ({
        check,
        finding,
        gravity: GRAVITIES[finding.severity],
        text: headlineOf(finding),
      }));
    }
    if (verdict !== 'fail' && verdict !== 'error') return [];
    return [{ check, gravity: 'error', text: reasonOf(check) === '' ? `${id} failed` : reasonOf(check) }];
  });
}

/** The tone of a verdict in every format; colours only repeat its words. */
export function toneOf(verdict: Report['verdict']): 'good' | 'bad' | 'unsure' {
  if (verdict === 'non-conformant' || verdict === 'failed') return 'bad';
  return ['conformant', 'conformant-with-notes', 'passed'].includes(verdict) ? 'good' : 'unsure';
}

export type FindingReplayOutcome =
  | { readonly kind: 'fixed' | 'still failing' | 'changed' | 'new'; readonly finding: Finding; readonly now?: Finding }
  | { readonly kind: 'not judged'; readonly finding: Finding; readonly why: string };

type FindingReplay = Readonly<{
  before: CheckResult;
  now: Report;
  /** True for a request line that the second run sent. */
  hasSent: (request: string) => boolean;
  /** The check judges responses to requests of other checks, or of clients whose traffic was recorded. */
  isPassive: boolean;
}>;

/** An outcome for each finding of the first run, then those of the second alone. Notes count if there is no other. */
export function outcomesOf(replayed: FindingReplay): readonly FindingReplayOutcome[] {
  const { before, now } = replayed;
  const row = now.checks.find(({ id }) => id === before.id);
  const isOfNotes = before.findings.every(({ severity }) => severity === 'note');
  const counts = ({ severity }: Finding) => isOfNotes || severity !== 'note';
  const found = (row?.findings ?? []).filter(counts);
  const known = new Set(before.findings.map(({ id }) => id));
  return [
    ...before.findings.filter(counts).map((finding): FindingReplayOutcome => {
      const again = found.find(({ id }) => id === finding.id);
      if (again !== undefined) {
        return { kind: again.actual === finding.actual ? 'still failing' : 'changed', finding, now: again };
      }
      const why = whyUnjudged(finding, row, replayed);
      return why === undefined ? { kind: 'fixed', finding } : { kind: 'not judged', finding, why };
    }),
    ...found.filter(({ id }) => !known.has(id)).map((finding): FindingReplayOutcome => ({ kind: 'new', finding })),
  ];
}

/** A finding that is absent is fixed only if its clause was judged again. */
function whyUnjudged(
  { clause, request }: Finding,
  row: CheckResult | undefined,
  { now, hasSent, isPassive }: FindingReplay,
): string | undefined {
  if (row === undefined) return 'this version of touchstone has no such check';
  if (!isJudged(row)) return `the check is ${row.verdict}: ${row.reason ?? 'no reason given'}`;
  if (isPassive && !hasSent(request)) return 'its request was not sent again: judge the whole suite, or new traffic';
  return now.unverified.includes(clause) ? 'no value was seen that could show its clause' : undefined;
}

/** A block of lines for each outcome, and the number of each kind. */
export function findingReplayText(outcomes: readonly FindingReplayOutcome[]): string {
  const counts = Map.groupBy(outcomes, ({ kind }) => kind);
  const summary = [...counts].map(([kind, some]) => `${some.length} ${kind}`).join(', ');
  return `${outcomes.map(blockOf).join('\n')}\n\n${summary}\n`;
}

function blockOf(outcome: FindingReplayOutcome): string {
  const { kind, finding } = outcome;
  const lines = [`${kind.padEnd(14)} ${finding.id}  ${finding.clause} (${finding.level})`, ...detailsOf(outcome)];
  return lines.map(visible).join('\n');
}

function detailsOf(outcome: FindingReplayOutcome): readonly string[] {
  const { finding } = outcome;
  const row = (name: string, text: string) => `  ${name.padEnd(9)} ${text}`;
  switch (outcome.kind) {
    case 'fixed':
      return [];
    case 'not judged':
      return [row('reason', outcome.why)];
    case 'still failing':
    case 'new':
      return [row('request', finding.request), row('expected', finding.expected), row('actual', placed(finding))];
    case 'changed':
      return [
        row('request', finding.request),
        row('expected', finding.expected),
        row('before', placed(finding)),
        row('now', placed(outcome.now ?? finding)),
      ];
    default:
      return assertNever(outcome);
  }
}

export function placed({ actual, pointer }: Pick<Finding, 'actual' | 'pointer'>): string {
  return actual + atPointer(pointer);
}
