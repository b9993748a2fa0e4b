/** reports/history/json: a history as JSON. Its schema: `touchstone spec history-schema`. */
import { safeJson } from '../untrusted.ts';
import type { History } from './history.ts';

export function historyJson(history: History): string {
  return `${safeJson(history)}\n`;
}
