/**
 * conformance/shape/walker: compiles a resource schema into one function that walks a value once and reports the
 * clauses that the value showed or broke. One pass validates and attributes, because a run validates every response,
 * and tracing the issues of a separate validation back to clauses would double the cost. A test compares it with zod.
 */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../base/json.ts';
import { pointerOf, pointerTo } from '../../base/json-pointer.ts';
import { assertNever, invariant } from '../../base/result.ts';
import { isInteger, resourceOrigins } from '../../spec/resources/resource.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { ABSENCES } from './absences.ts';
import type { ClauseNumbers } from './numbers.ts';

/** Receives the reports of a walk. `path` leads to the current value; only violations read it. */
export type ShapeSink = {
  /** By clause number: 1 if a value showed the clause. */
  readonly seen: Uint8Array;
  readonly path: (string | number)[];
  /** `expectation` is that the response has its shape, unless it is named. */
  violation(clause: number, expected: string, actual: unknown, expectation?: Expectation): void;
  /** A field that the schema does not know, at `path`. */
  extra(field: string): void;
};

export type Walk = (value: unknown, sink: ShapeSink) => void;

/** The clauses that the walk of one value may cite: of its JSON type, of its format, of its items. */
type Cited = { readonly type: number; readonly format: number; readonly items: number };

/** Nested replies deeper than this are not judged: a hostile response must not exhaust the stack. */
const DEEPEST = 400;

type Field = Readonly<{
  name: string;
  isOptional: boolean;
  /** The clause that it is present. */
  presence: number;
  walk: Walk;
}>;

type Compiled = Readonly<{
  type: number;
  fields: readonly Field[];
  names: ReadonlySet<string>;
  absent: { readonly number: number; readonly field: string } | undefined;
}>;

/** Compiles schemas; one compiler shares the walks of shared schemas. */
export class WalkCompiler {
  readonly #numbers: ClauseNumbers;
  readonly #objects = new Map<z.core.$ZodType, Map<number, Walk>>();

  constructor(numbers: ClauseNumbers) {
    this.#numbers = numbers;
  }

  /** The walk of a schema; `root` is the clause of its type. */
  compile(schema: z.core.$ZodType, root: string): Walk {
    const type = this.#numbers.of(root, 0);
    return this.#value(schema, { type, format: type, items: type });
  }

  #value(schema: z.core.$ZodType, cited: Cited): Walk {
    if (schema instanceof z.ZodOptional) return this.#value(schema.unwrap(), cited);
    if (schema instanceof z.ZodString) return text(schema, cited);
    if (schema instanceof z.ZodNumber) return number(schema, cited);
    if (schema instanceof z.ZodBoolean) return leaf(cited.type, 'true or false', (v) => typeof v === 'boolean');
    if (schema instanceof z.ZodArray) return array(this.#value(schema.element, itemsOf(cited)), cited);
    if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodUnknown)
      return leaf(cited.type, 'an object', isObject);
    if (schema instanceof z.ZodRecord) return record(this.#value(schema.valueType, itemsOf(cited)), cited);
    if (schema instanceof z.ZodUnknown) return () => undefined;
    if (schema instanceof z.ZodObject) return this.#object(schema, cited);
    return assertNever(schema as never);
  }

  #object(schema: z.ZodObject, cited: Cited): Walk {
    const byType = this.#objects.get(schema) ?? new Map<number, Walk>();
    this.#objects.set(schema, byType);
    const known = byType.get(cited.type);
    if (known !== undefined) return known;
    // A schema that contains itself finds the walk under construction through this indirection.
    let walk: Walk = () => undefined;
    byType.set(cited.type, (value, sink) => walk(value, sink));
    walk = object(this.#fieldsOf(schema, cited));
    byType.set(cited.type, walk);
    return walk;
  }

  #fieldsOf(schema: z.ZodObject, cited: Cited): Compiled {
    const { checks = [] } = schema.def;
    invariant(checks.length === 0, 'an object schema has no rule beside those of its fields');
    const numbers = this.#numbers;
    const origin = resourceOrigins.get(schema);
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, inner]) => {
      const id = origin === undefined ? undefined : `${origin.section}/${origin.prefix}${name}`;
      const presence = numbers.of(id, cited.type);
      const type = numbers.of(id && `${id}.type`, presence);
      const format = numbers.of(id && `${id}.format`, type);
      const items = numbers.of(id && `${id}.items`, type);
      const walk = this.#value(inner, { type, format, items });
      return { name, isOptional: inner instanceof z.ZodOptional, presence, walk };
    });
    const absence = ABSENCES.get(schema);
    const absent = absence && { number: numbers.of(absence.clause, cited.type), field: absence.field };
    return { type: cited.type, fields, names: new Set(fields.map(({ name }) => name)), absent };
  }
}

function object(compiled: Compiled): Walk {
  const { type, fields, absent } = compiled;
  return (value, sink) => {
    if (!isObject(value)) {
      sink.violation(type, 'an object', value);
      return;
    }
    sink.seen[type] = 1;
    if (absent !== undefined) sink.seen[absent.number] = 1;
    if (sink.path.length > DEEPEST) return;
    const present = walkFields(value, fields, sink);
    // Own keys cost more than a count; they are compared only if there are more of them than fields.
    let keys = 0;
    for (const _ in value) keys += 1;
    if (keys !== present) reportExtras(value, compiled, sink);
  };
}

/** Returns how many of the fields are present. */
function walkFields(value: JsonObject, fields: readonly Field[], sink: ShapeSink): number {
  let present = 0;
  for (const field of fields) {
    const inner = value[field.name];
    if (inner !== undefined) present += 1;
    else if (field.isOptional) continue;
    sink.path.push(field.name);
    if (inner === undefined || inner === null) sink.violation(field.presence, 'present and not null', inner);
    else {
      sink.seen[field.presence] = 1;
      field.walk(inner, sink);
    }
    sink.path.pop();
  }
  return present;
}

function reportExtras(value: JsonObject, { names, absent }: Compiled, sink: ShapeSink) {
  for (const key of Object.keys(value)) {
    if (names.has(key)) continue;
    if (absent === undefined || (absent.field !== 'any' && absent.field !== key)) sink.extra(key);
    else {
      const pointer = pointerTo(pointerOf(sink.path), key);
      sink.violation(absent.number, `no field ${key}`, value[key], { at: { [pointer]: { $absent: true } } });
    }
  }
}

function itemsOf(cited: Cited): Cited {
  return { type: cited.items, format: cited.items, items: cited.items };
}

function leaf(type: number, expected: string, holds: (value: unknown) => boolean): Walk {
  return (value, sink) => {
    if (holds(value)) sink.seen[type] = 1;
    else sink.violation(type, expected, value);
  };
}

function number(schema: z.ZodNumber, cited: Cited): Walk {
  if (isInteger(schema)) return leaf(cited.type, 'an integer', Number.isInteger);
  return leaf(cited.type, 'a number', Number.isFinite);
}

/** Limit of the cache of texts that passed: the same moments and names recur on every page. */
const CACHED = 20_000;
/** A longer text is not cached. */
const CACHED_LENGTH = 200;

function text(schema: z.ZodString, cited: Cited): Walk {
  const isString = leaf(cited.type, 'a string', (value) => typeof value === 'string');
  if (schema.def.checks === undefined || schema.def.checks.length === 0) return isString;
  const accepted = new Set<string>();
  return (value, sink) => {
    isString(value, sink);
    if (typeof value !== 'string') return;
    if (!accepted.has(value)) {
      const parsed = schema.safeParse(value);
      if (!parsed.success) {
        sink.violation(cited.format, parsed.error.issues[0]?.message ?? 'the stated format', value);
        return;
      }
      if (accepted.size < CACHED && value.length <= CACHED_LENGTH) accepted.add(value);
    }
    sink.seen[cited.format] = 1;
  };
}

function array(item: Walk, cited: Cited): Walk {
  return (value, sink) => {
    if (!Array.isArray(value)) {
      sink.violation(cited.type, 'an array', value);
      return;
    }
    sink.seen[cited.type] = 1;
    for (let index = 0; index < value.length; index += 1) {
      sink.path.push(index);
      item(value[index], sink);
      sink.path.pop();
    }
  };
}

function record(item: Walk, cited: Cited): Walk {
  return (value, sink) => {
    if (!isObject(value)) {
      sink.violation(cited.type, 'an object', value);
      return;
    }
    sink.seen[cited.type] = 1;
    for (const [key, inner] of Object.entries(value)) {
      sink.path.push(key);
      item(inner, sink);
      sink.path.pop();
    }
  };
}
