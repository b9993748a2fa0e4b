/** reports/formats: the formats of `--report FORMAT=FILE`. Each writer is a pure function from the report to text. */
import type { Report } from '../conformance/report.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

/** `timings`: milliseconds of each check by id, for formats that have a place for them. */
export type ReportWriter = (report: Report, timings?: ReadonlyMap<string, number>) => string;

export const FORMATS: Readonly<Record<string, ReportWriter>> = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
};
