/** reports/sweep/page-data: the data that the page of a sweep has for its charts. */
import type { ChartData } from '../page/chart.ts';

export type SweepPageData = { readonly charts: Readonly<Record<string, ChartData>> };
