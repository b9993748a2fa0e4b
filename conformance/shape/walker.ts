/**
 * conformance/shape/walker: a resource schema compiled into one function that walks a value once, says which clauses it
 * showed and which it broke. Validation and attribution in one pass: a run holds every answer against its schema, and
 * tracing the issues of a separate validation back to clauses would cost as much again. A test holds it against zod.
 */
import { z } from 'zod';
import { isObject } from '../../spec/json.ts';
import { pointerOf, pointerTo } from '../../spec/json-pointer.ts';
import { isInteger, resourceOrigins } from '../../spec/resources/resource.ts';
import { assertNever, invariant } from '../../spec/result.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { ABSENCES } from './absences.ts';
import type { ClauseNumbers } from './numbers.ts';

/** What a walk reports to. `path` is the place of the value at hand; it is only read where something is wrong. */
export type ShapeSink = {
  /** By clause number: 1 where a value showed the clause. */
  readonly seen: Uint8Array;
  readonly path: (string | number)[];
  /** `expectation` is that the response has its shape, unless it is named. */
  violation(clause: number, expected: string, actual: unknown, expectation?: Expectation): void;
  /** A field that the schema does not know, at `path`. */
  extra(field: string): void;
};

export type Walk = (value: unknown, sink: ShapeSink) => void;

/** What the walk of one value may cite: the clause of its JSON type, of its format, of the items in it. */
type Cited = { readonly type: number; readonly format: number; readonly items: number };

/** Nested replies deeper than this are not judged: a hostile answer must not exhaust the stack. */
const DEEPEST = 400;

/** Compiles schemas; one compiler shares the walks of shared schemas. */
export type WalkCompiler = (schema: z.core.$ZodType, root: string) => Walk;

export function createWalkCompiler(numbers: ClauseNumbers): WalkCompiler {
  const objects = new Map<z.core.$ZodType, Map<number, Walk>>();

  function value(schema: z.core.$ZodType, cited: Cited): Walk {
    if (schema instanceof z.ZodOptional) return value(schema.unwrap(), cited);
    if (schema instanceof z.ZodString) return text(schema, cited);
    if (schema instanceof z.ZodNumber) return number(schema, cited);
    if (schema instanceof z.ZodBoolean) return leaf(cited.type, 'true or false', (v) => typeof v === 'boolean');
    if (schema instanceof z.ZodArray) return array(value(schema.element, itemsOf(cited)), cited);
    if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodUnknown)
      return leaf(cited.type, 'an object', isObject);
    if (schema instanceof z.ZodRecord) return record(value(schema.valueType, itemsOf(cited)), cited);
    if (schema instanceof z.ZodUnknown) return () => undefined;
    if (schema instanceof z.ZodObject) return object(schema, cited);
    return assertNever(schema as never);
  }

  function object(schema: z.ZodObject, cited: Cited): Walk {
    const byType = objects.get(schema) ?? new Map<number, Walk>();
    objects.set(schema, byType);
    const known = byType.get(cited.type);
    if (known !== undefined) return known;
    // A schema that contains itself finds the walk under construction through this indirection.
    let walk: Walk = () => undefined;
    byType.set(cited.type, (v, sink) => walk(v, sink));
    walk = fieldsOf(schema, cited);
    byType.set(cited.type, walk);
    return walk;
  }

  function fieldsOf(schema: z.ZodObject, cited: Cited): Walk {
    invariant(
      schema.def.checks === undefined || schema.def.checks.length === 0,
      'an object schema has no rule of its own',
    );
    const origin = resourceOrigins.get(schema);
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, inner]) => {
      const id = origin === undefined ? undefined : `${origin.section}/${origin.prefix}${name}`;
      const presence = numbers.of(id, cited.type);
      const type = numbers.of(id && `${id}.type`, presence);
      const format = numbers.of(id && `${id}.format`, type);
      const items = numbers.of(id && `${id}.items`, type);
      return {
        name,
        isOptional: inner instanceof z.ZodOptional,
        presence,
        walk: value(inner, { type, format, items }),
      };
    });
    const names = new Set(fields.map(({ name }) => name));
    const absence = ABSENCES.get(schema);
    const absent = absence === undefined ? undefined : { number: numbers.of(absence.clause, cited.type), ...absence };
    return (found, sink) => {
      if (!isObject(found)) {
        sink.violation(cited.type, 'an object', found);
        return;
      }
      sink.seen[cited.type] = 1;
      if (absent !== undefined) sink.seen[absent.number] = 1;
      if (sink.path.length > DEEPEST) return;
      let present = 0;
      for (const field of fields) {
        const inner = found[field.name];
        if (inner === undefined || inner === null) {
          if (inner === null) present += 1;
          if (inner === undefined && field.isOptional) continue;
          sink.path.push(field.name);
          sink.violation(field.presence, 'present and not null', inner);
          sink.path.pop();
          continue;
        }
        present += 1;
        sink.seen[field.presence] = 1;
        sink.path.push(field.name);
        field.walk(inner, sink);
        sink.path.pop();
      }
      // Own keys cost more than a count; they are compared only where there are more of them than fields.
      let keys = 0;
      for (const _ in found) keys += 1;
      if (keys === present) return;
      for (const key of Object.keys(found)) {
        if (names.has(key)) continue;
        if (absent === undefined || (absent.field !== 'any' && absent.field !== key)) sink.extra(key);
        else {
          const pointer = pointerTo(pointerOf(sink.path), key);
          sink.violation(absent.number, `no field ${key}`, found[key], { at: { [pointer]: { $absent: true } } });
        }
      }
    };
  }

  return (schema, root) => {
    const type = numbers.of(root, 0);
    return value(schema, { type, format: type, items: type });
  };
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

/** Texts that passed are remembered up to this many: the same moments and names come again on every page. */
const REMEMBERED = 20_000;
/** A longer text is not remembered. */
const REMEMBERED_LENGTH = 200;

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
      if (accepted.size < REMEMBERED && value.length <= REMEMBERED_LENGTH) accepted.add(value);
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
