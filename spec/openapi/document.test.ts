import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadProfile } from '../profile.ts';
import { ROUTES } from '../routes.ts';
import type { JsonSchema } from './components.ts';
import { type OpenApiDocument, openapiDocument, responseSchema } from './document.ts';

const document = openapiDocument();

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));
}

function operationOf({ paths }: OpenApiDocument, path: string, method: string): JsonSchema {
  return (paths[path]?.[method] ?? {}) as JsonSchema;
}

describe('the OpenAPI document', () => {
  it('is valid to an independent validator', async () => {
    const verdict = await new Validator().validate(structuredClone(document));
    expect(verdict.errors ?? []).toEqual([]);
    expect(verdict.valid).toBe(true);
  });

  it('has every route with its method', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('refers to nothing that is missing, and holds nothing that is not referred to', () => {
    const refs = new Set(refsIn(document));
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names).toEqual(expect.arrayContaining([...refs]));
    expect([...refs]).toEqual(expect.arrayContaining(names));
  });

  it('states bounds, defaults, closed lists and aliases of parameters', () => {
    const parameters = operationOf(document, '/positions', 'get')['parameters'] as { name: string; schema: object }[];
    const schemaOf = (name: string) => parameters.find((row) => row.name === name)?.schema;
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 0, maximum: 500, default: 100 });
    expect(schemaOf('sortDirection')).toEqual({ type: 'string', enum: ['ASC', 'DESC'], default: 'DESC' });
    expect(schemaOf('title')).toMatchObject({ maxLength: 100 });
    expect(JSON.stringify(document.paths['/markets'])).toContain('"alias of event_slug"');
  });

  it('asks for all five headers at once on the routes that are signed', () => {
    const security = operationOf(document, '/order', 'post')['security'] as object[];
    expect(security.map((scheme) => Object.keys(scheme).length)).toEqual([5]);
    expect(operationOf(document, '/markets', 'get')['security']).toEqual([]);
  });

  it('has an example of every parameter and body, the columns of order and the values of type', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as JsonSchema[];
    const parameters = operations.flatMap(({ parameters = [] }) => parameters as JsonSchema[]);
    expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
    const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]));
    expect(bodies.length).toBe(5);
    for (const body of bodies) expect(body).toHaveProperty(['content', 'application/json', 'example']);
    expect(JSON.stringify(operationOf(document, '/markets', 'get'))).toContain('"enum":["id","question"');
    expect(JSON.stringify(document.components.schemas['TypedError'])).toContain('"not found error"');
    const timestampOf = (name: string) => document.components.schemas[name]?.['properties'];
    expect(timestampOf('Position')).toMatchObject({
      timestamp: { type: 'integer', description: 'Unix time in seconds' },
    });
    expect(timestampOf('BuilderTrade')).toMatchObject({ match_time: { description: 'ISO 8601' } });
  });

  it('states the request limits of section 8 for each operation', () => {
    expect(operationOf(document, '/books', 'post')['x-rate-limits']).toEqual([
      { scope: 'all order-book routes', section: '8.2', per: 'client', windows: [{ max: 5_000, seconds: 10 }] },
      { scope: 'POST /books', section: '8.2', per: 'client', windows: [{ max: 80, seconds: 10 }] },
    ]);
  });

  it('takes its statuses from the profile', () => {
    const profile = loadProfile('document');
    const changed = openapiDocument({ ...profile, statuses: { ...profile.statuses, notFound: 410 } });
    const responses = operationOf(changed, '/events/{id}', 'get')['responses'];
    expect(Object.keys(responses as object)).toEqual(['200', '400', '410', '429', '500', 'default']);
  });
});

describe('schemas of responses', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });

  it.each(ROUTES.map(({ id }) => id))('%s: every listed status has a schema that compiles', (id) => {
    for (const status of [200, 400, 401, 404, 429, 500, 599])
      expect(ajv.compile(responseSchema(document, id, status))({ nothing: 'of the kind' }), `${id} ${status}`).toBe(
        false,
      );
  });

  it('accept the families they describe and refuse what is more', () => {
    const typed = ajv.compile(responseSchema(document, 'event', 404));
    expect(typed({ type: 'not found error', error: 'id not found' })).toBe(true);
    expect(typed({ type: 'not found error', error: 'id not found', trace: '' })).toBe(false);
    const wallet = ajv.compile(responseSchema(document, 'positions', 400));
    expect([wallet({ error: 'missing_field: user' }), wallet({ error: 'no user' })]).toEqual([true, false]);
    const beat = ajv.compile(responseSchema(document, 'heartbeat-v1', 400));
    expect(beat({ error: 'wrong id', heartbeat_id: 'x' })).toBe(true);
  });

  it('hold nested replies of comments to the same shape', () => {
    const schema = ajv.compile(responseSchema(document, 'comment-replies', 200));
    expect(schema([])).toBe(true);
    expect(schema([{ replies: [] }])).toBe(false);
  });
});
