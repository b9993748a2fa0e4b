/** proof/venue/reads/calls: calls a route function like the handler, with the defaults of the route table. */
import { invariant } from '../../../base/result.ts';
import { createQueryParser } from '../../../sim/query.ts';
import type { RouteFunction, RouteResponse } from '../../../sim/routes/call.ts';
import type { Service } from '../../../sim/service.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';

export type CallParts = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Index of the wallet that signed. */
  readonly caller?: number;
};

/** Calls a route function. Throws if the handler would refuse the query. */
export function responseOf(id: RouteId, run: RouteFunction, service: Service, parts: CallParts = {}): RouteResponse {
  const route = routeById(id);
  const params = createQueryParser(route)(new URLSearchParams(parts.query).toString());
  invariant(params.ok, `query: ${JSON.stringify(parts.query)}`);
  const caller = parts.caller === undefined ? undefined : service.world.accounts[parts.caller];
  const { now } = service.world.venue;
  return run(service, { route, params: params.value, pathValue: '', body: parts.body, caller, headers: {}, now });
}

/** The parsed body of a successful response, which must satisfy the schema of its route. */
export function okBody(id: RouteId, run: RouteFunction, service: Service, parts: CallParts = {}): unknown {
  const response = responseOf(id, run, service, parts);
  invariant(response.kind === 'ok', `${id} answers: ${JSON.stringify(response)}`);
  return routeById(id).ok.parse(JSON.parse(response.json));
}
