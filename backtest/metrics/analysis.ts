/** backtest/metrics/analysis: the parts of a result that several metrics read, computed once. */
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { BacktestResult, FillRecord, SettlementRecord } from '../result.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import { type AccountMovement, movementsOf } from './movements.ts';
import { type PriceHistory, priceHistory } from './price-history.ts';

export type Analysis = {
  readonly result: BacktestResult;
  readonly movements: readonly AccountMovement[];
  readonly ledger: Ledger;
  readonly priceHistory: PriceHistory;
  /** By market. */
  readonly settlements: ReadonlyMap<number, SettlementRecord>;
  /** Fills that were not reversed. */
  readonly fills: readonly FillRecord[];
  /** The moments of the first and the last equity point; undefined without equity points. */
  readonly span: { readonly first: number; readonly last: number } | undefined;
};

export function analyse(result: BacktestResult): Analysis {
  const movements = movementsOf(result);
  const [first, last] = [result.equity[0], result.equity.at(-1)];
  return {
    result,
    movements,
    ledger: ledgerOf(movements),
    priceHistory: priceHistory(result),
    settlements: new Map(result.settlements.map((settlement) => [settlement.market, settlement])),
    fills: result.fills.filter(({ reversedAt }) => reversedAt < 0),
    span: first === undefined || last === undefined ? undefined : { first: first.at, last: last.at },
  };
}

/**
 * Dollars that a share of the token is worth when the run ends: its payout when its market was settled, else what its
 * shares count for in the equity, else the middle that was known last. Both outcomes together are worth a dollar.
 * Undefined when there never was a price.
 */
export function finalPrice({ result, settlements, priceHistory, span }: Analysis, token: number): number | undefined {
  const payout = settlements.get(marketOf(token))?.payout[token % 2];
  if (payout !== undefined) return payout / MICRO;
  const held = result.holdings.find((holding) => holding.token === token);
  if (held !== undefined) return held.price / PRICE_ONE;
  const other = result.holdings.find((holding) => holding.token === (token ^ 1));
  if (other !== undefined) return 1 - other.price / PRICE_ONE;
  const mid = priceHistory.lastMidAt(token, span?.last ?? result.data.last);
  return mid === undefined ? undefined : mid / PRICE_ONE;
}

export function marketOf(token: number): number {
  return Math.floor(token / 2);
}

/** The name of the group that intervals count as one observation: markets of one event move together. */
export function clusterOf({ result }: Analysis, market: number): string {
  const facts = result.markets[market];
  return facts?.event ?? facts?.name ?? String(market);
}

/** Equity at the end, micro dollars. */
export function finalEquity({ result }: Analysis): number {
  const last = result.equity.at(-1);
  return last === undefined ? result.deposit : last.cash + last.holdings;
}

/** Equity at the end with all shares at the middle of their book, micro dollars. */
export function middleEquity({ result }: Analysis): number {
  const last = result.equity.at(-1);
  return last === undefined ? result.deposit : last.cash + last.middle;
}
