/** reports/sweep/page-data: what the page of a sweep carries for its charts. */
import type { ChartData } from '../page/chart.ts';

export type SweepPageData = { readonly charts: Readonly<Record<string, ChartData>> };
