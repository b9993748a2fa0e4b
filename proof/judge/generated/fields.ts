/** proof/judge/generated/fields: each field of each response missing, null, or of another type or format. */
import { z } from 'zod';
import { isObject } from '../../../base/json.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { resourceOrigins } from '../../../spec/resources/resource.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Mutant } from '../variant.ts';
import { type Change, drop, edit, set } from '../wrappers/responses.ts';
import { breaking, type GeneratedRow, when } from './table.ts';

type Place = Readonly<{
  clause: string;
  /** Its place in the body; see `editAt`. */
  path: string;
  schema: z.core.$ZodType;
  isOptional: boolean;
  /** Whether the innermost list on the way is an array, which has a last row. */
  isListed: boolean;
}>;

/** The clause about a field of an object, whose path in the body is given; undefined for a field without a clause. */
type ClauseOf = (object: z.ZodObject, path: readonly string[]) => string | undefined;

/** The places of the fields in a body, the first of each field. Each object schema is entered once. */
export function placesOf(ok: z.core.$ZodType, clauseOf: ClauseOf): readonly Place[] {
  const places: Place[] = [];
  const seen = new Set<z.core.$ZodType>();
  const collect = (schema: z.core.$ZodType, path: readonly string[], isListed: boolean) => {
    const inner = bare(schema);
    if (seen.has(inner)) return;
    seen.add(inner);
    if (inner instanceof z.ZodArray) collect(inner.element, [...path, '*'], true);
    if (inner instanceof z.ZodRecord) collect(inner.valueType, [...path, '*'], false);
    if (inner instanceof z.ZodUnion) for (const option of inner.options) collect(option, path, isListed);
    if (!(inner instanceof z.ZodObject)) return;
    const shape = Object.entries<z.core.$ZodType>(inner.shape);
    for (const [name, value] of shape) {
      const at = [...path, name];
      const clause = clauseOf(inner, at);
      if (clause === undefined) continue;
      const isOptional = value instanceof z.ZodOptional;
      places.push({ clause, path: at.join('.'), schema: isOptional ? value.unwrap() : value, isOptional, isListed });
    }
    for (const [name, value] of shape) collect(value, [...path, name], isListed);
  };
  collect(ok, [], false);
  return places;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

/** The clauses of the interface, each at the first place that has it. */
function stated(): ClauseOf {
  const known = new Set<string>();
  return (object, path) => {
    const origin = resourceOrigins.get(object);
    const clause = origin && `${origin.section}/${origin.prefix}${path.at(-1)}`;
    if (clause === undefined || known.has(clause)) return undefined;
    known.add(clause);
    return clause;
  };
}

function lastOf(path: string): string {
  const at = path.lastIndexOf('*');
  return `${path.slice(0, at)}last${path.slice(at + 1)}`;
}

const retyped: Change = (value) => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The list, or the object of texts, with a list at its end, which none of the interface has. */
const withUnknownItem: Change = (value) =>
  Array.isArray(value) ? [...value, []] : isObject(value) ? { ...value, unknown: [] } : value;

/** Values that are no mistake in a field; whether it has a format; whether type and format have own clauses. */
type Traits = Readonly<{ takesNull?: boolean; takesAny?: boolean; hasFormat: boolean; hasAspects?: boolean }>;

export function fieldRows(
  { clause, path, isOptional, isListed }: Place,
  { takesNull = false, takesAny = false, hasFormat, hasAspects = false }: Traits,
): readonly GeneratedRow[] {
  const name = path.replaceAll('*.', '');
  const clauseFor = (aspect: string) => (hasAspects ? `${clause}.${aspect}` : clause);
  const items = `${clause}.items`;
  return [
    ...when(!isOptional, [`${name}-missing`, clause, `${name} is missing`, drop(path)]),
    ...when(!takesNull, [`${name}-null`, clause, `${name} is null`, set(path, null)]),
    ...when(!takesNull && isListed, [
      `${name}-last-null`,
      clause,
      `${name} of the last row is null`,
      set(lastOf(path), null),
    ]),
    ...when(!takesAny, [`${name}-type`, clauseFor('type'), `${name} has another type`, edit(path, retyped)]),
    ...when(loadRegister().get(items) !== undefined, [
      `${name}-item-type`,
      items,
      `${name} has an item of another type`,
      edit(path, withUnknownItem),
    ]),
    ...when(hasFormat, [`${name}-format`, clauseFor('format'), `${name} has another form`, set(path, '~')]),
  ];
}

export function fieldMutants(): readonly Mutant[] {
  return ROUTES.flatMap((route) => {
    const rows = placesOf(route.ok, stated()).flatMap((place) => {
      const hasFormat = place.schema instanceof z.ZodString && place.schema.meta()?.['x-format'] !== undefined;
      return fieldRows(place, { hasFormat, hasAspects: true });
    });
    return breaking('shape', route.id, rows);
  });
}
