/** reports/sweep/json: the report of a sweep as JSON, a line for each point, trial and window. Its schema: `touchstone spec sweep-schema`. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { linedJson } from '../backtest/json.ts';

export function sweepJson(report: SweepReport): Iterable<string> {
  return linedJson(report);
}
