/** conformance/shape/checks: two checks for each route, for its responses and its errors in the whole run. */
import type { Register } from '../../spec/clauses/register.ts';
import { observableOn } from '../../spec/clauses/subject.ts';
import type { Route } from '../../spec/route.ts';
import { hasParam, ROUTES } from '../../spec/routes.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Capability, Check } from '../check.ts';
import { check } from '../checks/definition.ts';
import { assertNamed, rolesFor, sampleRequest } from '../checks/requests.ts';
import { NO_THING } from '../checks/unknown-names.ts';
import { errorClauses, shapeClauses } from './citations.ts';

/** Two checks per route, in the order of the route table. */
export function shapeChecks(register: Register): readonly Check[] {
  return ROUTES.flatMap((route) => [answerCheck(route, register), errorCheck(route, register)]);
}

function answerCheck(route: Route, register: Register): Check {
  // A successful request would write. The stateful checks send such requests, and this check judges their responses.
  const isPassive = route.auth === 'L2';
  return check(route.id, 'shape', {
    title: `${route.method} ${route.path} answers with every listed field in the stated type`,
    clauses: shapeClauses(route, register),
    kind: 'shape',
    capability: observableOn(route) as Capability,
    safety: isPassive ? 'session' : 'read',
    needs: route.auth === 'none' ? rolesFor(route) : [],
    cost: isPassive ? {} : { [route.id]: 1 },
    async run(context) {
      if (isPassive) return;
      assertNamed(context, route);
      await context.send(
        sampleRequest(route, context.bindings),
        route.auth === 'none' ? undefined : context.wallets[0],
      );
    },
  });
}

function errorCheck(route: Route, register: Register): Check {
  return check(route.id, 'error-shape', {
    title: `Errors of ${route.method} ${route.path} have the shape of its family`,
    clauses: errorClauses(route, register),
    kind: 'error',
    capability: route.family === 'wallet' ? 'wallet' : 'read',
    safety: 'read',
    needs: [],
    async run(context) {
      await context.send(wrongRequest(route));
    },
  });
}

/** A request that the route should refuse. It is unsigned, and so harmless if the route accepts it. */
function wrongRequest(route: Route): Request {
  const path = route.path.replace(/\{[a-z_]+\}/, NO_THING);
  if (route.body === 'tokens') return withJson('POST', path, { token_id: 7 });
  if (route.method !== 'GET') return { ...get(path), method: route.method };
  if (hasParam(route, 'next_cursor')) return get(path, { next_cursor: '%' });
  return route.family === 'wallet' || route.pathParam !== undefined ? get(path) : get(path, { limit: 'many' });
}
