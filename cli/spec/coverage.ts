/** cli/spec/coverage: the evidence for each clause: its checks, properties, mutants and scenarios. */
import { everyMutant } from '../../proof/judge/catalog.ts';
import { kitStyles } from '../../reports/page/assets.ts';
import { count, html, table } from '../../reports/page/html.ts';
import { page } from '../../reports/page/page.ts';
import { findScenarios } from '../../scenarios/reading/find-scenarios.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { crossReference } from '../explain/cross-reference.ts';
import { LIBRARY } from '../run/files.ts';

export type CoverageRow = Pick<Clause, 'id' | 'level' | 'text' | 'observable'> &
  Readonly<{
    /** Ids, in the order of the suite, the catalog and the library. */
    checks: readonly string[];
    properties: readonly string[];
    mutants: readonly string[];
    scenarios: readonly string[];
    excluded: string | undefined;
  }>;

export function clauseCoverage(): readonly CoverageRow[] {
  const { register, checksOf } = crossReference();
  const mutants = Map.groupBy(everyMutant, ({ breaks }) => breaks);
  const library = findScenarios([LIBRARY], { root: LIBRARY }).scenarios;
  return register.clauses.map((clause) => {
    const judging = checksOf(clause);
    const idsOf = (isProperty: boolean): readonly string[] =>
      judging.filter(({ kind }) => (kind === 'property') === isProperty).map(({ id }) => id);
    return {
      id: clause.id,
      level: clause.level,
      text: clause.text,
      observable: clause.observable,
      checks: idsOf(false),
      properties: idsOf(true),
      mutants: (mutants.get(clause.id) ?? []).map(({ id }) => id),
      scenarios: library.filter(({ scenario }) => scenario.clauses.includes(clause.id)).map(({ file }) => file),
      excluded: clause.excluded,
    };
  });
}

/** The sums, and the checked MUST clauses that no mutant breaks. */
export function coverageText(rows: readonly CoverageRow[]): string {
  const checked = rows.filter(({ level, checks }) => level === 'MUST' && checks.length > 0);
  const sums = (['checks', 'properties', 'mutants', 'scenarios'] as const).map(
    (kind) => `  ${kind.padEnd(11)} ${checked.filter((row) => row[kind].length > 0).length}`,
  );
  const unbroken = checked.filter(({ mutants }) => mutants.length === 0);
  return [
    `${rows.length} clauses; of ${checked.length} MUST clauses with a check so many have`,
    ...sums,
    '',
    `MUST clauses with a check and without a mutant (${unbroken.length})`,
    ...unbroken.map(({ id }) => `  ${id}`),
    '',
  ].join('\n');
}

export function coveragePage(rows: readonly CoverageRow[]): string {
  const counted = (head: string, kind: 'checks' | 'properties' | 'mutants' | 'scenarios') => ({
    head,
    value: (row: CoverageRow) => row[kind].length,
    format: count,
  });
  const columns = [
    { head: 'Clause', text: ({ id }: CoverageRow) => id },
    { head: 'Level', text: ({ level }: CoverageRow) => level },
    counted('Checks', 'checks'),
    counted('Properties', 'properties'),
    counted('Mutants', 'mutants'),
    counted('Scenarios', 'scenarios'),
    { head: 'Statement', text: ({ text }: CoverageRow) => text, isProse: true },
  ];
  const caption = 'Clauses and their evidence';
  return page({
    title: caption,
    styles: kitStyles(),
    scripts: [],
    body: html`<main class="page"><header><p class="kicker">Touchstone spec coverage</p><h1>${caption}</h1></header>
${table({ caption, columns, rows, empty: 'No clauses.', limit: rows.length })}</main>`,
  });
}
