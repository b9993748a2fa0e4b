/** cli/explain/clause-prefix: clauses under a prefix: `4.8`, `4.8/limit`, `D/statuses`, `D`. */
import type { Clause } from '../../spec/clauses/clause.ts';

/** The clauses whose id is `prefix` or continues it after a slash or a dot; a major section names its subsections. */
export function underPrefix(clauses: readonly Clause[], prefix: string): readonly Clause[] {
  const stem = prefix.replace(/[/.]$/, '');
  if (stem === '') return [];
  return clauses.filter(({ id }) => id === stem || id.startsWith(`${stem}/`) || id.startsWith(`${stem}.`));
}
