/** spec/openapi/document: the OpenAPI 3.1 document of all routes, generated from tables, schemas and profile. */

import { z } from 'zod';
import { invariant } from '../../base/result.ts';
import { AUTH_HEADERS, headerName } from '../auth.ts';
import type { ExtraRoute } from '../clob/extra-route.ts';
import { type DescribedRoute, isExtra, routesOf } from '../clob/served-routes.ts';
import { loadProfile, type Profile } from '../profile.ts';
import { CancelRequest, OrderSubmission, SignedOrder } from '../resources/order.ts';
import { componentSchemas, type JsonSchema } from './components.ts';
import { TAGS } from './groups.ts';
import { operation } from './operation.ts';

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
