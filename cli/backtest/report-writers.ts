/** cli/backtest/report-writers: the formats of a backtest, written in its thread, because a result can be large. */

import type { ReportView } from '../../backtest/report-schema.ts';
import { type FormatOf, type ReportOutput, tableFiles, type Writer } from '../flags/summary-formats.ts';

/** A writer is loaded when it is wanted: the tearsheet brings styles and scripts along. */
export const WRITERS: Readonly<Record<BacktestOutput['format'], Writer<ReportView>>> = {
  json: async (report, file) => {
    const { linedJson } = await import('../../reports/backtest/json.ts');
    return [{ file, text: () => linedJson(report) }];
  },
  html: async (report, file) => {
    const { tearsheetHtml } = await import('../../reports/tearsheet/tearsheet.ts');
    return [{ file, text: () => tearsheetHtml(report) }];
  },
  audits: async (report, file) => {
    const { auditReport } = await import('../../reports/backtest/audit-report.ts');
    const { jsonReport } = await import('../../reports/json.ts');
    return [{ file, text: () => jsonReport(auditReport(report)) }];
  },
  csv: async (report, folder) => {
    const { backtestCsv } = await import('../../reports/backtest/tables.ts');
    return tableFiles(folder, backtestCsv(report));
  },
  parquet: async (report, folder) => {
    const { backtestParquet } = await import('../../reports/backtest/parquet.ts');
    return tableFiles(folder, backtestParquet(report));
  },
};

export const BACKTEST_FORMATS = { files: ['json', 'html', 'audits'], folders: ['csv', 'parquet'] } as const;

export type BacktestOutput = ReportOutput<FormatOf<typeof BACKTEST_FORMATS>>;
