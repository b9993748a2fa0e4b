/** reports/report-writer: the contract of a format: a pure function of a report and its extras. */
import type { Report } from '../conformance/report.ts';
import type { HttpTrace } from './http-trace.ts';

/** Facts that a report does not have. `timings`: milliseconds by check. `trace`: every exchange. */
export type ReportExtras = { readonly timings?: ReadonlyMap<string, number>; readonly trace?: HttpTrace };

export type ReportWriter = (report: Report, extras: ReportExtras) => string;
