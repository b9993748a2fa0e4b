/** backtest/metrics/metric: builds metrics: a value to twelve digits, or null with the reason, and its definition. */
import { invariant } from '../../base/result.ts';
import { readTable } from '../../spec/table.ts';
import { type Definitions, type GroupedDefinitions, Metric } from '../report-schema.ts';

/** A number, or the reason why there is none. */
export type Value = number | { readonly reason: string };

type About = Pick<Metric, 'unit' | 'title' | 'definition'>;
type Support = Pick<Metric, 'interval' | 'intervalReason' | 'samples'>;
/** The words for the braces of a definition. `suffix` is appended to the id. */
type Words = Readonly<Record<string, string>>;

const groups = readTable<GroupedDefinitions>(new URL('./definitions.generated.json', import.meta.url));
const groupOf = new Map(
  Metric.shape.group.options.flatMap((group) => Object.keys(groups[group]).map((id) => [id, group])),
);

/** The row of an id, with its braces filled in. */
export function define(table: Definitions, id: string, words: Words = {}): About {
  const row = table[id];
  invariant(row !== undefined, `${id} has a definition`);
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (braces, name) => words[name] ?? braces);
  return { unit: row[0], title: filled(row[1]), definition: filled(row[2]) };
}

export function metric(id: string, value: Value, support: Support = {}, { suffix = '', ...words }: Words = {}): Metric {
  const group = groupOf.get(id);
  invariant(group !== undefined, `${id} has a group`);
  const about = { id: `${id}${suffix}`, group, ...define(groups[group], id, words) };
  if (typeof value !== 'number') return { ...about, value: null, reason: value.reason, ...support };
  if (!Number.isFinite(value)) return { ...about, value: null, reason: 'the value is not finite', ...support };
  return { ...about, value: rounded(value), ...support };
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
