/** reports/json: the report as JSON, the same bytes for the same report. Its schema: `touchstone spec report-schema`. */
import type { Report } from '../conformance/report.ts';
import { safeJson } from './untrusted.ts';

export function jsonReport(report: Report): string {
  return `${safeJson(report)}\n`;
}
