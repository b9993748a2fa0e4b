/** conformance/checks/routes/internal-errors: a route whose service fails for one request, by the control routes (7) */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { sendUndone, soundRequest } from '../access/sound-request.ts';
import { bodyLike, fieldLike, NO_SUCCESS, statusLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { withFault } from '../fault-switch.ts';
import { firstWallet } from '../orders/parties.ts';
import { assertNamed, rolesFor, sampleRequest, sendSample } from '../requests.ts';

const TEXT = { $match: '[^]' };

const FORMS: Readonly<Record<Route['family'], unknown>> = {
  plain: { error: TEXT },
  typed: { error: TEXT, type: { $type: 'string' } },
  wallet: { error: { $match: '^internal_error: \\S' } },
};

async function send(context: CheckContext, route: Route): Promise<Exchange> {
  if (route.auth === 'none') return sendSample(context, route);
  const wallet = firstWallet(context);
  if (route.auth !== 'L2') assertNamed(context, route);
  const request = route.auth === 'L2' ? soundRequest(context, route, wallet) : sampleRequest(route, context.bindings);
  return sendUndone(context, request, wallet, wallet);
}

/** Judges the body and the status of an internal error. */
export function judgeInternalForm(context: CheckContext, route: Route, of: Exchange): void {
  context.judge(bodyLike(clauseOf(route.id, 'error.internal'), of, FORMS[route.family]));
  if (route.family === 'typed') context.judge(fieldLike('D/internal-typed', of, '/type', 'internal error'));
  context.fact('status.internal', String(of.status));
  context.judge(statusLike('D/statuses.internal', of, 500));
}

function internalCheck(route: Route): Check {
  const clause = clauseOf(route.id, 'error.internal');
  return check(route.id, 'internal-error', {
    title: 'an internal error has the error family of the route',
    isOfForm: true,
    clauses: [clause, 'D/statuses.internal', ...(route.family === 'typed' ? (['D/internal-typed'] as const) : [])],
    kind: 'error',
    capability: 'faults',
    safety: route.auth === 'L2' ? 'session' : 'read',
    needs: route.auth === 'none' ? rolesFor(route) : ['write-market'],
    cost: { [route.id]: 1, ...(route.id === 'place-order' ? { 'cancel-order': 1 } : {}) },
    async run(context) {
      const response = await withFault(context, 'internal-error', () => send(context, route));
      const because = 'the service has an internal error';
      if (!context.judge(statusLike(clause, response, NO_SUCCESS, because))) return;
      judgeInternalForm(context, route, response);
    },
  });
}

export const internalErrorChecks = ROUTES.map(internalCheck);
