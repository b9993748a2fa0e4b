/** reports/check-page/page-clauses: the clauses of the page: known ones, then those of the report alone. */
import type { Report } from '../../conformance/report.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { clauseStates } from './clause-states.ts';
import type { PageClause } from './page-data.ts';

/** The section of clauses that this version does not have. */
export const UNKNOWN_SECTION = 'unknown';

export function pageClauses(report: Report): readonly PageClause[] {
  const register = loadRegister();
  const stateOf = clauseStates(report);
  const found = new Set(report.checks.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  const known = register.clauses.map(
    (clause): PageClause => ({
      id: clause.id,
      section: clause.section,
      state: stateOf(clause.id, clause),
      text: clause.text,
      level: clause.level,
      ...(clause.excluded !== undefined && { excluded: clause.excluded }),
      ...(found.has(clause.id) && adviceOf(clause)),
    }),
  );
  const cited = new Set([...report.checks.flatMap(({ clauses }) => clauses), ...report.unverified]);
  const unknown = [...cited].filter((id) => register.get(id) === undefined);
  return [...known, ...unknown.map((id) => ({ id, section: UNKNOWN_SECTION, state: stateOf(id, undefined) }))];
}

function adviceOf({ basis, looks, fix }: Clause): Pick<PageClause, 'basis' | 'looks' | 'fix'> {
  return { ...(basis !== undefined && { basis }), looks, fix };
}
