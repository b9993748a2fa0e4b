/** cli/run/list: the output of `touchstone run --list`: one line a scenario: file, name, tags, clauses. */
import { visible } from '../../reports/untrusted.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { tableLines } from '../terminal/table-lines.ts';
import { counted } from './files.ts';

export function listText(scenarios: readonly Loaded[]): string {
  const rows = scenarios.map(({ file, name, scenario }) => [
    visible(file),
    visible(name),
    scenario.tags.join(','),
    visible(scenario.clauses.join(',')),
  ]);
  const lines = tableLines([['file', 'name', 'tags', 'clauses'], ...rows]);
  const cases = scenarios.reduce((sum, { cases: { length } }) => sum + length, 0);
  const clauses = new Set(scenarios.flatMap(({ scenario }) => scenario.clauses)).size;
  const total = `${counted(scenarios.length, 'scenario')}, ${counted(cases, 'case')}, ${counted(clauses, 'clause')}`;
  return `${[...lines, '', total].join('\n')}\n`;
}

export function listJson(scenarios: readonly Loaded[]): string {
  const rows = scenarios.map(({ file, name, scenario, cases }) => ({
    file,
    scenario: name,
    tags: scenario.tags,
    clauses: scenario.clauses,
    cases: cases.flatMap((one) => (one.name === undefined ? [] : [one.name])),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
