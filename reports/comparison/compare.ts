/** reports/comparison/compare: compares two reports by check and finding. Checks of one suite alone are listed. */
import type { Cause, CheckResult, Finding, Report } from '../../conformance/report.ts';
import { causesOf } from '../../conformance/verdict/causes.ts';
import { isJudged } from '../outcome.ts';
import { runFactsOf } from '../run-facts.ts';
import {
  type ChangedFinding,
  type CheckChange,
  COMPARISON_FORMAT,
  type ComparedCause,
  type ComparedFinding,
  type ComparedRun,
  type Comparison,
  type LoneCheck,
  type Observation,
} from './comparison.ts';
import { findingsByKey } from './finding-keys.ts';
import { SEVERITIES } from './sentences.ts';

const ABSENT = 'none';

function differingSettings(old: Report, newer: Report): Comparison['settings'] {
  const [before, after] = [settingsOf(old), settingsOf(newer)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const pair = { old: before.get(name) ?? ABSENT, new: after.get(name) ?? ABSENT };
    return pair.old === pair.new ? [] : [{ name, ...pair }];
  });
}

function settingsOf(report: Report): ReadonlyMap<string, string> {
  const { touchstone, target, profile, seed, capabilities, filtered, complete, stopped } = report;
  return new Map([
    ['touchstone', touchstone],
    ['target', target],
    ['profile', profile ?? ABSENT],
    ['seed', seed],
    ...Object.entries(capabilities).map(([name, state]) => [`capability ${name}`, state] as const),
    ['checks', filtered ? 'some left out on request' : 'all'],
    ['end of the run', complete ? 'complete' : (stopped ?? 'incomplete')],
  ]);
}

export type NamedReport = { readonly name: string; readonly report: Report };

export function compareReports(old: NamedReport, newer: NamedReport): Comparison {
  const before = new Map(old.report.checks.map((check) => [check.id, check]));
  const after = new Map(newer.report.checks.map((check) => [check.id, check]));
  const findings: Comparison['findings'] = { new: [], fixed: [], changed: [], still: [] };
  const checks: Comparison['checks'] = { noLongerRun: [], newlyRun: [] };
  for (const [id, now] of after) {
    const was = before.get(id);
    if (was !== undefined) compareCheck(was, now, findings, checks);
  }
  for (const list of [findings.new, findings.fixed, findings.changed, findings.still]) list.sort(worstFirst);
  checks.noLongerRun.sort((one, other) => Number(other.regression) - Number(one.regression));
  const rows = [...findings.new, ...findings.changed, ...checks.noLongerRun];
  return {
    format: COMPARISON_FORMAT,
    command: newer.report.command,
    old: sideOf(old),
    new: sideOf(newer),
    settings: differingSettings(old.report, newer.report),
    suites: {
      common: [...after.keys()].filter((id) => before.has(id)).length,
      onlyOld: loneChecks(before.values(), after),
      onlyNew: loneChecks(after.values(), before),
    },
    regressions: rows.filter(({ regression }) => regression).length,
    findings,
    causes: compareCauses(old.report, newer.report),
    checks,
  };
}

/** Reports of older versions get causes from findings. A cause whose checks did not judge again is not solved. */
function compareCauses(old: Report, newer: Report): Comparison['causes'] {
  const [before, after] = [old, newer].map((report) => report.causes ?? causesOf(report));
  const judged = new Set(newer.checks.filter(isJudged).map(({ id }) => id));
  const isIn = (causes: readonly Cause[] = []) => {
    const ids = new Set(causes.map(({ id }) => id));
    return ({ id }: Cause) => ids.has(id);
  };
  const [wasThere, isThere] = [isIn(before), isIn(after)];
  const isSolved = (cause: Cause) => !isThere(cause) && cause.checks.some((id) => judged.has(id));
  return {
    new: (after ?? []).filter((cause) => !wasThere(cause)).map(comparedCause),
    solved: (before ?? []).filter(isSolved).map(comparedCause),
    still: (after ?? []).filter(wasThere).map(comparedCause),
  };
}

function comparedCause({ id, title, route, severity, gain }: Cause): ComparedCause {
  return { id, title, ...(route !== undefined && { route }), severity, gain };
}

/** Regressions come first, then the other findings by severity; otherwise the order of the suite stays. */
function worstFirst(one: ComparedFinding, other: ComparedFinding): number {
  const rank = ({ regression, severity }: ComparedFinding) => (regression ? -1 : SEVERITIES.indexOf(severity));
  return rank(one) - rank(other);
}

function sideOf({ name, report }: NamedReport): ComparedRun {
  return { name, ...runFactsOf(report), checks: report.checks.length };
}

function loneChecks(checks: Iterable<CheckResult>, others: ReadonlyMap<string, unknown>): LoneCheck[] {
  return [...checks].flatMap(({ id, verdict }) => (others.has(id) ? [] : [{ check: id, verdict }]));
}

function compareCheck(
  was: CheckResult,
  now: CheckResult,
  findings: Comparison['findings'],
  checks: Comparison['checks'],
) {
  const [hadJudged, hasJudged] = [isJudged(was), isJudged(now)];
  if (hadJudged && !hasJudged) {
    checks.noLongerRun.push({ ...changeOf(was, now, now.reason), regression: was.verdict !== 'fail' });
  }
  if (!hadJudged && hasJudged) checks.newlyRun.push({ ...changeOf(was, now, was.reason), regression: false });
  if (!hasJudged) return;
  const before = hadJudged ? findingsByKey(was) : new Map<string, Finding>();
  const after = findingsByKey(now);
  for (const [key, found] of after) {
    const known = before.get(key);
    if (known === undefined) findings.new.push(compared(now, found, isFailure(now, found)));
    else if (isSame(known, found)) findings.still.push(compared(now, found, false));
    else findings.changed.push(changed(now, known, found));
  }
  for (const [key, found] of before) if (!after.has(key)) findings.fixed.push(compared(was, found, false));
}

function isFailure(check: CheckResult, { severity }: Finding) {
  return severity === 'fail' && check.expected !== true;
}

/** Places are not compared: the same deviation can show in another row. */
function isSame(one: Finding, other: Finding) {
  const [before, after] = [one, other].map(({ severity, expected, actual, difference }) =>
    JSON.stringify([severity, expected, actual, difference?.expected, difference?.actual]),
  );
  return before === after;
}

function observationOf({ severity, pointer, expected, actual, difference }: Finding): Observation {
  return { severity, pointer, expected, actual, ...(difference !== undefined && { difference }) };
}

function compared(check: CheckResult, found: Finding, regression: boolean): ComparedFinding {
  const { id, clause, level, request } = found;
  return {
    check: check.id,
    title: check.title,
    id,
    clause,
    level,
    request,
    ...observationOf(found),
    ...(check.expected === true ? { expectedFailure: true } : {}),
    regression,
  };
}

function changed(check: CheckResult, known: Finding, found: Finding): ChangedFinding {
  const regression = known.severity !== 'fail' && isFailure(check, found);
  return { ...compared(check, found, regression), old: observationOf(known) };
}

function changeOf(was: CheckResult, now: CheckResult, reason: string | undefined): Omit<CheckChange, 'regression'> {
  const { id, title } = now;
  return { check: id, title, old: was.verdict, new: now.verdict, ...(reason !== undefined && { reason }) };
}
