/** backtest/metrics/profit: the P&L and its sources: sales, settlements, held shares, fees. In dollars, by market. */
import { MICRO } from '../../base/units.ts';
import type { Metric } from '../report-schema.ts';
import { type Analysis, finalEquity, finalPrice, marketOf, middleEquity } from './analysis.ts';
import { bootstrap } from './bootstrap.ts';
import { costOfHeld } from './ledger.ts';
import { metric, ratio } from './metric.ts';
import { profitsByPeriod } from './periods.ts';
import { sum } from './statistics.ts';

export function resultMetrics(analysis: Analysis): readonly Metric[] {
  const { result } = analysis;
  const equity = finalEquity(analysis) / MICRO;
  const deposit = result.deposit / MICRO;
  const profit = totalProfit(analysis);
  const events = profitsByPeriod(analysis).clusters.map((profits) => sum([...profits]));
  const interval = bootstrap(result.seed, 'pnl', events.length, (counts) =>
    sum(events.map((value, event) => value * (counts[event] ?? 0))),
  );
  return [
    metric('equity', equity),
    metric('pnl', equity - deposit, { ...interval, samples: events.length }),
    metric('pnl-middle', middleEquity(analysis) / MICRO - deposit),
    metric('return', ratio(equity - deposit, deposit, 'the deposit is zero')),
    metric('pnl-realised', profit.realised),
    metric('pnl-settled', profit.settled),
    metric('pnl-unrealised', profit.unrealised),
    metric('fees', profit.fees),
    // In whole millionths: the rest is noise of the last bit.
    metric('accounting-difference', Math.round((equity - deposit - profit.total) * MICRO) / MICRO),
  ];
}

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
