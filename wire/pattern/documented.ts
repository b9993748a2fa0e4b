/** wire/pattern/documented: whether the interface lists a response, for any request. */

import { isObject } from '../../base/json.ts';
import { pointerOf } from '../../base/json-pointer.ts';
import { errorSchemas } from '../../spec/errors.ts';
import type { Route } from '../../spec/route.ts';
import type { Request } from '../message.ts';
import { matchRoute } from '../route-match.ts';
import type { Difference } from './matcher.ts';

type Undocumented = Omit<Difference, 'actual'>;

const ISSUES_MAX = 20;

/** The undocumented parts of a response: unlisted fields, another error body, any failure of the service. */
export function undocumented(request: Request, status: number, json: unknown): readonly Undocumented[] {
  if (status >= 500) return [{ pointer: '', expected: 'a response that is not a failure of the service' }];
  const route = matchRoute(request);
  if (status < 200 || status >= 300) return undocumentedError(route, json);
  if (route === undefined) return [{ pointer: '', expected: 'an error: the interface lists no such route' }];
  const { error } = route.ok.safeParse(json);
  const issues = error?.issues.slice(0, ISSUES_MAX) ?? [];
  return issues.map(({ path, message }) => ({ pointer: pointerOf(path), expected: message }));
}

function undocumentedError(route: Route | undefined, json: unknown): readonly Undocumented[] {
  const body = route?.id === 'heartbeat-v1' ? withoutHeartbeat(json) : json;
  const schemas = route === undefined ? Object.values(errorSchemas) : [errorSchemas[route.family]];
  if (schemas.some((schema) => schema.safeParse(body).success)) return [];
  const family = route === undefined ? 'any family' : `the family ${route.family}`;
  return [{ pointer: '', expected: `an error body of ${family}, with no other field` }];
}

/** The refusal of a wrong heartbeat id holds the expected one beside `error` (decision). */
function withoutHeartbeat(json: unknown): unknown {
  if (!isObject(json) || !('error' in json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'heartbeat_id'));
}
