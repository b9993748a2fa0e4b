/** sim/handler: one request in, one response out, synchronously. `onBug` receives errors that were thrown. */
import { LIMITS, type LimitScope } from '../spec/limits.ts';
import type { Param, ServedRoute } from '../spec/route.ts';
import type { FaultSwitch, Handler, Request } from '../wire/message.ts';
import type { Authenticator } from './auth.ts';
import { readBody, unreadable } from './body.ts';
import type { Limiter } from './limiter.ts';
import { parseParam } from './param-value.ts';
import { createQueryParser, inFamily, type QueryParser } from './query.ts';
import { createResponder } from './responder.ts';
import { createRouter, type Found, type Miss } from './router.ts';
import { badRequest, error, notFound, type RouteEntry, type RouteFunction, type RouteResponse } from './routes/call.ts';
import type { Service } from './service.ts';
import type { WorldAccount } from './world/world.ts';

/** The address of callers without one: those in process. */
const LOCAL_CLIENT = '127.0.0.1';

export type HandlerParts = Readonly<{
  service: Service;
  entries: readonly RouteEntry[];
  authenticate: Authenticator;
  /** Undefined: nothing is ever throttled. */
  limiter: Limiter | undefined;
  /** Client addresses that may read wallet data; undefined: every address. */
  allowlist: ReadonlySet<string> | undefined;
  fault(): FaultSwitch;
  /** Why the service can no longer answer requests; undefined while it can. */
  outage(): string | undefined;
  /** Moves the service to the present and returns it, milliseconds since the epoch. Throws the errors of due work. */
  now(): number;
  /** The moment to which it was moved last. */
  lastNow(): number;
  /** A route function or the handler itself threw. */
  onBug(bug: unknown, request: Request): void;
}>;

type Plan = Readonly<{
  route: ServedRoute;
  parseQuery: QueryParser;
  clientScopes: ServedRoute['limits'];
  keyScopes: ServedRoute['limits'];
}>;

type Entry = Plan & { readonly run: RouteFunction };

export function createHandler(parts: HandlerParts): Handler {
  const match = createRouter(parts.entries.map(createEntry));
  const respond = createResponder(parts.service.profile);
  return (request) => {
    const matched = isRequest(request) ? match(request.method, request.path) : undefined;
    const family = familyOf(matched);
    try {
      const now = parts.now();
      const response = matched?.kind === 'route' ? routeResponse(parts, matched, request, now) : unmatched(matched);
      return respond(now, family, response);
    } catch (bug) {
      parts.onBug(bug, request);
      return respond(
        parts.lastNow(),
        family,
        error('internal', parts.outage() ?? 'unexpected failure of the simulator'),
      );
    }
  };
}

/** Untyped callers in process can pass any value. */
export function isRequest(given: unknown): boolean {
  const { method, path, query, headers } = Object(given) as Record<string, unknown>;
  const areTexts = typeof method === 'string' && typeof path === 'string' && typeof query === 'string';
  return areTexts && typeof headers === 'object' && headers !== null;
}

function unmatched(matched: Miss<Entry> | undefined): RouteResponse {
  switch (matched?.kind) {
    case undefined:
      return badRequest('a request has a method, a path and a query, each a text, and headers');
    case 'unknown':
      return notFound('no such route');
    case 'wrong-method':
      return { ...error('method-not-allowed', `this path takes ${matched.allow}`), headers: { allow: matched.allow } };
    case 'malformed':
      return wrongPath(matched.entry.route, matched.param, 'is not valid percent-encoding');
  }
}

/** An error for a path that is no route is worded like those of the route it looks like. */
function familyOf(matched: Found<Entry> | Miss<Entry> | undefined) {
  return (matched?.kind === 'unknown' ? matched.nearest : matched?.entry)?.route.family ?? 'plain';
}

/** Made once, for all simulators: a scenario takes less time than the plans of its routes. */
const plans = new WeakMap<ServedRoute, Plan>();

function createEntry({ route, run }: RouteEntry): Entry {
  const plan = plans.get(route) ?? planOf(route);
  plans.set(route, plan);
  return { ...plan, run };
}

function planOf(route: ServedRoute): Plan {
  const scopesPer = (per: LimitScope['per']) =>
    route.limits.filter((id) => LIMITS.some((scope) => scope.id === id && scope.per === per));
  return {
    route,
    parseQuery: createQueryParser(route),
    clientScopes: scopesPer('client'),
    keyScopes: scopesPer('api-key'),
  };
}

function routeResponse(
  parts: HandlerParts,
  { entry, pathValue }: Found<Entry>,
  request: Request,
  now: number,
): RouteResponse {
  const { route } = entry;
  const client = request.client ?? LOCAL_CLIENT;
  const outage = parts.outage();
  if (outage !== undefined) return error('internal', outage);
  const fault = faultResponse(parts.fault(), route);
  if (fault !== undefined) return fault;
  if (parts.allowlist !== undefined && route.errors.includes('not-allowlisted') && !parts.allowlist.has(client)) {
    return notAllowlisted();
  }
  const clientWaitMs = parts.limiter?.admit(entry.clientScopes, client, now) ?? 0;
  if (clientWaitMs > 0) return throttled(clientWaitMs);

  const params = entry.parseQuery(request.query);
  if (!params.ok) return error(params.refusal.condition, params.refusal.detail);
  const problem = checkPathValue(route, pathValue) ?? unreadable(request.body);
  if (problem !== undefined) return problem;

  let caller: WorldAccount | undefined;
  if (route.auth !== 'none' && route.auth !== 'L1') {
    const verified = parts.authenticate(request, now);
    if (!verified.ok) return error('unauthorized', verified.refusal);
    caller = verified.value;
    // Counted after authentication: a caller that only names a key must not use up the requests of its owner.
    const keyWaitMs = parts.limiter?.admit(entry.keyScopes, String(caller.index), now) ?? 0;
    if (keyWaitMs > 0) return throttled(keyWaitMs);
  }
  const body = readBody(route, request.body);
  if (!body.ok) return body.refusal;
  const { headers } = request;
  return entry.run(parts.service, { route, params: params.value, pathValue, body: body.value, caller, headers, now });
}

function throttled(waitMs: number): RouteResponse {
  const seconds = String(Math.ceil(waitMs / 1_000));
  const refusal = error('throttled', `too many requests, try again in ${seconds} s`);
  return { ...refusal, headers: { 'retry-after': seconds } };
}

function checkPathValue(route: ServedRoute, pathValue: string): RouteResponse | undefined {
  if (route.pathParam === undefined) return undefined;
  const parsed = parseParam(route.pathParam, pathValue);
  return parsed.ok ? undefined : wrongPath(route, route.pathParam, parsed.refusal);
}

function wrongPath(route: ServedRoute, { name }: Param, rule: string) {
  return badRequest(inFamily(route, { condition: 'bad-request', param: name, rule }).detail);
}

/** The response of a route while `fault` is switched on; undefined if the fault does not affect it. */
function faultResponse(fault: FaultSwitch, route: ServedRoute): RouteResponse | undefined {
  switch (fault) {
    case 'none':
      return undefined;
    case 'internal-error':
      return error('internal', 'unexpected database failure');
    case 'not-allowlisted':
      return route.errors.includes('not-allowlisted') ? notAllowlisted() : undefined;
  }
}

/** The refusal of a caller whose address is not on the allowlist (interface section 5, rule 5). */
function notAllowlisted() {
  return error('not-allowlisted', 'ip_not_allowlisted');
}
