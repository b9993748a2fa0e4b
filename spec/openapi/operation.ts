/** spec/openapi/operation: one route of the table as an OpenAPI operation: parameters, body, responses, security. */

import { invariant } from '../../base/result.ts';
import { AUTH_HEADERS, headerName } from '../auth.ts';
import { type DescribedRoute, isExtra } from '../clob/served-routes.ts';
import type { ErrorCondition } from '../errors.ts';
import { LIMITS, type LimitScopeId } from '../limits.ts';
import { CONDITION_ID } from '../params.ts';
import { errorStatus, type Profile } from '../profile.ts';
import { CatalogMarket, EventCreator } from '../resources/catalog-market.ts';
import type { Param, RouteId } from '../route.ts';
import { hasParam } from '../routes.ts';
import { type JsonSchema, okName, schemaRef } from './components.ts';
import { BODY_EXAMPLES, parameterExample } from './examples.ts';
import { groupOf } from './groups.ts';

const FAMILY_SCHEMAS = { plain: 'PlainError', typed: 'TypedError', wallet: 'WalletError' } as const;

export function operation(route: DescribedRoute, profile: Profile): JsonSchema {
  const { pathParam } = route;
  const parameters = [
    ...(pathParam === undefined ? [] : [parameter(route, 'path', pathParam)]),
    ...route.query.flatMap((param) => [parameter(route, 'query', param), ...aliases(route, param)]),
  ];
  return {
    operationId: route.id.replace(/^P\//, 'profile-'),
    summary: route.purpose,
    description: describe(route, profile),
    tags: [groupOf(route)],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== 'none' && { requestBody: requestBody(route.body) }),
    responses: responses(route, profile),
    security: security(route, profile),
    ...(route.limits.length > 0 && { 'x-rate-limits': route.limits.map(rateLimit) }),
  };
}

/** The headers of a signed request, which come together: of a key, or of the wallet itself. */
function security({ auth }: DescribedRoute, profile: Profile): JsonSchema[] {
  if (auth === 'none') return [];
  const names = auth === 'L1' ? L1_HEADERS : AUTH_HEADERS.map(({ name }) => name);
  return [Object.fromEntries(names.map((name) => [headerName(name, profile.auth.prefix), []]))];
}

const L1_HEADERS = ['SVC_ADDRESS', 'SVC_SIGNATURE', 'SVC_TIMESTAMP', 'SVC_NONCE'] as const;

/** Refusals that the parameters alone do not show. */
function describe(route: DescribedRoute, profile: Profile): string {
  const lines = [
    isExtra(route) ? `A route of the profile "${profile.name}".` : `Section ${route.section} of the interface.`,
  ];
  if (route.family === 'wallet') lines.push('Query parameters that are not listed are refused.');
  if (hasParam(route, 'next_cursor'))
    lines.push('Send the cursor of the previous page; a malformed cursor is refused.');
  return lines.join(' ');
}

/** A scope of section 8 that counts requests to the route. A request must fit all windows of all scopes. */
function rateLimit(id: LimitScopeId): JsonSchema {
  const scope = LIMITS.find((one) => one.id === id);
  invariant(scope !== undefined, `${id} is a scope of section 8`);
  return { scope: scope.scope, section: scope.section, per: scope.per, windows: scope.windows };
}

function parameter(route: DescribedRoute, place: 'path' | 'query', param: Param): JsonSchema {
  return {
    name: param.name,
    in: place,
    ...(param.required && { required: true }),
    description: param.text,
    ...(param.type === 'conditions' || param.repeated ? { style: 'form', explode: false } : {}),
    schema: parameterSchema(route, param),
    example: parameterExample(route, param),
  };
}

function aliases(route: DescribedRoute, param: Param): JsonSchema[] {
  return (param.aliases ?? []).map((name) => ({
    ...parameter(route, 'query', param),
    name,
    description: `alias of ${param.name}`,
  }));
}

function parameterSchema(route: DescribedRoute, param: Param): JsonSchema {
  const columns = param.name === 'order' && !isExtra(route) ? ORDER_COLUMNS[route.id] : undefined;
  if (param.repeated)
    return { type: 'array', items: { type: 'string', ...(param.members && { enum: param.members }) } };
  return {
    ...typeOf(param),
    ...(columns !== undefined && { enum: columns }),
    ...(param.members !== undefined && { enum: param.members }),
    ...(param.min !== undefined && { minimum: param.min }),
    ...(param.max !== undefined && { maximum: param.max }),
    ...(param.maxLength !== undefined && { maxLength: param.maxLength }),
    ...(param.default !== undefined && { default: param.default }),
  };
}

/** Columns that `order` may name under the profile: every scalar field of an item. */
const ORDER_COLUMNS: Readonly<Partial<Record<RouteId, readonly string[]>>> = {
  markets: Object.keys(CatalogMarket.shape).filter((name) => name !== 'events'),
  'event-creators': Object.keys(EventCreator.shape),
};

function typeOf({ type }: Param): JsonSchema {
  switch (type) {
    case 'integer':
    case 'number':
    case 'boolean':
    case 'string':
      return { type };
    case 'conditions':
      return { type: 'array', items: { type: 'string', pattern: CONDITION_ID.source } };
    case 'unix-seconds':
      return { type: 'string', pattern: '^\\d+$', description: 'Unix seconds' };
    case 'cursor':
      return { type: 'string', contentEncoding: 'base64' };
    case 'address':
      return { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
  }
}

function requestBody(kind: Exclude<DescribedRoute['body'], 'none'>): JsonSchema {
  if (kind === 'json' || kind === 'optional')
    return { required: kind === 'json', content: { 'application/json': { schema: {} } } };
  const media = { schema: { $ref: schemaRef(`${kind}-body`) }, example: BODY_EXAMPLES[kind] };
  return { required: true, content: { 'application/json': media } };
}

/** Headers of a response beyond those of HTTP (decisions). */
const HEADERS: Readonly<Record<'Retry-After' | 'x-next-cursor', JsonSchema>> = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer', minimum: 0 } },
  'x-next-cursor': { description: 'cursor of the next page, `LTE=` on the last', schema: { type: 'string' } },
};

function responses(route: DescribedRoute, profile: Profile): JsonSchema {
  const throttled: readonly ErrorCondition[] = route.limits.length === 0 ? [] : ['throttled'];
  const byStatus = Map.groupBy([...route.errors, ...throttled], (condition) => errorStatus(profile, condition));
  const errors = [...byStatus].map(([status, conditions]) => [status, errorResponse(route, conditions)] as const);
  const isCursorInHeader = hasParam(route, 'next_cursor') && !isExtra(route) && route.item?.at === '';
  return {
    '200': {
      description: route.purpose,
      ...(isCursorInHeader && { headers: { 'x-next-cursor': HEADERS['x-next-cursor'] } }),
      content: { 'application/json': { schema: { $ref: schemaRef(okName(route)) } } },
    },
    ...Object.fromEntries(errors),
    default: errorResponse(route, []),
  };
}

function errorResponse(route: DescribedRoute, conditions: readonly ErrorCondition[]): JsonSchema {
  const isWrongBeat = route.body === 'heartbeat' && conditions.includes('bad-request');
  const name = isWrongBeat ? 'HeartbeatError' : FAMILY_SCHEMAS[route.family];
  return {
    description: conditions.length === 0 ? 'any other error' : conditions.join(', '),
    ...(conditions.includes('throttled') && { headers: { 'Retry-After': HEADERS['Retry-After'] } }),
    content: { 'application/json': { schema: { $ref: schemaRef(name) } } },
  };
}
