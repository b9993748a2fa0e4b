/** spec/resources/resource: the vocabulary of resource schemas. Each object schema states its section. */
import { z } from 'zod';
import { isIsoMoment } from '../../base/iso-moment.ts';

/** The place of a resource in the interface: `{section: '2.6', prefix: 'tag.'}` makes clause ids `2.6/tag.<field>`. */
export type ResourceOrigin = { readonly section: string; readonly prefix: string };

/** Origin of every object schema made by `resource`. */
export const resourceOrigins = z.registry<ResourceOrigin>();

/** A strict object schema of section `section`; `prefix` ends in a dot if the object is nested in a section. */
export function resource<Shape extends z.ZodRawShape>(section: string, prefix: string, shape: Shape) {
  const schema = z.strictObject(shape);
  resourceOrigins.add(schema, { section, prefix });
  return schema;
}

/** Fields of one type, in this order: `...all(text, 'id', 'slug')`. */
export function all<Type, const Name extends string>(type: Type, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
}

/** True for a JSON array of strings written inside a string. */
function isJsonStringArray(text: string) {
  return parseJsonStringArray(text) !== undefined;
}

/** Of a JSON array carried in a string. */
const STRING_ARRAY_LENGTH_MAX = 256 * 1024;

/** The strings of a JSON array carried in a string (2.5 `outcomes`, `clobTokenIds`), or undefined. */
export function parseJsonStringArray(text: string): readonly string[] | undefined {
  if (text.length > STRING_ARRAY_LENGTH_MAX || !/^\s*\[/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A formatted string: `meta.format` names the format in the register and in the OpenAPI document. */
function formatted(format: string, accepts: (text: string) => boolean, expected: string) {
  return z.string().refine(accepts, { error: expected, params: { format } }).meta({ 'x-format': format });
}

/** A moment in any ISO 8601 spelling. */
export const isoMoment = formatted('iso-8601', isIsoMoment, 'an ISO 8601 moment');
/** A moment: ISO 8601, or empty if nothing is scheduled or known. */
export const isoSchedule = formatted(
  'iso-8601-or-empty',
  (t) => t === '' || isIsoMoment(t),
  'an ISO 8601 moment or ""',
);
/** A JSON array of strings carried in a string. */
export const jsonStringArray = formatted('json-string-array', isJsonStringArray, 'a JSON array of strings in a string');
/** `conditionId:outcomeIndex` (2.1 `asset`). */
export const positionAsset = formatted(
  'condition-and-index',
  (t) => /^[^:]+:\d+$/.test(t),
  '"<condition id>:<outcome index>"',
);
/** An absolute URL, or empty if there is no picture. */
export const urlText = formatted('url', (t) => t === '' || URL.canParse(t), 'an absolute URL or ""');
/** A decimal number in any spelling: `0.72`, `.72`, `0.720`, `7.2e-1`. */
export const isDecimal = (t: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(t);
export const decimalText = formatted('decimal', isDecimal, 'a decimal number in a string');
/** Decimal text, or empty if there is no value. */
export const decimalOrEmpty = formatted(
  'decimal-or-empty',
  (t) => t === '' || isDecimal(t),
  'a decimal number in a string, or ""',
);

export const text = z.string();
export const flag = z.boolean();
export const amount = z.number();
/** The interface states no bound, and `z.int()` refuses an integer beyond 2^53. */
export const integer = z.number().refine(Number.isInteger, 'must be an integer').meta({ type: 'integer' });

/** A moment in whole seconds. */
export const unixSeconds = integer.meta({ description: 'Unix time in seconds' });

export function isInteger(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodNumber && schema.meta()?.['type'] === 'integer';
}
/** A free-form object: contents unspecified. */
export const freeForm = z.record(z.string(), z.unknown());
