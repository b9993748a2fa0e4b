/** proof/judge/generated/profile-fields: each field of each response of a profile missing, null, or malformed. */
import { z } from 'zod';
import { type ClobField, fieldClauseOf, fieldsOf } from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import type { Mutant } from '../variant.ts';
import { drop, edit, set } from '../wrappers/responses.ts';
import { lastOf, placesOf, retyped } from './fields.ts';
import { breaking, type GeneratedRow } from './table.ts';

/** A field without a clause of its own is changed in the first response that has its object. */
export function profileFieldMutants(): readonly Mutant[] {
  const firstPlaces = new Map<z.ZodObject, string>();
  return CLOB_ROUTES.flatMap((route) => {
    const clauses = new Map(fieldsOf(route).map((field) => [pathOf(field), fieldClauseOf(route, field)]));
    const places = placesOf(route.ok, (object, path) => {
      const place = `${route.id} ${path.slice(0, -1).join('.')}`;
      if (!firstPlaces.has(object)) firstPlaces.set(object, place);
      const own = clauses.get(path.join('.'));
      return own ?? (firstPlaces.get(object) === place ? clauseAround(route, clauses, path) : undefined);
    });
    return breaking('shape', route.id, places.flatMap(rowsOf));
  });
}

function pathOf({ name, list }: ClobField): string {
  return list === undefined ? name : [...list.split('/').filter((part) => part !== ''), '*', name].join('.');
}

/** A field inside another one is a matter of its clause. */
function clauseAround({ id }: ExtraRoute, clauses: ReadonlyMap<string, string>, path: readonly string[]): string {
  const around = path.map((_, index) => clauses.get(path.slice(0, path.length - index).join('.')));
  return around.find((clause) => clause !== undefined) ?? `${id}.shape`;
}

function rowsOf({ clause, path, schema, isOptional, isListed }: ReturnType<typeof placesOf>[number]): GeneratedRow[] {
  const name = path.replaceAll('*.', '');
  const accepts = (value: unknown): boolean => z.safeParse(schema, value).success;
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat;
  return [
    ...(isOptional ? [] : [[`${name}-missing`, clause, `${name} is missing`, drop(path)] as const]),
    ...(accepts(null)
      ? []
      : [
          [`${name}-null`, clause, `${name} is null`, set(path, null)] as const,
          ...(isListed
            ? [[`${name}-last-null`, clause, `${name} of the last row is null`, set(lastOf(path), null)] as const]
            : []),
        ]),
    ...(accepts({ unknown: [] }) && accepts(['unknown'])
      ? []
      : [[`${name}-type`, clause, `${name} has another type`, edit(path, retyped)] as const]),
    ...(isText && !accepts('~')
      ? [[`${name}-format`, clause, `${name} has another form`, set(path, '~')] as const]
      : []),
  ];
}
