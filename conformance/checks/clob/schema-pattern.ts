/** conformance/checks/clob/schema-pattern: a schema as a pattern, so that a judgement of a form is data. */
import { z } from 'zod';

const BASE64URL = { $match: '^[A-Za-z0-9_-]+={0,2}$' };
const FORMATS: Readonly<Record<string, unknown>> = { uuid: { $type: 'uuid' }, base64url: BASE64URL };

/** Texts by `x-format` (`spec/resources/resource`). */
const TEXTS: Readonly<Record<string, unknown>> = {
  decimal: { $type: 'decimal' },
  'decimal-or-empty': { $any: ['', { $type: 'decimal' }] },
  'iso-8601': { $type: 'iso-time' },
  'iso-8601-or-empty': { $any: ['', { $type: 'iso-time' }] },
  'json-string-array': { $json: { $every: { $type: 'string' } } },
  url: { $match: '^$|^[A-Za-z][A-Za-z0-9+.-]*:' },
};

/** For the tables of a profile alone. Inside itself, a schema is an object, because a pattern has an end. */
export function patternOf(schema: z.core.$ZodType, around: readonly z.core.$ZodType[] = []): unknown {
  const inner = (part: z.core.$ZodType) => patternOf(part, [...around, schema]);
  if (schema instanceof z.ZodNullable) return { $any: [null, inner(schema.unwrap())] };
  if (schema instanceof z.ZodOptional) return { $any: [{ $absent: true }, inner(schema.unwrap())] };
  if (schema instanceof z.ZodArray) return { $every: inner(schema.element) };
  if (schema instanceof z.ZodObject) {
    if (around.includes(schema)) return { $type: 'object' };
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, inner(field)]);
    return Object.fromEntries(fields);
  }
  if (schema instanceof z.ZodUnion) return { $any: schema.options.map(inner) };
  if (schema instanceof z.ZodLiteral) return { $in: [...schema.values] };
  if (schema instanceof z.ZodEnum) return { $in: schema.options };
  if (schema instanceof z.ZodRecord) return { $values: inner(schema.valueType) };
  return scalarOf(schema);
}

function scalarOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodBoolean) return { $type: 'boolean' };
  if (schema instanceof z.ZodNumber) return { $type: isWhole(schema) ? 'integer' : 'number' };
  if (schema instanceof z.ZodStringFormat) return FORMATS[schema.format ?? ''] ?? { $type: 'string' };
  if (schema instanceof z.ZodString) return textOf(schema);
  return { $present: true };
}

function isWhole(schema: z.ZodNumber) {
  return schema.format === 'safeint' || schema.meta()?.['type'] === 'integer';
}

function textOf(schema: z.ZodString): unknown {
  const format = schema.meta()?.['x-format'];
  if (format !== undefined) return TEXTS[String(format)] ?? { $type: 'string' };
  const limits = (schema.def.checks ?? []).flatMap((check) => limitOf(check._zod.def));
  return limits.length === 0 ? { $type: 'string' } : { $all: [{ $type: 'string' }, ...limits] };
}

function limitOf(def: z.core.$ZodCheckDef): unknown[] {
  if (isDef<z.core.$ZodCheckRegexDef>(def, 'string_format')) return [{ $match: def.pattern.source }];
  if (isDef<z.core.$ZodCheckLengthEqualsDef>(def, 'length_equals')) return [{ $length: def.length }];
  return isDef<z.core.$ZodCheckMinLengthDef>(def, 'min_length') ? [{ $length: { $gte: def.minimum } }] : [];
}

function isDef<Def extends z.core.$ZodCheckDef>(def: z.core.$ZodCheckDef, name: Def['check']): def is Def {
  return def.check === name;
}
