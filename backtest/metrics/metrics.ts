/** backtest/metrics/metrics: all metrics and tables of a report, in their order. */
import type { Metric, ReportTable } from '../report-schema.ts';
import type { Analysis } from './analysis.ts';
import { attributionTables, marketTable } from './attribution.ts';
import { calibrationMetrics, calibrationTable } from './calibration.ts';
import { executionMetrics, markoutTable, rejectTable } from './execution-metrics.ts';
import { drawdownMetrics, exposureMetrics } from './exposure.ts';
import { forecastMetrics, horizonTable } from './forecast-scores.ts';
import { resultMetrics, sharpeMetrics } from './profit.ts';

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
