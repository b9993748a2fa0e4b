/** reports/formats: the formats of a report. Each writer is a pure function: the same report and extras give the same bytes. */
import type { Report } from '../conformance/report.ts';
import { checkHtml } from './check-page/check-page.ts';
import { harReport } from './har.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { textReport } from './text.ts';
import type { Trace } from './trace.ts';

/** Facts about a run that its report does not have. `timings`: milliseconds of each check by id. `trace`: every exchange. */
export type ReportExtras = { readonly timings?: ReadonlyMap<string, number>; readonly trace?: Trace };

export type ReportWriter = (report: Report, extras: ReportExtras) => string;

/** The names are those of `--report FORMAT=FILE` and of `touchstone report --as FORMAT`. */
export const FORMATS: Readonly<Record<string, ReportWriter>> = {
  har: harReport,
  html: checkHtml,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  text: (report) => textReport(report),
};

/** Formats that have no content without a trace. */
export const TRACE_FORMATS: ReadonlySet<string> = new Set(['har']);

/** The writer of a format, or undefined for an unknown name. */
export function writerOf(format: string): ReportWriter | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}
