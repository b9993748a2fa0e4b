/** backtest/metrics/statistics: means, deviation and quantiles, added up in the order of the list. */
import { sqrt } from '../exact-math.ts';

/** With fewer returns, the moments say nothing: a ratio is not stated. */
export const OBSERVATIONS_MIN = 30;

/** The reason why so many returns have no ratio; undefined when they are enough. */
export function tooFew(count: number): string | undefined {
  if (count >= OBSERVATIONS_MIN) return undefined;
  return `too few observations: a ratio needs ${OBSERVATIONS_MIN} returns, and there are ${count}`;
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

export type Weighted = { readonly value: number; readonly weight: number };

export function weightedMean(items: readonly Weighted[]): number | undefined {
  let total = 0;
  let weights = 0;
  for (const { value, weight } of items) {
    total += value * weight;
    weights += weight;
  }
  return weights === 0 ? undefined : total / weights;
}

/** The standard deviation of a sample (divided by n - 1); undefined for fewer than two values. */
export function deviation(values: readonly number[]): number | undefined {
  const middle = mean(values);
  if (middle === undefined || values.length < 2) return undefined;
  return sqrt(sum(values.map((value) => (value - middle) * (value - middle))) / (values.length - 1));
}

/** The value in the middle, or the mean of the two in the middle; undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [lower, upper] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** The smallest value that at least the share `q` of the values does not exceed; undefined for an empty list. */
export function quantile(values: readonly number[], q: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
}
