/**
 * cli/explain/cross-reference: clauses joined with the checks that judge them. The register knows no checks and a check knows only ids,
 * so that the two meet here.
 */
import type { Check } from '../../conformance/check.ts';
import { allChecks } from '../../conformance/suite.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { loadRegister, type Register } from '../../spec/clauses/register.ts';

export type CrossReference = {
  readonly register: Register;
  readonly checks: readonly Check[];
  checksOf(clause: Clause): readonly Check[];
  /** True if no check judges the clause and no reason is given. */
  isUnjudged(clause: Clause): boolean;
};

export function crossReference(): CrossReference {
  const register = loadRegister();
  const checks = allChecks();
  const byClause = new Map<string, Check[]>();
  for (const check of checks) {
    for (const id of check.clauses) {
      const judging = byClause.get(id);
      if (judging === undefined) byClause.set(id, [check]);
      else judging.push(check);
    }
  }
  const checksOf = (clause: Clause): readonly Check[] => byClause.get(clause.id) ?? [];
  return {
    register,
    checks,
    checksOf,
    isUnjudged: (clause) => clause.excluded === undefined && checksOf(clause).length === 0,
  };
}
