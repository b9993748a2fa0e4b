/** reports/gitlab: the report as a code quality report of GitLab: issues with lasting fingerprints. */
import type { Report } from '../conformance/report.ts';
import { type Gravity, outcomeOf, problemsOf } from './outcome.ts';
import { sourceFileOf } from './sarif.ts';
import { safeJson, visible } from './untrusted.ts';

const SEVERITIES: Readonly<Record<Gravity, string>> = { error: 'critical', warning: 'minor', note: 'info' };

export function gitlabReport(report: Report): string {
  const path = sourceFileOf(report);
  const found = problemsOf(report).map(({ check, finding, gravity, text }) => {
    const isExpected = outcomeOf(check) === 'expected';
    return issue(path, {
      check: check.id,
      description: isExpected ? `expected: ${text}` : text,
      fingerprint: finding?.id ?? check.id,
      severity: isExpected ? 'info' : SEVERITIES[gravity],
    });
  });
  const stale = report.stale.map((entry) =>
    issue(path, {
      check: 'expectations',
      description: `stale: ${entry}`,
      fingerprint: `stale ${entry}`,
      severity: 'critical',
    }),
  );
  return `${safeJson([...found, ...stale])}\n`;
}

function issue(path: string, parts: { check: string; description: string; fingerprint: string; severity: string }) {
  return {
    description: visible(parts.description),
    check_name: visible(parts.check),
    fingerprint: visible(parts.fingerprint),
    severity: parts.severity,
    location: { path, lines: { begin: 1 } },
  };
}
