/** backtest/sweep/deflated-sharpe: the probabilistic and the deflated Sharpe ratio (Bailey, Lopez de Prado, 2014). */
import { exp, sqrt } from '../exact-math.ts';
import { sum } from '../metrics/metric.ts';
import { normalProbability, normalQuantile } from '../normal.ts';

/** The first four moments of returns, as far as the ratios need them. */
export type Moments = Readonly<{
  /** Returns. */
  count: number;
  /** The mean divided by the standard deviation (n - 1). */
  sharpe: number;
  skewness: number;
  /** 3 for normal returns. */
  kurtosis: number;
}>;

const EULER_MASCHERONI = 0.577_215_664_901_532_9;
const E = exp(1);
/** Equal returns differ by rounding only. */
const ROUNDING = 1e-12;

/** Undefined for fewer than two returns, and for returns that do not vary. */
export function momentsOf(returns: readonly number[]): Moments | undefined {
  const count = returns.length;
  if (count < 2) return undefined;
  const mean = sum(returns) / count;
  const off = returns.map((value) => value - mean);
  const second = sum(off.map((value) => value * value));
  const deviation = sqrt(second / (count - 1));
  if (deviation <= Math.abs(mean) * ROUNDING) return undefined;
  const spread = sqrt(second / count);
  const scaled = off.map((value) => value / spread);
  return {
    count,
    sharpe: mean / deviation,
    skewness: sum(scaled.map((value) => value * value * value)) / count,
    kurtosis: sum(scaled.map((value) => value * value * value * value)) / count,
  };
}

/** The probability that the true Sharpe ratio is above `threshold`. Undefined when the moments leave no variance. */
export function probabilisticSharpe(
  { count, sharpe, skewness, kurtosis }: Moments,
  threshold: number,
): number | undefined {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  if (!(variance > 0)) return undefined;
  return normalProbability(((sharpe - threshold) * sqrt(count - 1)) / sqrt(variance));
}

/** The Sharpe ratio of the best of `trials` points by chance, if ratios vary by `deviation`; 0 for one point. */
export function expectedMaximum(trials: number, deviation: number): number {
  if (trials < 2) return 0;
  const likely = -normalQuantile(1 / trials);
  return deviation * ((1 - EULER_MASCHERONI) * likely + EULER_MASCHERONI * -normalQuantile(1 / (trials * E)));
}
