/** reports/check-page/clause-states: the state of each clause after a run, from findings and verdicts. */
import { addTo } from '../../base/record.ts';
import type { CheckResult, Finding, Report } from '../../conformance/report.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { SEVERITIES } from '../comparison/sentences.ts';
import { isJudged } from '../outcome.ts';

/** In the order of severity. */
export const CLAUSE_STATES = ['failed', 'warned', 'noted', 'unverified', 'passed', 'not claimed', 'excluded'] as const;
export type ClauseState = (typeof CLAUSE_STATES)[number];

const STATE_OF: Readonly<Record<Finding['severity'], ClauseState>> = { fail: 'failed', warn: 'warned', note: 'noted' };

/** The state of any clause of the run; `clause` is undefined for an id that the register does not have. */
export function clauseStates(report: Report): (id: string, clause: Clause | undefined) => ClauseState {
  const worst = worstFindings(report.checks);
  const unverified = new Set(report.unverified);
  const checksOf = checksByClause(report.checks);
  return (id, clause) => {
    const severity = worst.get(id);
    if (severity !== undefined) return STATE_OF[severity];
    if (clause?.excluded !== undefined) return 'excluded';
    if (unverified.has(id)) return 'unverified';
    if (clause !== undefined && report.capabilities[clause.observable] === 'not-claimed') return 'not claimed';
    const checks = checksOf.get(id) ?? [];
    if (checks.some(isJudged)) return 'passed';
    const isClaimed = checks.length === 0 || checks.some(({ verdict }) => verdict !== 'not-applicable');
    return isClaimed ? 'unverified' : 'not claimed';
  };
}

function worstFindings(checks: readonly CheckResult[]): ReadonlyMap<string, Finding['severity']> {
  const worst = new Map<string, Finding['severity']>();
  for (const { clause, severity } of checks.flatMap(({ findings }) => findings)) {
    const known = worst.get(clause);
    if (known === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known)) worst.set(clause, severity);
  }
  return worst;
}

function checksByClause(checks: readonly CheckResult[]): ReadonlyMap<string, readonly CheckResult[]> {
  const found = new Map<string, CheckResult[]>();
  for (const check of checks) {
    for (const clause of check.clauses) addTo(found, clause, check);
  }
  return found;
}
