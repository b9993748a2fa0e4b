/** backtest/metrics/metrics: all metrics and tables of a report, in their order. */
import type { Metric, ReportTable } from '../report-schema.ts';
import type { Analysis } from './analysis.ts';
import { attributionTables, marketTable } from './attribution.ts';
import { calibrationMetrics, calibrationTable } from './calibration.ts';
import { drawdownMetrics } from './drawdown.ts';
import { executionMetrics, rejectTable } from './execution-metrics.ts';
import { exposureMetrics } from './exposure.ts';
import { forecastMetrics, horizonTable } from './forecast-scores.ts';
import { markoutTable } from './markouts.ts';
import { resultMetrics } from './profit.ts';
import { sharpeMetrics } from './sharpe.ts';

export function metricsOf(analysis: Analysis): readonly Metric[] {
  return [
    ...resultMetrics(analysis),
    ...sharpeMetrics(analysis),
    ...drawdownMetrics(analysis),
    ...exposureMetrics(analysis),
    ...executionMetrics(analysis),
    ...forecastMetrics(analysis),
    ...calibrationMetrics(analysis),
  ];
}

export function tablesOf(analysis: Analysis): readonly ReportTable[] {
  return [
    marketTable(analysis),
    ...attributionTables(analysis),
    markoutTable(analysis),
    rejectTable(analysis),
    horizonTable(analysis),
    calibrationTable(analysis),
  ];
}
