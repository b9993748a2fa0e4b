/** reports/formats: the formats of a report, and the writer of each. */
import { badgeReport, shieldsReport } from './badge.ts';
import { checkHtml } from './check-page/check-page.ts';
import { ctrfReport } from './ctrf.ts';
import { githubReport } from './github.ts';
import { gitlabReport } from './gitlab.ts';
import { harReport } from './har.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport, summaryReport } from './markdown.ts';
import type { ReportWriter } from './report-writer.ts';
import { withRunCheck } from './run-check.ts';
import { sarifReport } from './sarif.ts';
import { tapReport } from './tap.ts';
import { textReport } from './text.ts';

/** The names are those of `--report FORMAT=FILE` and of `touchstone report --as FORMAT`. */
export const FORMATS: Readonly<Record<string, ReportWriter>> = {
  har: harReport,
  html: checkHtml,
  json: jsonReport,
  junit: withRunCheck(junitReport),
  markdown: (report) => markdownReport(report),
  text: (report) => textReport(report),
  summary: summaryReport,
  github: withRunCheck(githubReport),
  sarif: withRunCheck(sarifReport),
  gitlab: withRunCheck(gitlabReport),
  ctrf: withRunCheck(ctrfReport),
  tap: withRunCheck(tapReport),
  badge: badgeReport,
  shields: shieldsReport,
};

/** Formats that have no content without a trace. */
export const HTTP_TRACE_FORMATS: ReadonlySet<string> = new Set(['har']);

/** Formats of files that several steps of a CI job append to. */
export const APPENDED: ReadonlySet<string> = new Set(['summary']);

export function writerOf(format: string): ReportWriter | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}
