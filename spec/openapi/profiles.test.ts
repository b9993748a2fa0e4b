import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import { type DescribedRoute, isExtra, routesOf } from '../clob/served-routes.ts';
import { loadProfile } from '../profile.ts';
import type { Param } from '../route.ts';
import type { JsonSchema } from './components.ts';
import { openapiDocument } from './document.ts';
import { BODY_EXAMPLES, parameterExample } from './examples.ts';

/** A part of the document, by the keys that lead to it. */
function at(node: unknown, ...keys: readonly string[]): JsonSchema {
  return keys.reduce<JsonSchema>((part, key) => Object(part[key]) as JsonSchema, node as JsonSchema);
}

describe.each(['polymarket', 'kuest'])('the document of the profile %s', (name) => {
  const profile = loadProfile(name);
  const document = openapiDocument(profile);
  const routes = routesOf(profile);

  it('is valid, and has each route of the profile once', async () => {
    expect((await new Validator().validate(structuredClone(document))).errors ?? []).toEqual([]);
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
    );
    expect(operations.map(({ route }) => route).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    const ids = operations.map(({ operation }) => at(operation)['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['profile-time', 'profile-markets', 'simplified-markets']));
    expect(ids).not.toContain('markets');
  });

  it('has the headers of the profile, and no schema that nothing refers to', () => {
    expect(Object.keys(document.components.securitySchemes).sort()).toContain(`${profile.auth.prefix}API_KEY`);
    const text = JSON.stringify(document);
    expect(text).not.toContain('SVC_');
    for (const schema of Object.keys(document.components.schemas))
      expect(text, schema).toContain(`"#/components/schemas/${schema}"`);
    for (const [, schema = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas, schema).toHaveProperty(schema);
  });
});

it('the examples of a profile are accepted by the simulator, and the responses satisfy the schemas', () => {
  const profile = loadProfile('polymarket');
  const document = openapiDocument(profile);
  const simulator = createSimulator({ profile, limits: 'off' });
  const ajv = new Ajv2020({ strict: false });
  const problems: string[] = [];
  const send = (route: DescribedRoute, request: Request, validate: (body: unknown) => boolean): void => {
    const { status, body } = simulator.handle(request);
    if (status !== 200 || !validate(JSON.parse(body)))
      problems.push(`${route.id} ${request.query}: ${status} ${body.slice(0, 200)}`);
  };
  for (const route of routesOf(profile).filter((one) => isExtra(one) && one.auth === 'none')) {
    const { path, method } = route;
    const schema = at(
      document.paths[path],
      method.toLowerCase(),
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    );
    const validate = ajv.compile({ ...schema, components: { schemas: document.components.schemas } });
    const filled = path.replace(/\{\w+\}/, () => String(route.pathParam && parameterExample(route, route.pathParam)));
    if (route.body === 'tokens') send(route, withJson('POST', filled, BODY_EXAMPLES.tokens), validate);
    if (method !== 'GET') continue;
    for (const request of exampleRequests(route, filled)) send(route, request, validate);
  }
  expect(problems).toEqual([]);
});

/** Required parameters alone, and with each of the others. */
function exampleRequests(route: DescribedRoute, path: string): readonly Request[] {
  const isNeeded = ({ required }: Param): boolean => required !== undefined;
  const needed = route.query.filter(isNeeded);
  const others = route.query.filter(
    (param) => !isNeeded(param) && param.name !== 'filterType' && param.name !== 'filterAmount',
  );
  return [undefined, ...others].map((other) => {
    const query = [...needed, ...(other === undefined ? [] : [other])].map((param) => {
      return [param.name, String(parameterExample(route, param))] as const;
    });
    return get(path, Object.fromEntries(query));
  });
}
