/** reports/tearsheet/page-data: the data of the page's charts, with texts that are ready to be shown. */
import type { ChartData } from '../page/chart.ts';

export type PageData = {
  readonly charts: Readonly<Record<string, ChartData>>;
  readonly markets: readonly MarketChart[];
  /** The names of `ChartFill.facts`. */
  readonly factNames: readonly string[];
};

/** One market in prices of its first outcome. */
export type MarketChart = {
  readonly title: string;
  readonly chart: ChartData;
  readonly orders: readonly ChartOrder[];
  readonly fills: readonly ChartFill[];
  /** Fills of the market, those that are not drawn included. */
  readonly fillCount: number;
};

/** A line from arrival to end at the order's price. */
export type ChartOrder = {
  readonly from: number;
  readonly to: number;
  readonly price: number;
  readonly isBuy: boolean;
};

export type ChartFill = {
  /** Its number in the list of fills, from 1. */
  readonly number: number;
  readonly at: number;
  readonly price: number;
  /** Buys the first outcome, or sells the second. */
  readonly isBuy: boolean;
  readonly isMaker: boolean;
  readonly title: string;
  readonly why: string;
  readonly facts: readonly string[];
};
