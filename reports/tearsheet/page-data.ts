/** reports/tearsheet/page-data: the data of the page's charts, with texts that are ready to be shown. */
import type { ChartData } from '../page/chart.ts';

export type PageData = {
  readonly charts: Readonly<Record<string, ChartData>>;
  readonly markets: readonly MarketChart[];
  /** The names of `ChartFill.facts`. */
  readonly factNames: readonly string[];
};

/** One market in prices of its first outcome. */
export type MarketChart = Readonly<{
  title: string;
  chart: ChartData;
  orders: readonly ChartOrder[];
  fills: readonly ChartFill[];
  /** Fills of the market, those that are not drawn included. */
  fillCount: number;
}>;

/** A line from arrival to end at the order's price. */
export type ChartOrder = Readonly<{
  from: number;
  to: number;
  price: number;
  isBuy: boolean;
}>;

export type ChartFill = Readonly<{
  /** Its number in the list of fills, from 1. */
  number: number;
  at: number;
  price: number;
  /** Buys the first outcome, or sells the second. */
  isBuy: boolean;
  isMaker: boolean;
  title: string;
  why: string;
  facts: readonly string[];
}>;
