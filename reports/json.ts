/**
 * reports/json: the report as JSON, the same bytes for the same report. Its schema: `touchstone spec report-schema`.
 * Keys are in the order of the schema, so that a report that was read from a file is written with the bytes of that
 * file.
 */
import { Report } from '../conformance/report.ts';
import { safeJson } from './untrusted.ts';

export function jsonReport(report: Report): string {
  return `${safeJson(Report.parse(report))}\n`;
}
