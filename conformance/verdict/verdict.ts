/** conformance/verdict/verdict: the severity of a finding, the verdict of a check, the verdict of a run. */
import { assertNever } from '../../base/result.ts';
import type { Clause, ClauseLevel, ClauseRow } from '../../spec/clauses/clause.ts';
import type { CheckVerdict, Finding, RunVerdict } from '../report.ts';

export type Severity = Finding['severity'];

export type Rules = {
  /** The profile that the target claims, if any. */
  readonly profile: string | undefined;
  /** Warnings count as failures. */
  readonly isStrict: boolean;
};

function isDecision(clause: Pick<ClauseRow, 'id'>) {
  return clause.id.startsWith('D/');
}

export function severityOf(clause: Pick<ClauseRow, 'id' | 'level'>, { profile, isStrict }: Rules): Severity {
  if (isDecision(clause)) return profile === undefined ? 'note' : 'fail';
  switch (clause.level) {
    case 'MUST':
      return 'fail';
    case 'SHOULD':
      return isStrict ? 'fail' : 'warn';
    case 'MAY':
    case 'UNSPECIFIED':
      return 'note';
    default:
      return assertNever(clause.level);
  }
}

/** True if a run must verify the clause: a MUST of the interface, or a decision of the claimed profile. */
export function isDemanded(clause: Clause, { profile }: Rules): boolean {
  if (clause.excluded !== undefined) return false;
  return isDecision(clause) ? profile !== undefined : clause.level === 'MUST';
}

const LEVELS: readonly ClauseLevel[] = ['MUST', 'SHOULD', 'MAY', 'UNSPECIFIED'];

export function strongestLevel(clauses: readonly Clause[]): ClauseLevel {
  return LEVELS.find((level) => clauses.some((clause) => clause.level === level)) ?? 'UNSPECIFIED';
}

/** The worst severity among findings; undefined without findings. */
export function worst(findings: readonly Pick<Finding, 'severity'>[]): Severity | undefined {
  return (['fail', 'warn', 'note'] as const).find((severity) => findings.some((found) => found.severity === severity));
}

export type RunFacts = Readonly<{
  counts: Readonly<Record<CheckVerdict, number>>;
  /** Demanded clauses of claimed capabilities, and how many of them were verified. */
  must: number;
  verified: number;
  isComplete: boolean;
  /** Some checks were left out on request. */
  isFiltered: boolean;
}>;

/** A failure wins; a run that was cut or verified nothing is inconclusive, one that left out a demand partial. */
export function runVerdict({ counts, must, verified, isComplete, isFiltered }: RunFacts): RunVerdict {
  if (counts.fail > 0) return 'non-conformant';
  // The caller chose checks of other clauses on purpose.
  const hasSeen = verified > 0 || (isFiltered && counts.pass + counts.warn + counts.note > 0);
  if (!isComplete || counts.error > 0 || !hasSeen) return 'inconclusive';
  if (isFiltered || verified < must || counts.blocked > 0 || counts['not-run'] > 0) return 'partial';
  return counts.warn > 0 || counts.note > 0 ? 'conformant-with-notes' : 'conformant';
}
