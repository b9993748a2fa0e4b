/** backtest/metrics/profit: the sources of the profit: sales, settlements, held shares, fees. In dollars, by market. */
import { MICRO } from '../../base/units.ts';
import { type Analysis, finalPrice, marketOf } from './analysis.ts';
import { costOfHeld } from './ledger.ts';

export type Profit = {
  readonly realised: number;
  readonly settled: number;
  readonly unrealised: number;
  readonly fees: number;
  /** `realised + settled + unrealised - fees`. */
  readonly total: number;
};

export function profitByMarket(analysis: Analysis): ReadonlyMap<number, Profit> {
  const profits = new Map<number, Profit>();
  for (const account of analysis.ledger.accounts.values()) {
    const price = finalPrice(analysis, account.token);
    const cost = costOfHeld(account);
    const value = price === undefined ? cost : account.size * price;
    const market = marketOf(account.token);
    const own = profitOf(
      (account.realizedPnl - account.settledPnl) / MICRO,
      account.settledPnl / MICRO,
      (value - cost) / MICRO,
      account.fees / MICRO,
    );
    profits.set(market, added(profits.get(market) ?? NOTHING, own));
  }
  return profits;
}

export function totalProfit(analysis: Analysis): Profit {
  let total = NOTHING;
  for (const profit of profitByMarket(analysis).values()) total = added(total, profit);
  return total;
}

const NOTHING = profitOf(0, 0, 0, 0);

function profitOf(realised: number, settled: number, unrealised: number, fees: number): Profit {
  return { realised, settled, unrealised, fees, total: realised + settled + unrealised - fees };
}

function added(a: Profit, b: Profit): Profit {
  return profitOf(a.realised + b.realised, a.settled + b.settled, a.unrealised + b.unrealised, a.fees + b.fees);
}
