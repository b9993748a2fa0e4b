/** reports/comparison/baseline: marks the findings of a report that a baseline lacks (`check --baseline`). */
import type { Report } from '../../conformance/report.ts';
import { findingsByKey } from './finding-keys.ts';

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
