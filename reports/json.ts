/** reports/json: the report as JSON, with keys in the order of the schema: the same bytes for the same report. */
import { Report } from '../conformance/report.ts';
import { jsonFile } from './untrusted.ts';

export function jsonReport(report: Report): string {
  return jsonFile(Report.parse(report));
}
