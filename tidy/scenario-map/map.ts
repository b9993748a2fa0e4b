/** tidy/scenario-map/map: the scenarios of the library by clause, section by section, as Markdown. */
import { join, relative } from 'node:path';
import { findScenarios } from '../../scenarios/reading/find-scenarios.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import type { Register } from '../../spec/clauses/register.ts';

const root = join(import.meta.dirname, '../..');

/** The scenarios of the library. Throws if one of them cannot be read. */
export function libraryScenarios(): readonly Loaded[] {
  const { scenarios, problems } = findScenarios([join(root, 'scenarios/library')], { root });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${problem.file}:${problem.line}: ${problem.message}`);
  return scenarios;
}

export function scenarioMap(scenarios: readonly Loaded[], register: Register): string {
  const shown = new Map<string, Loaded[]>();
  for (const loaded of scenarios) {
    for (const clause of new Set(loaded.scenario.clauses)) shown.set(clause, [...(shown.get(clause) ?? []), loaded]);
  }
  const sections = Map.groupBy(register.clauses, ({ section }) => section);
  const tables = [...sections].map(([section, clauses]) =>
    table(
      section,
      clauses.map(({ id }) => [id, shown.get(id) ?? []] as const),
    ),
  );
  const count = register.clauses.filter(({ id }) => shown.has(id)).length;
  return [
    '# Scenario map',
    '',
    `Which scenarios show which clause: ${count} of ${register.clauses.length} clauses, ` +
      `in ${scenarios.length} scenarios. The others are`,
    'judged by checks (`touchstone spec clauses`).',
    ...tables.filter((text) => text !== ''),
    '',
  ].join('\n');
}

/** Nothing for a section of which nothing is shown. */
function table(section: string, rows: readonly (readonly [clause: string, scenarios: readonly Loaded[]])[]): string {
  const shown = rows.filter(([, { length }]) => length > 0);
  if (shown.length === 0) return '';
  return [
    '',
    `## Section ${section}`,
    '',
    `${shown.length} of ${rows.length} clauses.`,
    '',
    '| clause | scenarios |',
    '|---|---|',
    ...shown.map(([clause, scenarios]) => `| \`${clause}\` | ${scenarios.map(pathOf).join(', ')} |`),
  ].join('\n');
}

function pathOf({ file }: Loaded) {
  return relative(root, file).split('\\').join('/');
}
