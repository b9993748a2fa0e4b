/**
 * spec/openapi/document: the OpenAPI 3.1 document of all routes, generated from the route table, the resource schemas and
 * the document profile. No fact is written by hand a second time.
 */
import { AUTH_HEADERS } from '../auth.ts';
import { loadProfile, type Profile } from '../profile.ts';
import { invariant } from '../result.ts';
import { ROUTES } from '../routes.ts';
import { bodySchemas } from './bodies.ts';
import { componentSchemas, type JsonSchema } from './components.ts';
import { TAGS } from './groups.ts';
import { operation } from './operation.ts';

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: { readonly [path: string]: JsonSchema };
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly securitySchemes: JsonSchema };
};

/** The document for a profile; default: the document profile. */
export function openapiDocument(profile: Profile = loadProfile('document')): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prediction-market trading and data service',
      version: '1.0.0',
      description: `The ${ROUTES.length} routes of the interface. If the interface is silent, the profile "${profile.name}" decides. Amounts of orders are in millionths; timestamps in wallet data are Unix seconds, those of books Unix milliseconds, all others ISO 8601.`,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Touchstone maintainers', url: 'https://touchstone.example/' },
    },
    servers: [{ url: '/', description: 'the deployment that serves this document' }],
    tags: TAGS,
    paths: paths(profile),
    components: { schemas: schemas(profile), securitySchemes: securitySchemes() },
  };
}

function paths(profile: Profile): Record<string, JsonSchema> {
  const byPath = Map.groupBy(ROUTES, (route) => route.path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route, profile)])),
    ]),
  );
}

function schemas(profile: Profile): Record<string, JsonSchema> {
  const resources = componentSchemas();
  const { PlainError } = resources;
  invariant(PlainError !== undefined, 'the plain error family is among the components');
  const heartbeatError = {
    ...PlainError,
    properties: { error: { type: 'string' }, heartbeat_id: { type: 'string', description: 'the expected id' } },
  };
  return { ...resources, HeartbeatError: heartbeatError, ...bodySchemas(profile) };
}

function securitySchemes(): JsonSchema {
  return Object.fromEntries(
    AUTH_HEADERS.map(({ name, format }) => [name, { type: 'apiKey', in: 'header', name, description: format }]),
  );
}
