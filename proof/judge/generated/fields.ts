/**
 * proof/judge/generated/fields: each field of each response missing, null, of another type and of another format, from the schemas of the
 * routes.
 */
import { z } from 'zod';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { isObject } from '../../../spec/json.ts';
import { resourceOrigins } from '../../../spec/resources/resource.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Mutant } from '../variant.ts';
import type { Change } from '../wrappers/edit.ts';
import { drop, edit, set } from '../wrappers/responses.ts';
import { breaking, type GeneratedRow } from './table.ts';

type Place = {
  readonly clause: string;
  /** Where the body has it; see `editAt`. */
  readonly path: string;
  readonly schema: z.core.$ZodType;
  readonly isOptional: boolean;
  /** Whether the innermost list on the way is an array, which has a last row. */
  readonly isListed: boolean;
};

/** The places of the fields in the body of a route, the first of each field. */
function placesOf({ ok }: Route): readonly Place[] {
  const places = new Map<string, Place>();
  collect(ok, [], false, places, new Set());
  return [...places.values()];
}

function collect(
  schema: z.core.$ZodType,
  path: readonly string[],
  isListed: boolean,
  places: Map<string, Place>,
  seen: Set<z.core.$ZodType>,
): void {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (seen.has(inner)) return;
  seen.add(inner);
  if (inner instanceof z.ZodArray) collect(inner.element, [...path, '*'], true, places, seen);
  if (inner instanceof z.ZodRecord) collect(inner.valueType, [...path, '*'], false, places, seen);
  if (!(inner instanceof z.ZodObject)) return;
  const origin = resourceOrigins.get(inner);
  const shape = Object.entries<z.core.$ZodType>(inner.shape);
  for (const [name, value] of shape) {
    if (origin === undefined) continue;
    const clause = `${origin.section}/${origin.prefix}${name}`;
    const isOptional = value instanceof z.ZodOptional;
    const field = isOptional ? value.unwrap() : value;
    const place = { clause, path: [...path, name].join('.'), schema: field, isOptional, isListed };
    if (!places.has(clause)) places.set(clause, place);
  }
  for (const [name, value] of shape) collect(value, [...path, name], isListed, places, seen);
}

/** The place in the last row of the innermost list. */
function lastOf(path: string): string {
  const at = path.lastIndexOf('*');
  return `${path.slice(0, at)}last${path.slice(at + 1)}`;
}

function mistyped(schema: z.core.$ZodType): Change {
  if (schema instanceof z.ZodString) return (value) => [value];
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return (value) => String(value);
  return (value) => JSON.stringify(value);
}

/** The list, or the object of texts, with a list at its end, which none of the interface has. */
const withOddItem: Change = (value) =>
  Array.isArray(value) ? [...value, []] : isObject(value) ? { ...value, odd: [] } : value;

export function fieldMutants(): readonly Mutant[] {
  return ROUTES.flatMap((route) => {
    const rows = placesOf(route).flatMap(({ clause, path, schema, isOptional, isListed }): readonly GeneratedRow[] => {
      const name = path.replaceAll('*.', '');
      const hasFormat = schema instanceof z.ZodString && schema.meta()?.['x-format'] !== undefined;
      return [
        ...(isOptional ? [] : [[`${name}-missing`, clause, `${name} is missing`, drop(path)] as const]),
        [`${name}-null`, clause, `${name} is null`, set(path, null)],
        ...(isListed
          ? [[`${name}-last-null`, clause, `${name} of the last row is null`, set(lastOf(path), null)] as const]
          : []),
        [`${name}-type`, `${clause}.type`, `${name} has another type`, edit(path, mistyped(schema))],
        ...(loadRegister().get(`${clause}.items`) === undefined
          ? []
          : [
              [
                `${name}-item-type`,
                `${clause}.items`,
                `${name} has an item of another type`,
                edit(path, withOddItem),
              ] as const,
            ]),
        ...(hasFormat
          ? [[`${name}-format`, `${clause}.format`, `${name} has another form`, set(path, '~')] as const]
          : []),
      ];
    });
    return breaking('shape', route.id, rows);
  });
}
