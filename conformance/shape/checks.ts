/** conformance/shape/checks: two checks for each route, for its responses and its errors in the whole run. */

import { z } from 'zod';
import { observableOn } from '../../spec/clauses/clause.ts';
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Register } from '../../spec/clauses/register.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import { resourceOrigins } from '../../spec/resources/resource.ts';
import type { Route } from '../../spec/route.ts';
import { hasParam, ROUTES } from '../../spec/routes.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Capability, Check, Exchange } from '../check.ts';
import { NO_THING } from '../checks/assertions.ts';
import { assertNamed, check, rolesFor, sampleRequest } from '../checks/definition.ts';
import { type Answered, brokenAspect } from '../client/exchange.ts';
import { addFinding, type Evidence } from '../evidence/evidence.ts';
import { ABSENCES } from './absences.ts';
import { DECIMAL_ROUTES, EXACT } from './decimals.ts';
import { REPLY_CLAUSES } from './replies.ts';
import { EXTRA_FIELDS, shapeCheckId } from './responses.ts';

/** Two checks per route, in the order of the route table. */
export function shapeChecks(register: Register): readonly Check[] {
  return ROUTES.flatMap((route) => [answerCheck(route, register), errorCheck(route, register)]);
}

function answerCheck(route: Route, register: Register) {
  // A successful request would write. The stateful checks send such requests, and this check judges their responses.
  const isPassive = route.auth === 'L2';
  return check(route.id, 'shape', {
    title: `${route.method} ${route.path} answers with every listed field in the stated type`,
    clauses: shapeClauses(route, register),
    kind: 'shape',
    capability: observableOn(route) as Capability,
    safety: isPassive ? 'session' : 'read',
    needs: route.auth === 'none' ? rolesFor(route) : [],
    cost: isPassive ? {} : { [route.id]: 1 },
    async run(context) {
      if (isPassive) return;
      assertNamed(context, route);
      await context.send(
        sampleRequest(route, context.bindings),
        route.auth === 'none' ? undefined : context.wallets[0],
      );
    },
  });
}

function errorCheck(route: Route, register: Register) {
  return check(route.id, 'error-shape', {
    title: `Errors of ${route.method} ${route.path} have the shape of its family`,
    clauses: errorClauses(route, register),
    kind: 'error',
    capability: route.family === 'wallet' ? 'wallet' : 'read',
    safety: 'read',
    needs: [],
    async run(context) {
      await context.send(wrongRequest(route));
    },
  });
}

/** A request that the route should refuse. It is unsigned, and so harmless if the route accepts it. */
function wrongRequest(route: Route): Request {
  const path = route.path.replace(/\{[a-z_]+\}/, NO_THING);
  if (route.body === 'tokens') return withJson('POST', path, { token_id: 7 });
  if (route.method !== 'GET') return { ...get(path), method: route.method };
  if (hasParam(route, 'next_cursor')) return get(path, { next_cursor: '%' });
  return route.family === 'wallet' || route.pathParam !== undefined ? get(path) : get(path, { limit: 'many' });
}

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

function collect(schema: z.core.$ZodType, found: Set<string>, visited: Set<z.core.$ZodType>) {
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

type Unanswered = Extract<Answered, { kind: 'trouble' }>;

const DROPPED = { aspect: 'json', expected: 'a response, which other requests get' } as const;

/** Adds the finding of trouble that is a wrong response. False for trouble that breaks no clause. */
export function addTrouble(evidence: Evidence, route: Route | undefined, unanswered: Unanswered): boolean {
  const broken = unanswered.isDropped ? DROPPED : brokenAspect(unanswered.trouble);
  if (broken === undefined || route === undefined) return false;
  const clause = clauseOf(route.id, `response.${broken.aspect}`);
  const deviation = { expected: broken.expected, actual: `${unanswered.trouble}: ${unanswered.detail}` };
  addFinding(evidence, shapeCheckId(route.id), clause, withoutResponse(unanswered), deviation);
  return true;
}

function withoutResponse({ request, trouble, detail, head }: Unanswered): Exchange {
  return { request, status: 0, headers: {}, ...head, text: `${trouble}: ${detail}`, json: undefined };
}
