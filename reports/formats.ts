/** reports/formats: the formats that `--report FORMAT=FILE` knows. Each writer is pure: report in, text out. */
import type { Report } from '../conformance/report.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

export const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
};
