/**
 * conformance/checks/routes/routing: that routes exist under their paths and no others do (interface 4.1, 7, 9),
 * and what a deployment answers to paths and methods nobody listed.
 */
import { isObject, textAt } from '../../../spec/json.ts';
import { LIMITS, SCOPES_WITHOUT_ROUTE } from '../../../spec/limits.ts';
import type { Route, RouteId } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import type { Request } from '../../../wire/message.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { rolesFor, sampleRequest } from '../requests.ts';

const NOWHERE = '/no-such-route';

function plainRequest(route: Route): Request {
  return { method: route.method, path: route.path, query: '', headers: {} };
}

/** An answer that tells of a route: anything but what a path nobody serves gets. */
async function exists(
  context: CheckContext,
  request: Request,
): Promise<{ readonly there: boolean; readonly answer: Exchange }> {
  const nowhere = await context.send({ ...request, path: NOWHERE, query: '' });
  const answer = await context.send(request);
  return {
    there:
      isSuccess(answer) ||
      answer.status !== nowhere.status ||
      textAt(answer.json, 'error') !== textAt(nowhere.json, 'error'),
    answer,
  };
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
      const request = route.auth === 'none' ? sampleRequest(route, context.bindings) : plainRequest(route);
      const { there, answer } = await exists(context, request);
      for (const clause of clauses) {
        const holds = clause.endsWith('.open') ? isSuccess(answer) : there;
        context.expect(clause, holds, answer, {
          expected: clause.endsWith('.open') ? 'a 2xx answer without authentication' : 'an answer of a served route',
          actual: `status ${answer.status}`,
        });
      }
    },
  };
}

const versioned: Readonly<Partial<Record<RouteId, string>>> = {
  'heartbeat-v1': '9/v1-heartbeats',
  heartbeat: '9/heartbeats',
};
const openRoutes = ROUTES.filter((route) => route.auth === 'none');
const signedRoutes = ROUTES.filter((route) => route.auth !== 'none');

const unversionedCheck: Check = {
  id: 'versions.none',
  title: 'list routes answer without a version segment',
  clauses: ['9/unversioned'],
  kind: 'error',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { markets: 1, 'event-creators': 1, 'simplified-markets': 1 },
  run: async (context) => {
    for (const id of ['markets', 'event-creators', 'simplified-markets'] as const) {
      const answer = await context.send(get(routeById(id).path));
      context.expect('9/unversioned', isSuccess(answer), answer, {
        expected: `a 2xx answer under ${routeById(id).path}`,
        actual: `status ${answer.status}`,
      });
    }
  },
};

const unlistedPathCheck: Check = {
  id: 'routes.unlisted-path',
  title: 'a path nobody listed gets a JSON error',
  clauses: [
    'D/unlisted-routes.family',
    'D/statuses.unknown-route',
    'D/limit-scopes.unlisted',
    '7/statuses.not-success',
  ],
  kind: 'error',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: {},
  run: async (context) => {
    const answer = await context.send(get(NOWHERE));
    context.fact('status.unknown-route', String(answer.status));
    context.expect('7/statuses.not-success', !isSuccess(answer), answer, {
      expected: 'an error status',
      actual: `status ${answer.status}`,
    });
    context.expect(
      'D/unlisted-routes.family',
      isObject(answer.json) && textAt(answer.json, 'error') !== undefined,
      answer,
      { pointer: '/error', expected: 'a text', actual: answer.text.slice(0, 80) },
    );
    context.expect('D/statuses.unknown-route', answer.status === 404, answer, {
      expected: '404',
      actual: answer.status,
    });
    const unlisted = LIMITS.filter((scope) => SCOPES_WITHOUT_ROUTE.includes(scope.id)).map((scope) =>
      scope.scope.split(' '),
    );
    for (const [method = 'GET', path = '/'] of unlisted) {
      const other = await context.send({ method, path, query: '', headers: {} });
      context.expect('D/limit-scopes.unlisted', other.status === answer.status, other, {
        expected: `${answer.status}, as for an unknown route`,
        actual: other.status,
      });
    }
  },
};

const unlistedMethodCheck: Check = {
  id: 'routes.unlisted-method',
  title: 'a method nobody listed gets status 405 with the header Allow',
  clauses: ['D/unlisted-routes.allow', 'D/statuses.method-not-allowed'],
  kind: 'error',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { markets: 1, books: 1 },
  run: async (context) => {
    const probes = [
      { request: { method: 'DELETE', path: '/markets', query: '', headers: {} }, allow: 'GET' },
      { request: get('/books'), allow: 'POST' },
      { request: get('/order'), allow: 'POST' },
    ];
    for (const { request, allow } of probes) {
      const answer = await context.send(request);
      const named = (answer.headers['allow'] ?? '').toUpperCase();
      context.expect('D/statuses.method-not-allowed', answer.status === 405, answer, {
        expected: '405',
        actual: answer.status,
      });
      context.expect('D/unlisted-routes.allow', named.includes(allow), answer, {
        expected: `Allow: ${allow}`,
        actual: named === '' ? 'no Allow header' : named,
      });
    }
  },
};

const dateCheck: Check = {
  id: 'routes.date',
  title: 'answers have a Date header',
  clauses: ['D/timestamp-window.date'],
  kind: 'error',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { markets: 1 },
  run: async (context) => {
    const answer = await context.send(get('/markets', { limit: '1' }));
    const date = answer.headers['date'] ?? '';
    context.expect('D/timestamp-window.date', !Number.isNaN(Date.parse(date)), answer, {
      expected: 'Date: <moment>',
      actual: date,
    });
  },
};

/** Paths and methods, listed and not. */
export const routingChecks: readonly Check[] = [
  ...signedRoutes.map((route) => existenceCheck(route, [`4.1/${route.id}`, ...[versioned[route.id] ?? []].flat()])),
  ...openRoutes.map((route) =>
    existenceCheck(route, [
      `4.1/${route.id}`,
      `4.1/${route.id}.open`,
      ...(route.id === 'builder-trades' ? ['D/builder-trades-auth'] : []),
    ]),
  ),
  unversionedCheck,
  unlistedPathCheck,
  unlistedMethodCheck,
  dateCheck,
];
