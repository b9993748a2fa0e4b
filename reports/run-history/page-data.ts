/** reports/run-history/page-data: the data that the page of a history has for its chart. */
import type { ChartData } from '../page/chart.ts';

/** The times of the chart are the numbers of the runs, from 1. */
export type RunHistoryPageData = { readonly chart: ChartData; readonly names: readonly string[] };
