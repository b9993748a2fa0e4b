/** conformance/coverage-floor: whether a run verified enough clauses, and which are missing. */
import { listed } from '../scenarios/reading/issues.ts';
import type { CheckResult, Report } from './report.ts';

const CLAUSES_SHOWN = 25;
const REASONS_SHOWN = 10;
const CHECKS_SHOWN = 3;

/** True if enough demanded clauses were verified, failed or not; never for a run that verified nothing or was cut. */
export function isEnough(report: Report, minCoverage: number | undefined): boolean {
  if (report.verdict === 'inconclusive' || !report.complete) return false;
  return minCoverage === undefined ? isWhole(report) : percentVerified(report) >= minCoverage;
}

/** Every demanded clause was verified, and its failures were expected. */
function isWhole({ verdict, coverage, filtered, counts }: Report) {
  if (verdict !== 'non-conformant') return verdict === 'conformant' || verdict === 'conformant-with-notes';
  return !filtered && coverage.verified === coverage.must && counts.blocked === 0 && counts['not-run'] === 0;
}

function percentVerified({ coverage: { verified, must } }: Report) {
  return must === 0 ? 0 : (100 * verified) / must;
}

/** The reasons why a run is below the floor: its coverage, the unverified clauses, and why checks could not judge. */
export function shortfallText(report: Report, minCoverage: number | undefined): string {
  const { verdict, coverage, unverified, checks } = report;
  // Rounded down, so that 100% means all.
  const percent = Math.floor(percentVerified(report) * 10) / 10;
  const demanded = minCoverage === undefined ? '' : `, ${minCoverage}% are demanded`;
  return [
    `${verdict}: ${coverage.verified} of ${coverage.must} MUST clauses of the claimed capabilities verified ` +
      `(${percent.toFixed(1)}%)${demanded}`,
    ...(unverified.length === 0 ? [] : [`not verified: ${listed(unverified, CLAUSES_SHOWN)}`]),
    ...idleLines(checks),
    verdict === 'inconclusive'
      ? 'give the deployment what is missing: a run that saw nothing meets no floor'
      : `give the deployment what is missing, or accept a floor with minCoverage: ${Math.floor(percent)}`,
  ].join('\n');
}

/** One line for each reason, with the checks that could not judge because of it. */
function idleLines(checks: readonly CheckResult[]): readonly string[] {
  const idle = checks.filter(({ verdict }) => ['not-testable', 'blocked', 'not-run', 'error'].includes(verdict));
  const byReason = Map.groupBy(idle, ({ verdict, reason = 'no reason given', remedy }) =>
    [`${verdict}: ${reason}`, ...(remedy === undefined ? [] : [remedy])].join('; '),
  );
  const lines = [...byReason].map(([reason, those]) => {
    const ids = those.map(({ id }) => id);
    return `${listed(ids, CHECKS_SHOWN)} ${reason}`;
  });
  const rest = lines.length - REASONS_SHOWN;
  return rest > 0 ? [...lines.slice(0, REASONS_SHOWN), `and ${rest} more reasons`] : lines;
}
