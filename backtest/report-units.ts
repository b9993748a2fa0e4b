/** backtest/report-units: the units of reports, as schemas, and records of a result as rows in these units. */
import { z } from 'zod';
import { MICRO, PRICE_ONE } from '../base/units.ts';

/** `of`: how many units of a result are one of the report. */
const UNITS = z.registry<{ readonly of: number }>();

export const time = z.int().describe('Unix microseconds');
export const dollars = z.number().describe('dollars').register(UNITS, { of: MICRO });
export const shares = z.number().describe('shares').register(UNITS, { of: MICRO });
export const price = z.number().describe('dollars a share').register(UNITS, { of: PRICE_ONE });
/** The same of payouts, which results have in micro dollars. */
export const payment = z.number().describe('dollars a share').register(UNITS, { of: MICRO });
export const seconds = z.number().describe('seconds').register(UNITS, { of: MICRO });
/** Seconds that are not described as such. */
export const plainSeconds = z.number().register(UNITS, { of: MICRO });
export const share = z.number().describe('a fraction of one');

type Read = (value: unknown) => unknown;

/** The fields of a record for those of its row, which has the market of a token, and `wait` as `waitSeconds`. */
type Source<Row> = {
  readonly [Name in keyof Row as Name extends 'market'
    ? never
    : Name extends `${infer Plain}Seconds`
      ? Plain
      : Name]: unknown;
};

/** Converts records to rows of a schema. Values below zero are null where a row may be null. */
export function rowOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): (record: Source<z.infer<z.ZodObject<Shape>>>) => z.infer<z.ZodObject<Shape>> {
  const fields = Object.entries(schema.shape).map(
    ([name, type]) => [name, name.replace(/Seconds$/, ''), reader(type)] as const,
  );
  return (given) => {
    const record = given as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const [name, source, read] of fields) {
      const isOfToken = source === 'market' && record['market'] === undefined;
      row[name] = read(isOfToken ? Math.floor(Number(record['token']) / 2) : record[source]);
    }
    return row as z.infer<z.ZodObject<Shape>>;
  };
}

function reader(type: z.core.$ZodType): Read {
  if (type instanceof z.ZodNullable) {
    const read = reader(type.unwrap());
    return (value) => (Number(value) < 0 ? null : read(value));
  }
  if (type instanceof z.ZodArray) {
    const read = reader(type.element);
    return (values) => (values as readonly unknown[]).map(read);
  }
  if (type instanceof z.ZodTuple) {
    const reads = type.def.items.map(reader);
    return (values) => (values as readonly unknown[]).map((value, index) => reads[index]?.(value));
  }
  const of = UNITS.get(type)?.of;
  return of === undefined ? (value) => value : (value) => Number(value) / of;
}
