/** proof/judge/generated/table: makes mutants from rows that follow from the tables of `spec`. */
import { invariant } from '../../../base/result.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { family, type Mutant, type MutantRoute, type Wrap } from '../variant.ts';

/** A mutant of a route, whose clause is a computed id. */
export type GeneratedRow = readonly [what: string, clause: string, title: string, wrap: Wrap];

/** The rows, if they are mistakes here. */
export function when(holds: boolean, ...rows: readonly GeneratedRow[]): readonly GeneratedRow[] {
  return holds ? rows : [];
}

/** The mutants of a route that break a MUST. */
export function breaking(
  name: Parameters<typeof family>[0],
  route: MutantRoute,
  rows: readonly GeneratedRow[],
): readonly Mutant[] {
  const { on } = family(name);
  return rows.flatMap(([what, id, title, wrap]) => {
    const clause = loadRegister().get(id);
    invariant(clause !== undefined, `${id} is a clause`);
    return clause.level === 'MUST' ? on(route, [[what, clause.id, title, wrap]]) : [];
  });
}
