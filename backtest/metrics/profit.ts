/** backtest/metrics/profit: the P&L and its sources by market, in dollars, its variation and intervals. */
import { createRng, type Rng } from '../../base/rng.ts';
import { MICRO } from '../../base/units.ts';
import { sqrt } from '../exact-math.ts';
import type { Metric } from '../report-schema.ts';
import {
  type Analysis,
  finalEquity,
  finalPrice,
  marketOf,
  middleEquity,
  type PeriodProfits,
  profitsByPeriod,
} from './analysis.ts';
import { costOfHeld } from './ledger.ts';
import { deviation, mean, metric, quantile, ratio, rounded, sum, tooFew, type Value } from './metric.ts';

const DRAWS = 1_000;
/** Fewer events say nothing about events that did not occur. */
const EVENTS_MIN = 5;
/** Draws without a value (no deviation, no forecast) may be left out, up to this share. */
const UNDEFINED_MAX = 0.1;

/** How often each event was drawn. */
type Counts = Uint32Array;

/** The interval of a statistic over `events` events, which takes the count of each and a stream of chance. */
export function bootstrap(
  seed: string,
  name: string,
  events: number,
  statistic: (counts: Counts, rng: Rng) => number | undefined,
): Pick<Metric, 'interval' | 'intervalReason'> {
  if (events < EVENTS_MIN) {
    return { intervalReason: `an interval needs at least ${EVENTS_MIN} events or markets, there are ${events}` };
  }
  const rng = createRng(seed).fork('bootstrap').fork(name);
  const values: number[] = [];
  const counts: Counts = new Uint32Array(events);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    counts.fill(0);
    for (let drawn = 0; drawn < events; drawn += 1) {
      const event = rng.int(events);
      counts[event] = (counts[event] as number) + 1;
    }
    const value = statistic(counts, rng);
    if (value !== undefined && Number.isFinite(value)) values.push(value);
  }
  const [low, high] = [quantile(values, 0.025), quantile(values, 0.975)];
  if (low === undefined || high === undefined || values.length < DRAWS * (1 - UNDEFINED_MAX)) {
    return { intervalReason: 'too many draws of events have no value' };
  }
  return { interval: { low: rounded(low), high: rounded(high) } };
}

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

type Profit = Readonly<{
  realised: number;
  settled: number;
  unrealised: number;
  fees: number;
  /** `realised + settled + unrealised - fees`. */
  total: number;
}>;

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

export function sharpeMetrics(analysis: Analysis): readonly Metric[] {
  const { result } = analysis;
  const profits = profitsByPeriod(analysis);
  const deposit = result.deposit / MICRO;
  const { period, count, clusters } = profits;
  const estimate = (id: string, statistic: (returns: readonly number[]) => Value): Metric => {
    const ofDraw = (counts: Counts, rng: Rng): number | undefined => {
      const value = statistic(returnsOf(profits, deposit, counts, rng));
      return typeof value === 'number' ? value : undefined;
    };
    const once: Counts = new Uint32Array(clusters.length).fill(1);
    const value = statistic(returnsOf(profits, deposit, once));
    const interval = typeof value === 'number' ? bootstrap(result.seed, id, clusters.length, ofDraw) : {};
    return metric(id, value, { samples: count, ...interval }, { period });
  };
  return [estimate('sharpe', sharpeRatio), estimate('sortino', sortino)];
}

/**
 * The returns by period when each event counts as often as it was drawn. Copies begin at another period and go round:
 * at the same period they would add up as if events were never independent, and every draw would vary more than the run
 * did.
 */
function returnsOf({ count, clusters }: PeriodProfits, deposit: number, counts: Counts, rng?: Rng): readonly number[] {
  const totals = new Float64Array(count);
  for (const [event, profits] of clusters.entries()) {
    for (let copy = 0; copy < (counts[event] ?? 0); copy += 1) {
      const shift = copy === 0 || rng === undefined ? 0 : rng.int(count);
      for (let index = 0; index < count; index += 1) {
        const to = index + shift < count ? index + shift : index + shift - count;
        totals[to] = (totals[to] as number) + (profits[index] as number);
      }
    }
  }
  return Array.from(totals, (total) => total / deposit);
}

/** The mean of returns divided by their standard deviation; none with too few of them. */
export function sharpeRatio(returns: readonly number[]): Value {
  const lacking = tooFew(returns.length);
  if (lacking !== undefined) return { reason: lacking };
  const spread = deviation(returns) ?? 0;
  // Equal returns differ by rounding only.
  const middle = sum(returns) / returns.length;
  if (spread <= Math.abs(middle) * 1e-12) return { reason: 'the returns do not vary' };
  return middle / spread;
}

function sortino(returns: readonly number[]): Value {
  const lacking = tooFew(returns.length);
  if (lacking !== undefined) return { reason: lacking };
  const downside = mean(returns.map((value) => (value < 0 ? value * value : 0))) ?? 0;
  if (downside === 0) return { reason: 'no period has a loss' };
  return sum(returns) / returns.length / sqrt(downside);
}
