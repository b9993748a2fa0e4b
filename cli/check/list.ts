/** cli/check/list: the table that `touchstone check --list` prints: one line a check, and the cost of a whole run. */
import type { Check } from '../../conformance/check.ts';
import { tableLines } from '../terminal/table-lines.ts';

/** Id, kind, safety, capability, number of clauses, requests per route. */
export function checkList(checks: readonly Check[]): string {
  const rows = checks.map(({ id, kind, safety, capability, clauses, cost }) => {
    const costs = Object.entries(cost).map(([route, count]) => `${count} ${route}`);
    return [id, kind, safety, capability, `${clauses.length}`, costs.join(', ')];
  });
  const lines = tableLines([['check', 'kind', 'safety', 'capability', 'clauses', 'requests at most'], ...rows]);
  const requests = checks.flatMap(({ cost }) => Object.values(cost)).reduce((sum, count) => sum + count, 0);
  const clauses = new Set(checks.flatMap((check) => check.clauses)).size;
  const isOpen = checks.some(({ kind }) => kind === 'scenario');
  const most = `at most ${requests} requests${isOpen ? ' besides those of scenarios' : ''}`;
  return `${[...lines, '', `${checks.length} checks of ${clauses} clauses, ${most}`].join('\n')}\n`;
}
