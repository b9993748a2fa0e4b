/**
 * reports/backtest/json: the report of a backtest as JSON, the same bytes for the same report: one line for each order, fill or row of a
 * table, so that two reports can be compared line by line. Its schema: `touchstone spec backtest-schema`.
 */
import type { BacktestReport } from '../../backtest/report-schema.ts';
import { safeJson } from '../untrusted.ts';

export function backtestJson(report: BacktestReport): string {
  return linedJson(report);
}

/** JSON in which each field, and each item of a list that is a field, has a line of its own. */
export function linedJson(report: object): string {
  const fields = Object.entries(report).map(([name, value]) => `  ${safeJson(name)}: ${fieldText(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** Each item of a list on a line of its own. */
function fieldText(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return safeJson(value, 0);
  return `[\n${value.map((item) => `    ${safeJson(item, 0)}`).join(',\n')}\n  ]`;
}
