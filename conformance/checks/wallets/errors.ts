/**
 * conformance/checks/wallets/errors: what wallet-data routes answer to a request without its required parameter, with one
 * they do not know, and with a value they cannot take (interface 4.7 to 4.10, 7).
 */
import { textAt } from '../../../spec/json.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import { clauseOf, rolesFor, sendSample } from '../requests.ts';

function describe(answer: Exchange): string {
  return isSuccess(answer) ? `status ${answer.status}` : (textAt(answer.json, 'error') ?? answer.text.slice(0, 80));
}

function walletCheck(route: Route, what: string, draft: Pick<Check, 'title' | 'clauses' | 'run'>, requests = 1): Check {
  return {
    id: `${route.id}.${what}`,
    kind: 'error',
    route: route.id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(route),
    cost: { [route.id]: requests },
    ...draft,
  };
}

function missingCheck(route: Route, param: Param): Check {
  const required = clauseOf(route, param.name, 'required');
  const condition = `7/${route.id}.missing-field`;
  const named = '7/wallet.missing-first';
  const expected = `missing_field: ${param.name}`;
  const check = walletCheck(route, `${param.name}.missing`, {
    title: `a request without ${param.name} is answered "${expected}"`,
    clauses: [required, condition, named],
    run: async (context) => {
      const answer = await context.send(get(route.path));
      context.fact(`status.missing-field.${route.id}`, String(answer.status));
      const refused = context.expect(required, !isSuccess(answer), answer, {
        expected: 'an error',
        actual: `status ${answer.status}`,
      });
      if (!refused) return;
      const error = textAt(answer.json, 'error');
      context.expect(condition, error?.startsWith('missing_field: ') === true, answer, {
        pointer: '/error',
        expected,
        actual: describe(answer),
      });
      context.expect(named, error === expected, answer, { pointer: '/error', expected, actual: describe(answer) });
    },
  });
  return { ...check, needs: [] };
}

function unknownCheck(route: Route): Check {
  const condition = `7/${route.id}.unknown-field`;
  const named = '7/wallet.unknown-name';
  const expected = 'unknown_field: flavour';
  return walletCheck(route, 'unknown-parameter', {
    title: `a parameter the route does not accept is answered "${expected}"`,
    clauses: [condition, named],
    run: async (context) => {
      const answer = await sendSample(context, route, { flavour: 'lime' });
      const error = textAt(answer.json, 'error');
      context.fact(`status.unknown-field.${route.id}`, String(answer.status));
      context.expect(condition, !isSuccess(answer) && error?.startsWith('unknown_field: ') === true, answer, {
        pointer: '/error',
        expected,
        actual: describe(answer),
      });
      if (isSuccess(answer)) return;
      context.expect(named, error === expected, answer, { pointer: '/error', expected, actual: describe(answer) });
    },
  });
}

/** A value of the wrong type; holders has only `limit` and `minBalance` to be wrong about. */
function badRequestCheck(route: Route): Check {
  const condition = `7/${route.id}.bad-request`;
  return walletCheck(route, 'bad-request', {
    title: 'limit=ten is answered with an error',
    clauses: [condition],
    run: async (context) => {
      const answer = await sendSample(context, route, { limit: 'ten' });
      context.fact(`status.bad-request.${route.id}`, String(answer.status));
      context.expect(condition, !isSuccess(answer), answer, {
        expected: 'an error',
        actual: `status ${answer.status}`,
      });
    },
  });
}

/** Error conditions a caller can provoke on the four wallet-data routes. */
export const walletErrorChecks: readonly Check[] = ROUTES.filter((route) => route.family === 'wallet').flatMap(
  (route) => [
    ...route.query.filter((param) => param.required).map((param) => missingCheck(route, param)),
    unknownCheck(route),
    badRequestCheck(route),
  ],
);
