/** reports/run-history/run-history: the trend over many reports, and the schema of the JSON of `touchstone history`. */
import { z } from 'zod';
import { Report } from '../../conformance/report.ts';
import { compareReports } from '../comparison/compare.ts';
import { RunFacts, runFactsOf } from '../run-facts.ts';

export const HISTORY_FORMAT = 1;

const HistoryRun = RunFacts.extend({
  command: Report.shape.command,
  file: z.string(),
  /** Against the run before this one; absent in the first run, and after a report of another command. */
  change: z
    .strictObject({
      new: z.int(),
      fixed: z.int(),
      regressions: z.int(),
      /** Names of the settings that differ. */
      settings: z.array(z.string()),
    })
    .optional(),
});
export type HistoryRun = z.infer<typeof HistoryRun>;

export const RunHistory = z.strictObject({
  format: z.literal(HISTORY_FORMAT),
  /** In the order of their file names. */
  runs: z.array(HistoryRun),
  skipped: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
});
export type RunHistory = z.infer<typeof RunHistory>;

/** A report, or the reason why a file is not one. */
export type ReportOrReason = { readonly report: Report } | { readonly reason: string };
export type HistoryFile = { readonly file: string } & ReportOrReason;

/** Keeps two reports at a time, so that `files` may read each one on request. */
export function runHistoryOf(files: Iterable<HistoryFile>): RunHistory {
  const history: RunHistory = { format: HISTORY_FORMAT, runs: [], skipped: [] };
  let previous: Report | undefined;
  for (const entry of files) {
    if ('reason' in entry) {
      history.skipped.push({ file: entry.file, reason: entry.reason });
      continue;
    }
    history.runs.push(runOf(entry.file, entry.report, previous));
    previous = entry.report;
  }
  return history;
}

function runOf(file: string, report: Report, previous: Report | undefined): HistoryRun {
  const change = previous?.command === report.command ? { change: changeBetween(previous, report) } : {};
  return { file, command: report.command, ...runFactsOf(report), ...change };
}

function changeBetween(old: Report, newer: Report): HistoryRun['change'] {
  const { findings, regressions, settings } = compareReports({ name: '', report: old }, { name: '', report: newer });
  return {
    new: findings.new.length,
    fixed: findings.fixed.length,
    regressions,
    settings: settings.map(({ name }) => name),
  };
}
