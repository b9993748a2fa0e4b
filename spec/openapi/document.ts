/** spec/openapi/document: the OpenAPI 3.1 document of all routes, generated from tables, schemas and profile. */

import { z } from 'zod';
import { omitUndefined } from '../../base/record.ts';
import { invariant } from '../../base/result.ts';
import { AUTH_HEADERS, headerName } from '../auth.ts';
import type { ExtraRoute } from '../clob/extra-route.ts';
import { type DescribedRoute, isExtra, routesOf } from '../clob/served-routes.ts';
import type { ErrorCondition } from '../errors.ts';
import { LIMITS, type LimitScopeId } from '../limits.ts';
import { CONDITION_ID } from '../params.ts';
import { errorStatus, loadProfile, type Profile } from '../profile.ts';
import { CatalogMarket, EventCreator } from '../resources/catalog-market.ts';
import { CancelRequest, OrderSubmission, SignedOrder } from '../resources/order.ts';
import type { Param, RouteId } from '../route.ts';
import { hasParam, routeById } from '../routes.ts';
import { componentSchemas, type JsonSchema, okName, schemaRef } from './components.ts';
import { BODY_EXAMPLES, parameterExample } from './examples.ts';
import { groupOf, TAGS } from './groups.ts';

/** The schema of the response with `status`, or of the default one, with the components that it refers to. */
export function responseSchema(document: OpenApiDocument, route: RouteId, status: number): JsonSchema {
  const { path, method } = routeById(route);
  const responses = at(at(document.paths[path], method.toLowerCase()), 'responses');
  const response = at(responses, String(status)) ?? at(responses, 'default');
  const schema = at(at(at(response, 'content'), 'application/json'), 'schema');
  return { ...schema, components: { schemas: document.components.schemas } };
}

function at(node: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const value = node?.[key];
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined;
}

const FAMILY_SCHEMAS = { plain: 'PlainError', typed: 'TypedError', wallet: 'WalletError' } as const;

function operation(route: DescribedRoute, profile: Profile): JsonSchema {
  const { pathParam } = route;
  const parameters = [
    ...(pathParam === undefined ? [] : [parameter(route, 'path', pathParam)]),
    ...route.query.flatMap((param) => [parameter(route, 'query', param), ...aliases(route, param)]),
  ];
  return omitUndefined({
    operationId: route.id.replace(/^P\//, 'profile-'),
    summary: route.purpose,
    description: describe(route, profile),
    tags: [groupOf(route)],
    parameters: someOf(parameters),
    requestBody: route.body === 'none' ? undefined : requestBody(route.body),
    responses: responses(route, profile),
    security: security(route, profile),
    'x-rate-limits': someOf(route.limits.map(rateLimit)),
  });
}

/** An empty list is left out. */
function someOf(items: readonly JsonSchema[]) {
  return items.length === 0 ? undefined : items;
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
  const isList = param.type === 'conditions' || param.repeated;
  return omitUndefined({
    name: param.name,
    in: place,
    required: param.required ? true : undefined,
    description: param.text,
    style: isList ? 'form' : undefined,
    explode: isList ? false : undefined,
    schema: parameterSchema(route, param),
    example: parameterExample(route, param),
  });
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
  const { min: minimum, max: maximum, maxLength, default: fallback } = param;
  return omitUndefined({
    ...typeOf(param),
    enum: param.members ?? columns,
    minimum,
    maximum,
    maxLength,
    default: fallback,
  });
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

export type OpenApiDocument = Readonly<{
  openapi: string;
  info: JsonSchema;
  servers: readonly JsonSchema[];
  tags: readonly JsonSchema[];
  paths: { readonly [path: string]: JsonSchema };
  components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly securitySchemes: JsonSchema };
}>;

export function openapiDocument(profile: Profile = loadProfile('document')): OpenApiDocument {
  const routes = routesOf(profile);
  const byPath = paths(profile, routes);
  const extra = routes.filter(isExtra);
  const own = extra.length === 0 ? '' : `, ${extra.length} of them in the form of the profile`;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prediction-market trading and data service',
      version: '1.0.0',
      description:
        `The ${routes.length} routes of the interface${own}. ` +
        `If the interface is silent, the profile "${profile.name}" decides. ` +
        'Amounts of orders are in millionths; timestamps in wallet data are Unix seconds, ' +
        'those of books Unix milliseconds, all others ISO 8601.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Touchstone maintainers', url: 'https://touchstone.example/' },
    },
    servers: [{ url: '/', description: 'the deployment that serves this document' }],
    tags: TAGS,
    paths: byPath,
    components: { schemas: schemas(profile, extra, byPath), securitySchemes: securitySchemes(profile, routes) },
  };
}

function paths(profile: Profile, all: readonly DescribedRoute[]): Record<string, JsonSchema> {
  const byPath = Map.groupBy(all, (route) => route.path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route, profile)])),
    ]),
  );
}

function schemas(profile: Profile, extra: readonly ExtraRoute[], byPath: object): Record<string, JsonSchema> {
  const resources = componentSchemas(extra);
  const { PlainError } = resources;
  invariant(PlainError !== undefined, 'the plain error family is among the components');
  const heartbeatError = {
    ...PlainError,
    properties: { error: { type: 'string' }, heartbeat_id: { type: 'string', description: 'the expected id' } },
  };
  const all = { ...resources, HeartbeatError: heartbeatError, ...bodySchemas(profile) };
  return extra.length === 0 ? all : referredTo(byPath, all);
}

/** The schemas to which the operations lead: those of routes that the profile replaces are left out. */
function referredTo(byPath: object, all: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const found = new Set<string>();
  const follow = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = all[name];
      if (schema === undefined || found.has(name)) continue;
      found.add(name);
      follow(schema);
    }
  };
  follow(byPath);
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
}

function securitySchemes({ auth }: Profile, routes: readonly DescribedRoute[]): JsonSchema {
  const nonce = { name: headerName('SVC_NONCE', auth.prefix), format: 'number of a key of the wallet' };
  const headers = AUTH_HEADERS.map(({ name, format }) => ({ name: headerName(name, auth.prefix), format }));
  const hasNonce = routes.some((route) => route.auth === 'L1');
  return Object.fromEntries(
    [...headers, ...(hasNonce ? [nonce] : [])].map(({ name, format }) => [
      name,
      { type: 'apiKey', in: 'header', name, description: format },
    ]),
  );
}

const unsignedDigits = { type: 'string', pattern: '^\\d+$' };

/** Schemas under the names `<body kind>-body`. They allow unknown fields, which are ignored. */
function bodySchemas(profile: Profile): Record<string, JsonSchema> {
  const { types, signatureTypes } = profile.order;
  const signed = open(SignedOrder, {
    side: { type: 'string', enum: ['BUY', 'SELL'] },
    signatureType: { type: 'integer', enum: signatureTypes },
    makerAmount: unsignedDigits,
    takerAmount: unsignedDigits,
    expiration: { ...unsignedDigits, description: 'Unix seconds, with the order type GTD only' },
  });
  const token = { type: 'object', properties: { token_id: { type: 'string' } }, required: ['token_id'] };
  return {
    'order-body': open(OrderSubmission, {
      order: signed,
      orderType: { type: 'string', enum: types },
      postOnly: {
        type: 'boolean',
        description: 'refuse the order instead of matching it on arrival; absent means false',
      },
    }),
    'cancel-body': open(CancelRequest, {}),
    'tokens-body': { type: 'array', items: token, maxItems: profile.batch.max },
    'heartbeat-body': {
      type: 'object',
      properties: { heartbeat_id: { type: ['string', 'null'], description: 'absent, null or empty to start' } },
    },
  };
}

function open(schema: z.ZodType, properties: JsonSchema): JsonSchema {
  const { $schema, additionalProperties, ...rest } = z.toJSONSchema(schema);
  return { ...rest, properties: { ...rest.properties, ...properties } };
}
