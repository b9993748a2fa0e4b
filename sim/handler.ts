/**
 * sim/handler: one request in, one response out, synchronously: match, faults, allowlist, limits, query,
 * authentication, body, route function, error family. A thrown error is a bug of the simulator: `onBug` hears of
 * it and the caller gets an internal error in the route's family.
 */
import type { ErrorCondition, ErrorFamily } from '../spec/errors.ts';
import { LIMITS, type LimitScope } from '../spec/limits.ts';
import { errorStatus } from '../spec/profile.ts';
import type { Route, RouteId } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import type { Handler, Request, Response } from '../wire/message.ts';
import type { FaultSwitch } from '../wire/target.ts';
import type { Authenticator } from './auth.ts';
import { readBody, unreadable } from './body.ts';
import { errorBody } from './error-body.ts';
import { faultAnswer, notAllowlisted } from './faults.ts';
import { createHeadersAt } from './headers.ts';
import type { Limiter } from './limiter.ts';
import { parseParam } from './param-value.ts';
import { createQueryParser, inFamily, type QueryParser } from './query.ts';
import { createRouter, type Match } from './router.ts';
import { type Answer, error, type RouteFunction } from './routes/call.ts';
import type { Service } from './service.ts';
import type { WorldAccount } from './world/world.ts';

/** The address of callers that come without one: those in process. */
const LOCAL_CLIENT = '127.0.0.1';

export type HandlerParts = {
  readonly service: Service;
  readonly functions: Readonly<Record<RouteId, RouteFunction>>;
  readonly authenticate: Authenticator;
  /** Undefined: nothing is ever throttled. */
  readonly limiter: Limiter | undefined;
  /** Client addresses that may read wallet data; undefined: every address. */
  readonly allowlist: ReadonlySet<string> | undefined;
  fault(): FaultSwitch;
  /** Brings the service to the present moment and answers it, milliseconds since the epoch. */
  now(): number;
  /** A route function or the handler itself threw. */
  onBug(bug: unknown, request: Request): void;
};

type Entry = {
  readonly route: Route;
  readonly run: RouteFunction;
  readonly parseQuery: QueryParser;
  readonly clientScopes: Route['limits'];
  readonly keyScopes: Route['limits'];
};

/** How a request ended: an answer of the route, or a throttled one that may be tried again after `waitMs`. */
type Ending = Answer | { readonly kind: 'throttled'; readonly waitMs: number };

/** The service as a function of requests. */
export function createHandler(parts: HandlerParts): Handler {
  const match = createRouter(ROUTES.map((route) => createEntry(route, parts)));
  const headersAt = createHeadersAt();
  const { profile } = parts.service;

  const refuse = (
    now: number,
    family: ErrorFamily,
    condition: ErrorCondition,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    extra?: Readonly<Record<string, string>>,
  ): Response => ({
    status: errorStatus(profile, condition),
    headers: { ...headersAt(now), ...headers },
    body: errorBody(family, condition, detail, extra),
  });

  const respond = (now: number, { family }: Route, ending: Ending): Response => {
    switch (ending.kind) {
      case 'ok': {
        const headers = headersAt(now);
        const own = ending.headers;
        return { status: 200, headers: own === undefined ? headers : { ...headers, ...own }, body: ending.json };
      }
      case 'error':
        return refuse(now, family, ending.condition, ending.detail, {}, ending.extra);
      case 'throttled': {
        const seconds = String(Math.ceil(ending.waitMs / 1_000));
        return refuse(now, family, 'throttled', `too many requests, try again in ${seconds} s`, {
          'retry-after': seconds,
        });
      }
    }
  };

  const respondTo = (request: Request, now: number, matched: Match<Entry>): Response => {
    switch (matched.kind) {
      case 'route':
        return respond(now, matched.entry.route, answer(parts, matched.entry, matched.pathValue, request, now));
      case 'unknown':
        return refuse(now, familyOf(matched), 'not-found', 'no such route');
      case 'wrong-method': {
        const detail = `this path takes ${matched.allow}`;
        return refuse(now, matched.entry.route.family, 'method-not-allowed', detail, { allow: matched.allow });
      }
      case 'malformed': {
        const { route } = matched.entry;
        const problem = {
          condition: 'bad-request',
          param: matched.param.name,
          rule: 'is not valid percent-encoding',
        } as const;
        return refuse(now, route.family, 'bad-request', inFamily(route, problem).detail);
      }
    }
  };

  return (request) => {
    const matched = match(request.method, request.path);
    const now = parts.now();
    try {
      return respondTo(request, now, matched);
    } catch (bug) {
      parts.onBug(bug, request);
      return refuse(now, familyOf(matched), 'internal', 'unexpected failure of the simulator');
    }
  };
}

/** An error for a path that is no route is worded like those of the route it looks like. */
function familyOf(matched: Match<Entry>): ErrorFamily {
  const entry = matched.kind === 'unknown' ? matched.nearest : matched.entry;
  return entry?.route.family ?? 'plain';
}

function createEntry(route: Route, parts: HandlerParts): Entry {
  const scopesPer = (per: LimitScope['per']) =>
    route.limits.filter((id) => LIMITS.some((scope) => scope.id === id && scope.per === per));
  return {
    route,
    run: parts.functions[route.id],
    parseQuery: createQueryParser(route),
    clientScopes: scopesPer('client'),
    keyScopes: scopesPer('api-key'),
  };
}

function answer(parts: HandlerParts, entry: Entry, pathValue: string, request: Request, now: number): Ending {
  const { route } = entry;
  const client = request.client ?? LOCAL_CLIENT;
  const fault = faultAnswer(parts.fault(), route);
  if (fault !== undefined) return fault;
  if (parts.allowlist !== undefined && route.errors.includes('not-allowlisted') && !parts.allowlist.has(client)) {
    return notAllowlisted();
  }
  const clientWaitMs = parts.limiter?.admit(entry.clientScopes, client, now) ?? 0;
  if (clientWaitMs > 0) return { kind: 'throttled', waitMs: clientWaitMs };

  const params = entry.parseQuery(request.query);
  if (!params.ok) return error(params.refusal.condition, params.refusal.detail);
  const pathProblem = checkPathValue(route, pathValue);
  if (pathProblem !== undefined) return pathProblem;
  const bodyProblem = unreadable(request.body);
  if (bodyProblem !== undefined) return bodyProblem;

  let caller: WorldAccount | undefined;
  if (route.auth !== 'none') {
    const verified = parts.authenticate(request, now);
    if (!verified.ok) return error('unauthorized', verified.refusal);
    caller = verified.value;
    // Counted only now: a stranger who merely names somebody's key must not use up its requests.
    const keyWaitMs = parts.limiter?.admit(entry.keyScopes, String(caller.index), now) ?? 0;
    if (keyWaitMs > 0) return { kind: 'throttled', waitMs: keyWaitMs };
  }
  const body = readBody(route, request.body);
  if (!body.ok) return body.refusal;
  return entry.run(parts.service, { route, params: params.value, pathValue, body: body.value, caller, now });
}

function checkPathValue(route: Route, pathValue: string): Answer | undefined {
  const param = route.pathParam;
  if (param === undefined) return undefined;
  const parsed = parseParam(param, pathValue);
  if (parsed.ok) return undefined;
  const problem = { condition: 'bad-request', param: param.name, rule: parsed.refusal } as const;
  return error('bad-request', inFamily(route, problem).detail);
}
