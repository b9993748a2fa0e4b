/** backtest/metrics/metric: builds metrics: a value to twelve digits, or null with the reason, next to its own definition. */
import type { Metric } from '../report-schema.ts';

/** A number, or the reason why there is none. */
export type Value = number | { readonly reason: string };

type Facts = Pick<Metric, 'id' | 'group' | 'title' | 'unit' | 'definition'>;
type Support = Pick<Metric, 'interval' | 'intervalReason' | 'samples'>;

export function metric(facts: Facts, value: Value, support: Support = {}): Metric {
  if (typeof value !== 'number') return { ...facts, value: null, reason: value.reason, ...support };
  if (!Number.isFinite(value)) return { ...facts, value: null, reason: 'the value is not finite', ...support };
  return { ...facts, value: rounded(value), ...support };
}

/** To twelve significant digits, so that sums of decimals look like decimals. */
export function rounded(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}

/** `part / whole`, or the reason when there is nothing to divide by. */
export function ratio(part: number, whole: number, reason: string): Value {
  return whole === 0 ? { reason } : part / whole;
}

/** The value for a cell of a table: null when there is none. */
export function cell(value: Value | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? rounded(value) : null;
}
