/**
 * conformance/checks/routes/internal-errors: what a route answers when the service itself fails (interface section 7). The failure is switched on
 * through the control routes for one request and off again.
 */

import { textAt } from '../../../spec/json.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { FaultSwitch } from '../../../wire/target.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { soundRequest } from '../access/auth.ts';
import { expectRefusal } from '../judging.ts';
import { cancel, placedId } from '../orders/plan.ts';
import { rolesFor, sampleRequest } from '../requests.ts';

/** Does `work` while a fault is switched on. */
export async function withFault<Result>(
  context: CheckContext,
  fault: FaultSwitch,
  work: () => Promise<Result>,
): Promise<Result> {
  if ((await context.control?.faults(fault)) !== true)
    context.notTestable(`the fault ${fault} cannot be switched on`, 'start the deployment with its control routes');
  try {
    return await work();
  } finally {
    await context.control?.faults('none');
  }
}

/** An acceptable request of the route, signed where it has to be. */
async function ask(context: CheckContext, route: Route): Promise<Exchange> {
  if (route.auth === 'none') return context.send(sampleRequest(route, context.bindings));
  const [wallet] = context.wallets;
  if (wallet === undefined) context.notTestable('no wallet', 'give wallets in the credentials file');
  const request = route.auth === 'L2' ? soundRequest(context, route, wallet) : sampleRequest(route, context.bindings);
  const answer = await context.send(request, wallet);
  const id = route.id === 'place-order' && isSuccess(answer) ? placedId(answer) : undefined;
  if (id !== undefined) await cancel(context, wallet, id);
  return answer;
}

function internalCheck(route: Route): Check {
  const clause = `7/${route.id}.internal`;
  return {
    id: `${route.id}.internal-error`,
    title: 'a failure inside the service is answered in the error family of the route',
    clauses: [clause, 'D/statuses.internal', ...(route.family === 'typed' ? ['D/internal-typed'] : [])],
    kind: 'error',
    route: route.id,
    capability: 'faults',
    safety: route.auth === 'L2' ? 'session' : 'read',
    needs: route.auth === 'none' ? rolesFor(route) : ['write-market'],
    cost: { [route.id]: 1, ...(route.id === 'place-order' ? { 'cancel-order': 1 } : {}) },
    run: async (context) => {
      const answer = await withFault(context, 'internal-error', () => ask(context, route));
      if (!expectRefusal(context, clause, answer, 'the service fails inside')) return;
      judgeForm(context, route, clause, answer);
      context.fact('status.internal', String(answer.status));
      context.expect('D/statuses.internal', answer.status === 500, answer, {
        expected: 'status 500',
        actual: `status ${answer.status}`,
      });
    },
  };
}

/** The words of the failure, where the interface or a decision states them. */
function judgeForm(context: CheckContext, route: Route, clause: string, answer: Exchange): void {
  const error = textAt(answer.json, 'error') ?? '';
  const isWhole = error !== '' && (route.family !== 'typed' || textAt(answer.json, 'type') !== undefined);
  context.expect(clause, isWhole, answer, {
    expected: route.family === 'typed' ? 'type and error, both texts' : 'error, a text',
    actual: answer.json ?? answer.text,
  });
  if (route.family === 'wallet')
    context.expect(clause, /^internal_error: \S/.test(error), answer, {
      pointer: '/error',
      expected: 'internal_error: and a detail',
      actual: error,
    });
  if (route.family === 'typed')
    context.expect('D/internal-typed', textAt(answer.json, 'type') === 'internal error', answer, {
      pointer: '/type',
      expected: 'internal error',
      actual: textAt(answer.json, 'type'),
    });
}

/** A failure on every route. */
export const faultChecks: readonly Check[] = ROUTES.map(internalCheck);
