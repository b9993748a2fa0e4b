/** spec/openapi/response-schema: the JSON Schema that a response of a route must satisfy, for validators in tests. */
import type { RouteId } from '../route.ts';
import { routeById } from '../routes.ts';
import type { JsonSchema } from './components.ts';
import type { OpenApiDocument } from './document.ts';

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
