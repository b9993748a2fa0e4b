/** cli/backtest/outputs: the formats in which a backtest can be written. */
import type { FormatOf, ReportOutput } from '../flags/report-outputs.ts';

export const BACKTEST_FORMATS = { files: ['json', 'html', 'audits'], folders: ['csv', 'parquet'] } as const;

export type BacktestOutput = ReportOutput<FormatOf<typeof BACKTEST_FORMATS>>;
