/** conformance/checks/clob/statements: routes of a profile exist, with responses of their form. */

import { z } from 'zod';
import { pointed } from '../../../base/json-pointer.ts';
import { invariant } from '../../../base/result.ts';
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { type ClobField, canRefuse, fieldClauseOf, fieldsOf } from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import type { Check, CheckContext, ClauseId, Exchange, Expectation, Role } from '../../check.ts';
import { bodyLike, statusLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { calmWallet } from '../orders/plan.ts';
import { acceptableKinds, isAboutToken, wrongRequests } from './requests.ts';

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
function patternOf(schema: z.core.$ZodType, around: readonly z.core.$ZodType[] = []): unknown {
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

/** The row of a profile's route. Ids begin with `P/`. */
export function clobRoute(id: string): ExtraRoute {
  const route = CLOB_ROUTES.find((row) => row.id === id);
  invariant(route !== undefined, `${id} is a route of the profiles`);
  return route;
}

type Definition = Pick<Check, 'title' | 'clauses' | 'run'> &
  Partial<Pick<Check, 'kind' | 'safety' | 'needs' | 'capability'>>;

/** The check `clob.<name>`. It reads in public, unless `safety` states that it needs a wallet. */
export function clobCheck(name: string, definition: Definition): Check {
  return check('clob', name, definition);
}

/** The clauses about the successful responses of a route. */
export function responseClauses(route: ExtraRoute): readonly ClauseId[] {
  const fields = fieldsOf(route).map((field) => fieldClauseOf(route, field));
  return [`${route.id}.exists`, `${route.id}.shape`, ...fields].map(clauseNamed);
}

/** Judges the response to an acceptable request. A list without rows shows nothing about their fields. */
export function judgeResponse(context: CheckContext, route: ExtraRoute, of: Exchange): boolean {
  const because = 'the request is acceptable';
  const [exists, shape] = [clauseNamed(`${route.id}.exists`), clauseNamed(`${route.id}.shape`)];
  if (!context.judge(statusLike(exists, of, 200, because))) return false;
  const holds = context.judge(bodyLike(shape, of, patternOf(ofKnown(route))));
  for (const field of fieldsOf(route)) {
    if (field.list !== undefined && !hasRows(of, field.list)) continue;
    context.judge({ clauses: clauseNamed(fieldClauseOf(route, field)), of, must: mustHave(field) });
  }
  return holds;
}

/** The form of a response about a thing that exists. */
function ofKnown({ ok }: ExtraRoute) {
  return ok instanceof z.ZodNullable ? ok.unwrap() : ok;
}

function hasRows({ json }: Exchange, list: string) {
  const { value } = pointed(json, list);
  return Array.isArray(value) && value.length > 0;
}

function mustHave({ name, list, schema }: ClobField): Expectation {
  const pattern = patternOf(schema);
  if (list === undefined) return { at: { [`/${name}`]: pattern } };
  return { at: { [list]: { $every: { [name]: pattern } } } };
}

/** The form of every refusal of the profile. */
export const ERROR_TEXT: Expectation = { body: { error: { $match: '\\S' } } };
const REFUSED: Expectation = { status: '4xx', ...ERROR_TEXT };

/** Other checks judge these with the orders and keys that they create. */
const ELSEWHERE = [
  'create-api-key',
  'derive-api-key',
  'delete-api-key',
  'place-order',
  'place-orders',
  'cancel-order',
  'cancel-orders',
  'cancel-all',
  'cancel-market-orders',
  'order',
  'open-orders',
].map((name) => `P/${name}`);

const nameOf = ({ id }: ExtraRoute) => id.slice('P/'.length);

const signed = { safety: 'session', capability: 'trading' } as const;

const needsOf = (route: ExtraRoute): readonly Role[] => (isAboutToken(route) ? ['book'] : []);

function responseCheck(route: ExtraRoute) {
  const isPublic = route.auth === 'none';
  return clobCheck(`${nameOf(route)}.response`, {
    title: `${route.method} ${route.path} responds in the stated form`,
    clauses: responseClauses(route),
    ...(isPublic ? { needs: needsOf(route) } : signed),
    kind: 'shape',
    async run(context) {
      const wallet = isPublic ? undefined : calmWallet(context);
      for (const request of acceptableKinds(route, context, wallet))
        judgeResponse(context, route, await context.send(request, wallet));
    },
  });
}

function errorCheck(route: ExtraRoute) {
  const clauses = [clauseNamed(`${route.id}.error`)];
  const isPublic = route.auth === 'none';
  return clobCheck(`${nameOf(route)}.error`, {
    title: `${route.method} ${route.path} refuses a wrong parameter or body with a text`,
    clauses,
    ...(isPublic ? { needs: needsOf(route) } : signed),
    kind: 'error',
    async run(context) {
      const wallet = isPublic ? undefined : calmWallet(context);
      for (const { request, because } of wrongRequests(route, context))
        context.judge({ clauses, of: await context.send(request, wallet), must: REFUSED, because });
    },
  });
}

export const clobResponseChecks = [
  ...CLOB_ROUTES.filter(({ id }) => !ELSEWHERE.includes(id)).map(responseCheck),
  ...CLOB_ROUTES.filter(canRefuse).map(errorCheck),
];
