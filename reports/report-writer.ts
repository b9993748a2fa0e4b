/** reports/report-writer: the contract of a format: a pure function, so that the same report and extras give the same bytes. */
import type { Report } from '../conformance/report.ts';
import type { Trace } from './trace.ts';

/** Facts about a run that its report does not have. `timings`: milliseconds of each check by id. `trace`: every exchange. */
export type ReportExtras = { readonly timings?: ReadonlyMap<string, number>; readonly trace?: Trace };

export type ReportWriter = (report: Report, extras: ReportExtras) => string;
