/**
 * conformance/against/against-checks: for each unsigned reading route, a warning if it differs from a reference, unless
 * that has other data.
 */

import { isObject } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, observed, type Request, requestTarget, type Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Check, CheckContext, Exchange, JudgedId, RouteId } from '../check.ts';
import { fieldLike, statusLike } from '../checks/assertions.ts';
import { type Caller, isResponse } from '../client/caller.ts';
import { isReading } from '../client/exchange.ts';
import { troubleLine } from '../discovery/preflight.ts';
import { pointerShape } from '../evidence/excerpt.ts';
import type { CheckResult } from '../report.ts';

/** `expected`: the value of the reference; undefined if it has none. */
type ValueDifference = { readonly pointer: string; readonly expected: unknown; readonly actual: unknown };

const DIFFERENCES_MAX = 200;

/** The places at which two values differ, in order of the first one. Lists of other lengths differ as a whole. */
function differencesBetween(expected: unknown, actual: unknown): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  const compare = (one: unknown, other: unknown, pointer: string) => {
    if (found.length >= DIFFERENCES_MAX || Object.is(one, other)) return;
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      one.forEach((value, index) => void compare(value, other[index], pointerTo(pointer, index)));
    } else if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        compare(one[key], other[key], pointerTo(pointer, key));
      }
    } else found.push({ pointer, expected: one, actual: other });
  };
  compare(expected, actual, '');
  return found;
}

/** The shapes of the places at which two reads of one deployment differ. */
function volatilePlaces(first: unknown, second: unknown): ReadonlySet<string> {
  return new Set(differencesBetween(first, second).map(({ pointer }) => pointerShape(pointer)));
}

/** True if the place, or one that contains it, is volatile. */
function isVolatile(pointer: string, places: ReadonlySet<string>) {
  const parts = pointerShape(pointer).split('/');
  return parts.some((_, index) => places.has(parts.slice(0, index + 1).join('/')));
}

const NAMING = ROUTES.filter(({ path }) => path.includes('{'));

/** Why nothing of a route was compared. */
const UNKNOWN_TO_REFERENCE = 'the reference knows none of the entities that were read';

/** A remark if the reference knew no entity on any of these routes. */
export function unrelatedRemarks(checks: readonly CheckResult[]): readonly string[] {
  const rows = checks.filter(({ kind, route }) => kind === 'differential' && NAMING.some(({ id }) => id === route));
  const isUnknown = ({ reason }: CheckResult) => reason === UNKNOWN_TO_REFERENCE;
  const isCompared = ({ verdict }: CheckResult) => verdict === 'pass' || verdict === 'warn' || verdict === 'fail';
  if (!rows.some(isUnknown) || rows.some(isCompared)) return [];
  return [
    'the reference knows none of the entities of this deployment, so that --against shows little: ' +
      'compare deployments that serve the same data',
  ];
}

/** Different requests of a route that are remembered. */
const KEPT_MAX = 2_000;

type RequestLog = {
  /** The target, with every request remembered. */
  watch(target: Target): Target;
  /** At most `count` requests of a route, spread in alphabetical order, because sending may differ between runs. */
  requestsOf(route: RouteId, count: number): readonly Request[];
};

export function createRequestLog(): RequestLog {
  const byRoute = new Map<RouteId, Map<string, Request>>();
  const note = (request: Request) => {
    const route = matchRoute(request);
    if (route === undefined || !isReading(request, route) || authHeader(request, 'SIGNATURE') !== undefined) return;
    if (typeof request.body === 'object') return;
    const known = byRoute.get(route.id) ?? new Map<string, Request>();
    byRoute.set(route.id, known);
    if (known.size < KEPT_MAX) known.set(`${requestTarget(request)}\n${request.body ?? ''}`, request);
  };
  return {
    watch: (target) => observed(target, note),
    requestsOf(route, count) {
      const all = [...(byRoute.get(route) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, request]) => request);
      const step = Math.max(1, all.length / count);
      return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
        (request) => request !== undefined,
      );
    },
  };
}

/** Requests of a route, each sent twice: the windows of `POST /books` and `POST /prices` have room for 80. */
const COMPARED = 20;

type Reference = { readonly label: string; readonly caller: Caller };

/** The checks, in the order of the routes. Requests are read from the log when a check runs. */
export function againstChecks(log: RequestLog, reference: Reference): readonly Check[] {
  return ROUTES.filter(({ auth, method, body }) => auth === 'none' && (method === 'GET' || body === 'tokens')).map(
    ({ id }) => againstCheck(id, log, reference),
  );
}

function againstCheck(route: RouteId, log: RequestLog, reference: Reference): Check {
  const id = `against.${route}` as const;
  return {
    id,
    title: `${routeById(route).method} ${routeById(route).path} responds as ${reference.label} does`,
    clauses: [],
    kind: 'differential',
    route,
    capability: routeById(route).family === 'wallet' ? 'wallet' : 'read',
    safety: 'read',
    needs: [],
    cost: { [route]: 2 * COMPARED },
    async run(context) {
      const requests = log.requestsOf(route, COMPARED);
      const outcomes = new Set<Outcome>();
      for (const request of requests) outcomes.add(await compare(id, request, reference, context));
      // Errors alone say nothing about entities that only the target has.
      if (outcomes.has('known') || (outcomes.has('error') && !outcomes.has('unknown'))) return;
      context.notTestable(
        requests.length === 0 ? 'no other check read this route' : UNKNOWN_TO_REFERENCE,
        'serve the same data on both, and run the checks of this route',
      );
    },
  };
}

/** `unknown`: the reference does not have what was requested. `error`: both responses are errors. */
type Outcome = 'known' | 'unknown' | 'error';

async function compare(id: JudgedId, request: Request, { caller }: Reference, context: CheckContext): Promise<Outcome> {
  const first = await context.send(request);
  const expected = await readOf(caller, request, context);
  if (isSuccess(first) && expected.status === 404) return 'unknown';
  context.verified(id);
  if (first.status !== expected.status) {
    context.judge(statusLike(id, first, expected.status, 'the reference has it'));
    return 'known';
  }
  // Texts of errors are free.
  if (!isSuccess(first)) return 'error';
  const places = [
    ...volatilePlaces(first.json, (await context.send(request)).json),
    ...volatilePlaces(expected.json, (await readOf(caller, request, context)).json),
  ];
  const volatile = new Set(places);
  for (const { pointer, expected: value } of differencesBetween(expected.json, first.json)) {
    if (isVolatile(pointer, volatile)) continue;
    context.judge(
      fieldLike(id, first, pointer, typeof value === 'object' ? { $exact: value } : value, 'the reference responds so'),
    );
  }
  return 'known';
}

async function readOf(caller: Caller, request: Request, context: CheckContext): Promise<Exchange> {
  const read = await caller.send(request);
  if (isResponse(read)) return read;
  return context.notTestable(troubleLine(read.trouble, read.detail, 'the reference'), 'or leave out --against');
}
