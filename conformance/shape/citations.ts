/** conformance/shape/citations: the clauses that the validation of a response against its schema can cite. */
import { z } from 'zod';
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Register } from '../../spec/clauses/register.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import { resourceOrigins } from '../../spec/resources/resource.ts';
import type { Route } from '../../spec/route.ts';
import { ABSENCES } from './absences.ts';
import { DECIMAL_ROUTES, EXACT } from './decimals.ts';
import { REPLY_CLAUSES } from './replies.ts';
import { EXTRA_FIELDS } from './responses.ts';

/** Clauses about a 2xx response of the route: the response itself, then each field in the order of the schema. */
export function shapeClauses(route: Route, register: Register): readonly ClauseId[] {
  const found = new Set<string>([
    clauseOf(route.id, 'response.status'),
    clauseOf(route.id, 'response.json'),
    clauseOf(route.id, 'response.shape'),
    '7/statuses.not-success',
    EXTRA_FIELDS,
    ...(REPLY_CLAUSES[route.id] ?? []),
    ...(DECIMAL_ROUTES.includes(route.id) ? [EXACT] : []),
  ]);
  collect(route.ok, found, new Set());
  return [...found].flatMap((id) => register.get(id)?.id ?? []);
}

export function errorClauses(route: Route, register: Register): readonly ClauseId[] {
  const family = clauseOf(route.id, 'error.family');
  const ids: ClauseId[] = [family, '7/statuses.not-success', '7/statuses.refusal', '7/error.sentence'];
  if (route.family === 'wallet') ids.push('7/wallet.code');
  if (route.family === 'plain') ids.push('7/plain.no-type');
  return ids.filter((id) => register.get(id) !== undefined);
}

function collect(schema: z.core.$ZodType, found: Set<string>, visited: Set<z.core.$ZodType>): void {
  if (visited.has(schema)) return;
  visited.add(schema);
  if (schema instanceof z.ZodOptional) collect(schema.unwrap(), found, visited);
  if (schema instanceof z.ZodArray) collect(schema.element, found, visited);
  if (schema instanceof z.ZodRecord) collect(schema.valueType, found, visited);
  if (!(schema instanceof z.ZodObject)) return;
  const absence = ABSENCES.get(schema);
  if (absence !== undefined) found.add(absence.clause);
  const origin = resourceOrigins.get(schema);
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    if (origin !== undefined) {
      const id = `${origin.section}/${origin.prefix}${name}`;
      for (const aspect of ['', '.type', '.format', '.items']) found.add(`${id}${aspect}`);
    }
    collect(field, found, visited);
  }
}
