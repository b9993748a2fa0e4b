/** cli/check/exit-code: the exit code of `touchstone check`, from the report and two flags alone. */
import { isEnough } from '../../conformance/coverage-floor.ts';
import type { Report } from '../../conformance/report.ts';
import { EXIT, type ExitCode } from '../exit.ts';

/** The first that applies. `minCoverage`: the percentage of the demanded clauses that a partial run must verify. */
export function exitCodeOf(report: Report, minCoverage: number | undefined): ExitCode {
  return unsoundCode(report) ?? (isEnough(report, minCoverage) ? EXIT.ok : EXIT.partial);
}

/** As `exitCodeOf`, for recorded traffic, which never verifies everything: any verified part is enough. */
export function trafficExitCodeOf(report: Report, minCoverage: number | undefined): ExitCode {
  return exitCodeOf(report, minCoverage ?? 0);
}

/** As `exitCodeOf`, for properties alone, which verify few clauses: every property that applies was judged. */
export function exploreExitCodeOf(report: Report, minCoverage: number | undefined): ExitCode {
  const idle = report.checks.filter(({ verdict }) => verdict === 'blocked' || verdict === 'not-testable');
  const isJudged = !idle.some(({ kind }) => kind === 'property') && isEnough(report, minCoverage ?? 0);
  return unsoundCode(report) ?? (isJudged ? EXIT.ok : EXIT.partial);
}

/** The code of a run that ended early, or found something. */
function unsoundCode(report: Report): ExitCode | undefined {
  if (report.stopped === 'interrupted') return EXIT.interrupted;
  if (report.stopped === 'unreachable') return EXIT.unreachable;
  if (report.counts.error > 0) return EXIT.harness;
  if (report.checks.some(({ verdict, expected }) => verdict === 'fail' && !expected)) return EXIT.failed;
  if (report.stale.length > 0) return EXIT.staleExpectation;
  return undefined;
}
