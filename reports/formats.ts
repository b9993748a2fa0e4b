/** reports/formats: the formats of a report, and the writer of each. CI shows a run that was cut short as an error. */
import type { CheckResult, Report } from '../conformance/report.ts';
import { badgeReport, shieldsReport } from './badge.ts';
import { checkHtml } from './check-page/check-page.ts';
import { gitlabReport, sarifReport } from './code-scanning.ts';
import { githubReport } from './github.ts';
import { harReport } from './har.ts';
import { jsonReport } from './json.ts';
import { markdownReport, summaryReport } from './markdown.ts';
import type { ReportWriter } from './report-writer.ts';
import { tapReport } from './tap.ts';
import { ctrfReport, junitReport } from './test-reports.ts';
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

function withRunCheck(write: ReportWriter): ReportWriter {
  return (report, extras) => write(withRun(report), extras);
}

function withRun(report: Report): Report {
  const reason = whyCutShort(report);
  if (reason === undefined) return report;
  const run: CheckResult = {
    id: 'run.complete',
    title: 'the run judges the whole target',
    clauses: [],
    kind: 'status',
    level: 'MUST',
    capability: 'read',
    verdict: 'error',
    reason,
    requests: 0,
    findings: [],
  };
  return { ...report, checks: [...report.checks, run] };
}

/** Why a run does not show what it was to show; undefined for a run that came to its end and judged something. */
function whyCutShort({ complete, stopped, verdict, remarks }: Report): string | undefined {
  if (complete && verdict !== 'inconclusive') return undefined;
  const what = complete ? 'nothing could be judged' : `the run was cut short (${stopped ?? 'incomplete'})`;
  return remarks[0] === undefined ? what : `${what}: ${remarks[0]}`;
}
