/** reports/tearsheet/market-names: how markets and outcomes are called on the page. */
import type { BacktestReport } from '../../backtest/report-schema.ts';

export type Fill = BacktestReport['fills'][number];
export type Order = BacktestReport['orders'][number];

/** The question of a market, or its name. */
export function marketTitle({ markets }: BacktestReport, market: number): string {
  const found = markets.find((each) => each.market === market);
  return found === undefined ? `market ${market}` : found.question || found.name;
}

export function outcomeName({ markets }: BacktestReport, token: number): string {
  const outcomes = markets.flatMap((market) => market.outcomes);
  return outcomes.find((outcome) => outcome.token === token)?.outcome || ['first', 'second'][token % 2] || '';
}

const isSecond = (token: number): boolean => token % 2 === 1;

/** A price of a token as a price of the first outcome of its market. */
export function firstPrice(token: number, price: number): number {
  return isSecond(token) ? 1 - price : price;
}

/** Whether a trade gains when the first outcome becomes more likely. */
export function isForFirst({ token, side }: { readonly token: number; readonly side: 'BUY' | 'SELL' }): boolean {
  return (side === 'BUY') !== isSecond(token);
}
