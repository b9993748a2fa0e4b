/** scenarios/reading/schema-keys: the keys that a schema knows at a place, for advice on unknown ones. */
import type { z } from 'zod';
import type { Path } from './source.ts';

type Schema = z.core.$ZodType;
type Inner = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
  readonly options?: readonly Schema[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly valueType?: Schema;
};

/** The keys of all possible mappings at `path`. */
export function keysAt(schema: Schema, path: Path): readonly string[] {
  let here = alternatives(schema);
  for (const step of path) here = here.flatMap((one) => inside(one, step)).flatMap(alternatives);
  return [...new Set(here.flatMap((one) => Object.keys(innerOf(one).shape ?? {})))];
}

/** The schema without its wrappers: more than one if it is a union. */
function alternatives(schema: Schema): readonly Schema[] {
  const { innerType, getter, options } = innerOf(schema);
  if (options !== undefined) return options.flatMap(alternatives);
  const wrapped = innerType ?? (innerOf(schema).type === 'lazy' ? getter?.() : undefined);
  return wrapped === undefined ? [schema] : alternatives(wrapped);
}

function inside(schema: Schema, step: string | number): readonly Schema[] {
  const { shape, element, items, valueType } = innerOf(schema);
  const found = shape?.[step] ?? element ?? items?.[Number(step)] ?? valueType;
  return found === undefined ? [] : [found];
}

function innerOf(schema: Schema): Inner {
  return schema._zod.def as unknown as Inner;
}
