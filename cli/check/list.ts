/** cli/check/list: the table that `touchstone check --list` prints: one line a check, and the cost of a whole run. */
import type { Check } from '../../conformance/check.ts';

/** Id, kind, safety, capability, number of clauses, requests per route. */
export function checkList(checks: readonly Check[]): string {
  const rows = checks.map((check) => [
    check.id,
    check.kind,
    check.safety,
    check.capability,
    `${check.clauses.length}`,
    costOf(check),
  ]);
  const table = [['check', 'kind', 'safety', 'capability', 'clauses', 'requests at most'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const requests = checks.flatMap(({ cost }) => Object.values(cost)).reduce((sum, count) => sum + count, 0);
  const clauses = new Set(checks.flatMap((check) => check.clauses)).size;
  const isOpen = checks.some(({ kind }) => kind === 'scenario');
  const most = `at most ${requests} requests${isOpen ? ' besides those of scenarios' : ''}`;
  return `${[...lines, '', `${checks.length} checks of ${clauses} clauses, ${most}`].join('\n')}\n`;
}

function costOf({ cost }: Check): string {
  return Object.entries(cost)
    .map(([route, count]) => `${count} ${route}`)
    .join(', ');
}
