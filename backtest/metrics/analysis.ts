/** backtest/metrics/analysis: the parts of a result that several metrics read, computed once. */
import { getOrAdd } from '../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { BacktestResult, FillRecord, SettlementRecord } from '../result.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import { sum } from './metric.ts';
import { type AccountMovement, movementsOf } from './movements.ts';
import { type PriceHistory, priceHistory } from './price-history.ts';

export type Analysis = Readonly<{
  result: BacktestResult;
  movements: readonly AccountMovement[];
  ledger: Ledger;
  priceHistory: PriceHistory;
  /** By market. */
  settlements: ReadonlyMap<number, SettlementRecord>;
  /** Fills that were not reversed. */
  fills: readonly FillRecord[];
  /** The moments of the first and the last equity point; undefined without equity points. */
  span: { readonly first: number; readonly last: number } | undefined;
}>;

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

/** Microseconds. */
export const PERIODS = { minute: 60_000_000, hour: 3_600_000_000, day: 86_400_000_000 } as const;
export type Period = keyof typeof PERIODS;

/** A run is cut into the longest periods of which it has at least this many. */
const PERIODS_MIN = 20;

export type PeriodProfits = {
  readonly period: Period;
  readonly count: number;
  /** Dollars by period for each traded event, in order of the first movement. A market alone is its own event. */
  readonly clusters: readonly Float64Array[];
};

export function profitsByPeriod(analysis: Analysis): PeriodProfits {
  const { first, last } = analysis.span ?? { first: 0, last: 0 };
  const period = (['day', 'hour'] as const).find((name) => last - first >= PERIODS_MIN * PERIODS[name]) ?? 'minute';
  const length = PERIODS[period];
  const start = Math.floor(first / length) * length;
  const count = Math.max(1, Math.ceil((last - start) / length));
  const clusters = new Map<string, Float64Array>();
  for (const [market, movements] of Map.groupBy(analysis.movements, ({ token }) => marketOf(token))) {
    const profits = getOrAdd(clusters, clusterOf(analysis, market), () => new Float64Array(count));
    let before = 0;
    let next = 0;
    const accounts = [0, 1].map((outcome) => ({ token: 2 * market + outcome, cash: 0, size: 0, cost: 0 }));
    for (let index = 0; index < count; index += 1) {
      const isLast = index === count - 1;
      const end = start + (index + 1) * length;
      for (; next < movements.length && (isLast || (movements[next] as AccountMovement).at <= end); next += 1) {
        const movement = movements[next] as AccountMovement;
        move(accounts[movement.token % 2] as TokenAccount, movement);
      }
      const worth = isLast ? finalWorth(analysis, accounts) : heldWorth(analysis, accounts, end);
      profits[index] = (profits[index] ?? 0) + (worth - before) / MICRO;
      before = worth;
    }
  }
  return { period, count, clusters: [...clusters.values()] };
}

type TokenAccount = { readonly token: number; cash: number; size: number; cost: number };

function finalWorth(analysis: Analysis, accounts: readonly TokenAccount[]) {
  return sum(
    accounts.map(({ token, cash, size, cost }) => {
      const price = finalPrice(analysis, token);
      return cash + (price === undefined ? cost : size * price);
    }),
  );
}

/** Complete sets at a dollar, the other shares at the bid that was known last. */
function heldWorth({ priceHistory }: Analysis, accounts: readonly TokenAccount[], at: number): number {
  const sets = Math.min(...accounts.map(({ size }) => size));
  const worths = accounts.map(({ token, cash, size }) => {
    const bid = size === sets ? 0 : (priceHistory.lastBidAt(token, at) ?? 0);
    return cash + ((size - sets) * bid) / PRICE_ONE;
  });
  return sum(worths) + sets;
}

/** Fees are part of the cash. Shares without any price are worth what they cost on average. */
function move(account: TokenAccount, { side, size, cash, fee }: AccountMovement) {
  account.cash -= fee;
  if (side === 'BUY') {
    account.cash -= cash;
    account.cost += cash;
    account.size += size;
    return;
  }
  account.cash += cash;
  account.cost -= account.size === 0 ? 0 : (account.cost * size) / account.size;
  account.size -= size;
}
