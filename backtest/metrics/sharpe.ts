/** backtest/metrics/sharpe: profit against its own variation, by period, with intervals over events. */
import type { Rng } from '../../base/rng.ts';
import { MICRO } from '../../base/units.ts';
import { sqrt } from '../exact-math.ts';
import type { Metric } from '../report-schema.ts';
import type { Analysis } from './analysis.ts';
import { bootstrap, type Counts } from './bootstrap.ts';
import { metric, type Value } from './metric.ts';
import { type PeriodProfits, profitsByPeriod } from './periods.ts';
import { deviation, mean, sum, tooFew } from './statistics.ts';

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
