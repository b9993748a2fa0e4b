/** spec/openapi/operation: one route of the table as an OpenAPI operation: parameters, body, answers, security. */
import { AUTH_HEADERS } from '../auth.ts';
import type { ErrorCondition } from '../errors.ts';
import { CONDITION_ID } from '../params.ts';
import { errorStatus, type Profile } from '../profile.ts';
import type { Param, Route } from '../route.ts';
import { type JsonSchema, okName, schemaRef } from './components.ts';

const FAMILY_SCHEMAS = { plain: 'PlainError', typed: 'TypedError', wallet: 'WalletError' } as const;

/** The operation object of a route, with the statuses of the profile. */
export function operation(route: Route, profile: Profile): JsonSchema {
  const { pathParam } = route;
  const parameters = [
    ...(pathParam === undefined ? [] : [parameter('path', pathParam)]),
    ...route.query.flatMap((param) => [parameter('query', param), ...aliases(param)]),
  ];
  return {
    operationId: route.id,
    summary: route.purpose,
    description: `Section ${route.section} of the interface.`,
    tags: [`section ${route.section}`],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === 'none' ? {} : { requestBody: requestBody(route.body) }),
    responses: responses(route, profile),
    ...(route.auth === 'none' ? {} : { security: [Object.fromEntries(AUTH_HEADERS.map(({ name }) => [name, []]))] }),
  };
}

function parameter(place: 'path' | 'query', param: Param): JsonSchema {
  return {
    name: param.name,
    in: place,
    ...(param.required ? { required: true } : {}),
    description: param.text,
    ...(param.type === 'conditions' ? { style: 'form', explode: false } : {}),
    schema: parameterSchema(param),
  };
}

function aliases(param: Param): JsonSchema[] {
  return (param.aliases ?? []).map((name) => ({
    ...parameter('query', param),
    name,
    description: `alias of ${param.name}`,
  }));
}

function parameterSchema(param: Param): JsonSchema {
  return {
    ...typeOf(param),
    ...(param.members === undefined ? {} : { enum: param.members }),
    ...(param.min === undefined ? {} : { minimum: param.min }),
    ...(param.max === undefined ? {} : { maximum: param.max }),
    ...(param.maxLength === undefined ? {} : { maxLength: param.maxLength }),
    ...(param.default === undefined ? {} : { default: param.default }),
  };
}

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
      return { type: 'string', pattern: '^\\d+$' };
    case 'cursor':
      return { type: 'string', contentEncoding: 'base64' };
    case 'address':
      return { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
  }
}

function requestBody(kind: Exclude<Route['body'], 'none'>): JsonSchema {
  return { required: true, content: { 'application/json': { schema: { $ref: schemaRef(`${kind}-body`) } } } };
}

/** Headers that an answer carries beyond those of HTTP (decisions). */
const HEADERS: Readonly<Record<'Retry-After' | 'x-next-cursor', JsonSchema>> = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer', minimum: 0 } },
  'x-next-cursor': { description: 'cursor of the next page, `LTE=` on the last', schema: { type: 'string' } },
};

function responses(route: Route, profile: Profile): JsonSchema {
  const throttled: readonly ErrorCondition[] = route.limits.length === 0 ? [] : ['throttled'];
  const byStatus = Map.groupBy([...route.errors, ...throttled], (condition) => errorStatus(profile, condition));
  const errors = [...byStatus].map(([status, conditions]) => [status, errorResponse(route, conditions)] as const);
  return {
    '200': {
      description: route.purpose,
      ...(route.paging === 'header-cursor' ? { headers: { 'x-next-cursor': HEADERS['x-next-cursor'] } } : {}),
      content: { 'application/json': { schema: { $ref: schemaRef(okName(route)) } } },
    },
    ...Object.fromEntries(errors),
    default: errorResponse(route, []),
  };
}

function errorResponse(route: Route, conditions: readonly ErrorCondition[]): JsonSchema {
  const isWrongBeat = route.body === 'heartbeat' && conditions.includes('bad-request');
  const name = isWrongBeat ? 'HeartbeatError' : FAMILY_SCHEMAS[route.family];
  return {
    description: conditions.length === 0 ? 'any other error' : conditions.join(', '),
    ...(conditions.includes('throttled') ? { headers: { 'Retry-After': HEADERS['Retry-After'] } } : {}),
    content: { 'application/json': { schema: { $ref: schemaRef(name) } } },
  };
}
