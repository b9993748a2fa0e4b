/** backtest/metrics/metric: builds metrics: a value to twelve digits, or null with the reason, and its definition. */

import { invariant } from '../../base/result.ts';
import { readTable } from '../../spec/table.ts';
import { sqrt } from '../exact-math.ts';
import { type Definitions, type GroupedDefinitions, Metric } from '../report-schema.ts';

/** A number, or the reason why it cannot be computed. */
export type Value = number | { readonly reason: string };

/** The words for the braces of a definition. `suffix` is appended to the id. */
type Words = Readonly<Record<string, string>>;

const groups = readTable<GroupedDefinitions>(new URL('./definitions.generated.json', import.meta.url));
const groupOf = new Map(
  Metric.shape.group.options.flatMap((group) => Object.keys(groups[group]).map((id) => [id, group])),
);

/** The row of an id, with its braces filled in. */
export function define(
  table: Definitions,
  id: string,
  words: Words = {},
): Pick<Metric, 'unit' | 'title' | 'definition'> {
  const row = table[id];
  invariant(row !== undefined, `${id} has a definition`);
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (braces, name) => words[name] ?? braces);
  return { unit: row[0], title: filled(row[1]), definition: filled(row[2]) };
}

export function metric(
  id: string,
  value: Value,
  support: Pick<Metric, 'interval' | 'intervalReason' | 'samples'> = {},
  { suffix = '', ...words }: Words = {},
): Metric {
  const group = groupOf.get(id);
  invariant(group !== undefined, `${id} has a group`);
  const about = { id: `${id}${suffix}`, group, ...define(groups[group], id, words) };
  const stated = typeof value === 'number' && !Number.isFinite(value) ? { reason: 'the value is not finite' } : value;
  return { ...about, ...fieldsOf(stated), ...support };
}

/** A value, or null with the reason, as the fields of a report. */
export function fieldsOf(value: Value): Pick<Metric, 'value' | 'reason'> {
  return typeof value === 'number' ? { value: rounded(value) } : { value: null, ...value };
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

export function column<const Unit extends Metric['unit']>(id: string, title: string, unit: Unit, definition: string) {
  return { id, title, unit, definition };
}

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
