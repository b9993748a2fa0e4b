/** cli/explain/cross-reference: clauses joined with the checks that judge them. */
import { addTo } from '../../base/record.ts';
import type { Check } from '../../conformance/check.ts';
import { clobChecks } from '../../conformance/checks/suite.ts';
import { allChecks } from '../../conformance/suite.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { loadRegister, type Register, registerOf } from '../../spec/clauses/register.ts';
import { loadProfile } from '../../spec/profile.ts';

export type CrossReference = {
  readonly register: Register;
  /** Those of the interface, and those of profiles (`P/...`). */
  readonly clauses: readonly Clause[];
  readonly checks: readonly Check[];
  checksOf(clause: Clause): readonly Check[];
  isUnjudged(clause: Clause): boolean;
};

/** A profile with routes of its own. All of them have the same clauses and checks. */
export const CLOB_PROFILE = 'polymarket';

export function crossReference(): CrossReference {
  const register = loadRegister();
  const checks = [...allChecks(), ...clobChecks(loadProfile(CLOB_PROFILE))];
  const ofProfiles = registerOf(CLOB_PROFILE).clauses.filter(({ id }) => id.startsWith('P/'));
  const byClause = new Map<string, Check[]>();
  for (const check of checks) for (const id of check.clauses) addTo(byClause, id, check);
  const checksOf = (clause: Clause): readonly Check[] => byClause.get(clause.id) ?? [];
  return {
    register,
    clauses: [...register.clauses, ...ofProfiles],
    checks,
    checksOf,
    isUnjudged: (clause) => clause.excluded === undefined && checksOf(clause).length === 0,
  };
}
