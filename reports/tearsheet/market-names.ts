/** reports/tearsheet/market-names: the names of markets and outcomes on the page. */
import type { BacktestReport, ReportView } from '../../backtest/report-schema.ts';
import { LazyRows, type Rows } from '../../backtest/rows.ts';

export type Fill = BacktestReport['fills'][number];
export type Order = BacktestReport['orders'][number];
export type NumberedFill = Fill & { readonly number: number };

export type Names = {
  /** The question of a market, or its name. */
  readonly market: (market: number) => string;
  readonly outcome: (token: number) => string;
};

export function namesOf({ markets }: ReportView): Names {
  const titles = new Map(markets.map(({ market, question, name }) => [market, question || name]));
  const outcomes = new Map(markets.flatMap((market) => market.outcomes).map(({ token, outcome }) => [token, outcome]));
  return {
    market: (market) => titles.get(market) ?? `market ${market}`,
    outcome: (token) => outcomes.get(token) || (isSecond(token) ? 'second outcome' : 'first outcome'),
  };
}

export function numberedFills({ fills }: ReportView): Rows<NumberedFill> {
  return new LazyRows(fills, (fill, index) => ({ ...fill, number: index + 1 }));
}

const isSecond = (token: number) => token % 2 === 1;

export function firstPrice(token: number, price: number): number {
  return isSecond(token) ? 1 - price : price;
}

/** Whether a trade gains when the first outcome becomes more likely. */
export function isForFirst({ token, side }: { readonly token: number; readonly side: 'BUY' | 'SELL' }): boolean {
  return (side === 'BUY') !== isSecond(token);
}
