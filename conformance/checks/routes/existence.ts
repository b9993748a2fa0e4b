/** conformance/checks/routes/existence: every route exists under its path, with its version or without (4.1, 9). */
import { textAt } from '../../../base/json.ts';
import { clauseOf, type RouteOf, states } from '../../../spec/clauses/clause-of.ts';
import type { Route, RouteId } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import { bare, get, isSuccess, type Request, requestTarget, withJson } from '../../../wire/message.ts';
import type { Bindings, CheckContext, ClauseId, Exchange } from '../../check.ts';
import type { CheckId } from '../../check-ids.generated.ts';
import { isUndecided, statusOf, success } from '../assertions.ts';
import { check, requestAbout, rolesFor } from '../definition.ts';
import { SUBJECTS } from '../subjects.ts';

/** Number of names that are tried: if one thing is missing, another may exist. */
const TRIED = 3;

/** Requests for one route; `isListed` if the target's own lists contain their subject. */
type Probes = { readonly requests: readonly [Request, ...Request[]]; readonly isListed: boolean };

/** Acceptable unsigned requests for a route without authentication, `TRIED` at most. */
function probesOf(route: Route, bindings: Bindings): Probes {
  const about = (name: string) => requestAbout(route, name);
  if (route.subject === 'none') return { requests: [about('')], isListed: true };
  const { names, others, unknown, guess = () => unknown } = SUBJECTS[route.subject];
  const found = [...new Set([...names(bindings), ...others(bindings)])].filter((name) => name !== '');
  const [first = guess(bindings), ...more] = found.slice(0, TRIED);
  return { requests: [about(first), ...more.map(about)], isListed: found.length > 0 };
}

/** A path that is on no deployment. */
export const NOWHERE = '/no-such-route';

export const existenceCheckId = (route: RouteId): CheckId => `${route}.exists`;

/** The response that is the best evidence about a route, and whether it differs from that to an unknown path. */
type Evidence = { readonly isThere: boolean; readonly response: Exchange };

/** After one to an unknown path, sends requests until one succeeds. Undecided ones are no evidence of a route. */
async function probe(context: CheckContext, requests: readonly [Request, ...Request[]]): Promise<Evidence> {
  const nowhere = await context.send({ ...requests[0], path: NOWHERE, query: '' });
  let best: Evidence | undefined;
  for (const request of requests) {
    const response = await context.send(request);
    const isOther =
      !isUndecided(response) && (response.status !== nowhere.status || errorIn(response) !== errorIn(nowhere));
    if (isSuccess(response)) return { isThere: true, response };
    if (best === undefined || (isOther && !best.isThere)) best = { isThere: isOther, response };
  }
  return best ?? { isThere: false, response: nowhere };
}

/** The text of an error without the path, which some services repeat in it. */
function errorIn({ json, request }: Exchange) {
  return textAt(json, 'error')?.replaceAll(requestTarget(request), '').replaceAll(request.path, '');
}

const UNSIGNED_TRADES = 'D/builder-trades-auth.unsigned';
const IS_OPEN = 'the route needs no authentication';

function judgeServed(context: CheckContext, clause: ClauseId, { isThere, response }: Evidence) {
  const fault = isThere ? undefined : { expected: 'a response of a served route', actual: statusOf(response) };
  context.judgeBy(clause, response, fault, 'it compares with the response to an unknown path');
}

/** Evidence of a route that has no known subject. */
function judgeMadeUp(context: CheckContext, route: RouteOf<'open'>, { isThere, response }: Evidence) {
  const [served, open] = [clauseOf(route.id, 'exists'), clauseOf(route.id, 'open')];
  if (isSuccess(response)) {
    context.verified(served);
    context.verified(open);
  } else if (response.status === 401) {
    context.judge(success(open, response, IS_OPEN));
  } else if (response.status === 503 || (!isThere && route.method === 'GET' && !isUndecided(response))) {
    const likeNowhere = isThere ? 'which is no evidence about the route' : 'like an unknown path';
    context.notTestable(
      `no list contains a name to request ${route.method} ${route.path} with; ` +
        `the response to ${requestTarget(response.request)} was ${statusOf(response)}, ${likeNowhere}`,
      'judge a deployment with such an entity, or name it in the target file: bindings',
    );
  } else {
    judgeServed(context, served, { isThere, response });
  }
}

async function judgeOpen(context: CheckContext, route: RouteOf<'open'>, clauses: readonly ClauseId[]) {
  const { requests, isListed } = probesOf(route, context.bindings);
  const evidence = await probe(context, requests);
  if (isListed) judge(context, clauses, evidence);
  else judgeMadeUp(context, route, evidence);
}

function judge(context: CheckContext, clauses: readonly ClauseId[], evidence: Evidence) {
  for (const clause of clauses) {
    if (clause.endsWith('.open') || clause === UNSIGNED_TRADES)
      context.judge(success(clause, evidence.response, IS_OPEN));
    else judgeServed(context, clause, evidence);
  }
}

/** An unsigned request, and another one with a body if the service fails over the missing one: then it is there. */
async function probeUnsigned(context: CheckContext, { method, path }: Route): Promise<Evidence> {
  const evidence = await probe(context, [bare(method, path)]);
  return method === 'GET' || !isUndecided(evidence.response) ? evidence : probe(context, [withJson(method, path, {})]);
}

function existenceCheck(route: Route, clauses: readonly ClauseId[]) {
  return check(route.id, 'exists', {
    title: `${route.method} ${route.path} is served`,
    clauses,
    kind: 'error',
    capability: route.family === 'wallet' ? 'wallet' : 'read',
    safety: route.auth === 'L2' ? 'session' : 'read',
    // A role that the route itself binds would be bound only if the route is served.
    needs: [],
    cost: { [route.id]: rolesFor(route).length === 0 ? 1 : TRIED },
    async run(context) {
      if (states(route, 'open')) await judgeOpen(context, route, clauses);
      else judge(context, clauses, await probeUnsigned(context, route));
    },
  });
}

/** Further clauses about routes that are not open by table 4.1. */
const furtherClauses: Readonly<Partial<Record<RouteId, readonly ClauseId[]>>> = {
  'heartbeat-v1': ['9/v1-heartbeats'],
  heartbeat: ['9/heartbeats'],
  'builder-trades': [UNSIGNED_TRADES],
};

function clausesOf(route: Route): readonly ClauseId[] {
  const exists = clauseOf(route.id, 'exists');
  if (states(route, 'open')) return [exists, clauseOf(route.id, 'open')];
  return [exists, ...(furtherClauses[route.id] ?? [])];
}

const signedFirst = [...ROUTES.filter(({ auth }) => auth !== 'none'), ...ROUTES.filter(({ auth }) => auth === 'none')];

export const existenceChecks = [
  ...signedFirst.map((route) => existenceCheck(route, clausesOf(route))),
  check('versions', 'none', {
    title: 'list routes answer without a version segment',
    clauses: ['9/unversioned'],
    kind: 'error',
    cost: { markets: 1, 'event-creators': 1, 'simplified-markets': 1 },
    async run(context) {
      for (const id of ['markets', 'event-creators', 'simplified-markets'] as const) {
        const { path } = routeById(id);
        context.judge(success('9/unversioned', await context.send(get(path)), `${path} has no version segment`));
      }
    },
  }),
];
