/** reports/comparison/finding-keys: the findings of a check by a key that is the same in every run. */
import type { CheckResult, Finding, Report } from '../../conformance/report.ts';

/** Findings with one id are numbered in their order. A failed check without findings has one for its verdict. */
export function findingsByKey(check: CheckResult): ReadonlyMap<string, Finding> {
  const byKey = new Map<string, Finding>();
  const times = new Map<string, number>();
  for (const found of check.findings.length > 0 ? check.findings : verdictAsFinding(check)) {
    const time = times.get(found.id) ?? 0;
    times.set(found.id, time + 1);
    byKey.set(`${found.id}/${time}`, found);
  }
  return byKey;
}

function verdictAsFinding({ id, clauses: [clause = id], level, verdict, reason }: CheckResult): readonly Finding[] {
  if (verdict !== 'fail' && verdict !== 'warn') return [];
  const empty = { pointer: '', request: '', response: '', curl: '' };
  return [{ ...empty, id: 'verdict', clause, level, severity: verdict, expected: 'pass', actual: reason ?? verdict }];
}

/** A copy of the report with `isNew` in each finding. */
export function markNew(report: Report, baseline: Report): Report {
  const known = new Map(baseline.checks.map((check) => [check.id, findingsByKey(check)]));
  const checks = report.checks.map((check) => {
    const findings = [...findingsByKey(check)].map(([key, found]) => ({
      ...found,
      isNew: known.get(check.id)?.has(key) !== true,
    }));
    return check.findings.length === 0 ? check : { ...check, findings };
  });
  return { ...report, checks };
}
