/** conformance/checks/routes/existence: that every route is there under its path, with its version or without (interface 4.1, 9). */
import { textAt } from '../../../spec/json.ts';
import type { Route, RouteId } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import { bare, get, isSuccess, type Request } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { readCheck } from '../drafts.ts';
import { expectSuccess, statusOf } from '../judging.ts';
import { rolesFor, sampleRequest } from '../requests.ts';

/** A path that nobody serves. */
export const NOWHERE = '/no-such-route';

/** An answer that tells of a route: anything but what a path nobody serves gets. */
async function exists(
  context: CheckContext,
  request: Request,
): Promise<{ readonly isThere: boolean; readonly answer: Exchange }> {
  const nowhere = await context.send({ ...request, path: NOWHERE, query: '' });
  const answer = await context.send(request);
  const isOther = answer.status !== nowhere.status || textAt(answer.json, 'error') !== textAt(nowhere.json, 'error');
  return { isThere: isSuccess(answer) || isOther, answer };
}

function existenceCheck(route: Route, clauses: readonly string[]): Check {
  return {
    id: `${route.id}.exists`,
    title: `${route.method} ${route.path} is served`,
    clauses,
    kind: 'error',
    route: route.id,
    capability: route.family === 'wallet' ? 'wallet' : 'read',
    safety: route.auth === 'L2' ? 'session' : 'read',
    needs: route.auth === 'L2' ? [] : rolesFor(route),
    cost: { [route.id]: 1 },
    run: async (context) => {
      const request = route.auth === 'none' ? sampleRequest(route, context.bindings) : bare(route.method, route.path);
      const { isThere, answer } = await exists(context, request);
      for (const clause of clauses) {
        const isOpen = clause.endsWith('.open');
        context.expect(clause, isOpen ? isSuccess(answer) : isThere, answer, {
          expected: isOpen ? 'a 2xx answer without authentication' : 'an answer of a served route',
          actual: statusOf(answer),
        });
      }
    },
  };
}

const versionClause: Readonly<Partial<Record<RouteId, string>>> = {
  'heartbeat-v1': '9/v1-heartbeats',
  heartbeat: '9/heartbeats',
};

function clausesOf({ id, auth }: Route): readonly string[] {
  const version = versionClause[id];
  return [
    `4.1/${id}`,
    ...(auth === 'none' ? [`4.1/${id}.open`] : []),
    ...(version === undefined ? [] : [version]),
    ...(id === 'builder-trades' ? ['D/builder-trades-auth'] : []),
  ];
}

const unversionedCheck: Check = readCheck({
  id: 'versions.none',
  title: 'list routes answer without a version segment',
  clauses: ['9/unversioned'],
  kind: 'error',
  cost: { markets: 1, 'event-creators': 1, 'simplified-markets': 1 },
  run: async (context) => {
    for (const id of ['markets', 'event-creators', 'simplified-markets'] as const) {
      const { path } = routeById(id);
      expectSuccess(context, '9/unversioned', await context.send(get(path)), `${path} has no version segment`);
    }
  },
});

const signedFirst = [...ROUTES.filter(({ auth }) => auth !== 'none'), ...ROUTES.filter(({ auth }) => auth === 'none')];

/** Routes, each under its path. */
export const existenceChecks: readonly Check[] = [
  ...signedFirst.map((route) => existenceCheck(route, clausesOf(route))),
  unversionedCheck,
];
