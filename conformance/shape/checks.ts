/**
 * conformance/shape/checks: two checks for each route: the shape of its responses and of its errors. Each sends one plain
 * request; the verdict comes from all responses of the run on that route.
 */
import type { Register } from '../../spec/clauses/register.ts';
import { observableOn } from '../../spec/clauses/subject.ts';
import type { Route } from '../../spec/route.ts';
import { ROUTES } from '../../spec/routes.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Capability, Check } from '../check.ts';
import { assertNamed, rolesFor, sampleRequest } from '../checks/requests.ts';
import { NO_THING } from '../checks/unknown-names.ts';
import { errorClauses, shapeClauses } from './citations.ts';
import { errorCheckId, shapeCheckId } from './responses.ts';

/** Two checks per route, in the order of the route table. */
export function shapeChecks(register: Register): readonly Check[] {
  return ROUTES.flatMap((route) => [answerCheck(route, register), errorCheck(route, register)]);
}

function answerCheck(route: Route, register: Register): Check {
  const common = {
    id: shapeCheckId(route.id),
    title: `${route.method} ${route.path} answers with every listed field in the stated type`,
    clauses: shapeClauses(route, register),
    kind: 'shape',
    route: route.id,
    capability: observableOn(route) as Capability,
    needs: [],
  } as const;
  if (route.auth === 'L2') {
    // A successful request would write. The stateful checks send such requests, and this check judges their responses.
    return { ...common, safety: 'session', cost: {}, run: () => Promise.resolve() };
  }
  return {
    ...common,
    safety: 'read',
    needs: route.auth === 'none' ? rolesFor(route) : [],
    cost: { [route.id]: 1 },
    async run(context) {
      assertNamed(context, route);
      await context.send(
        sampleRequest(route, context.bindings),
        route.auth === 'none' ? undefined : context.wallets[0],
      );
    },
  };
}

function errorCheck(route: Route, register: Register): Check {
  return {
    id: errorCheckId(route.id),
    title: `Errors of ${route.method} ${route.path} have the shape of its family`,
    clauses: errorClauses(route, register),
    kind: 'error',
    route: route.id,
    capability: route.family === 'wallet' ? 'wallet' : 'read',
    safety: 'read',
    needs: [],
    cost: { [route.id]: 1 },
    async run(context) {
      await context.send(wrongRequest(route));
    },
  };
}

/** A request that the route should refuse. It is unsigned, and so harmless if the route accepts it. */
function wrongRequest(route: Route): Request {
  const path = route.path.replace(/\{[a-z_]+\}/, NO_THING);
  if (route.body === 'tokens') return withJson('POST', path, { token_id: 7 });
  if (route.method !== 'GET') return { ...get(path), method: route.method };
  if (route.paging === 'cursor' || route.paging === 'header-cursor') return get(path, { next_cursor: '%' });
  return route.family === 'wallet' || route.pathParam !== undefined ? get(path) : get(path, { limit: 'many' });
}
