/**
 * conformance/properties/refusals/failures: while the service fails, or the caller is not on the allowlist, no drawn
 * request succeeds, and each error has the form of its route (interface sections 5 and 7). The control routes switch
 * these conditions on.
 */
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { FaultSwitch } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { ALLOWLIST_REFUSAL } from '../../checks/access/auth.ts';
import { sendUndone } from '../../checks/access/auth-probe.ts';
import { NO_SUCCESS, statusLike } from '../../checks/assertions.ts';
import { withFault } from '../../checks/fault-switch.ts';
import { firstWallet } from '../../checks/orders/plan.ts';
import { judgeInternalForm } from '../../checks/routes/statuses.ts';
import { type Property, property } from '../property.ts';
import type { DrawnRequest } from '../requests/arbitrary.ts';
import { demandOf } from '../requests/demands.ts';
import { openRequests } from '../requests/names.ts';

/** How requests fail while a fault is switched on. */
type Failure = Readonly<{
  title: string;
  fault: FaultSwitch;
  capability: 'faults' | 'allowlist';
  /** The clause that no request succeeds, and further ones. */
  clauses: readonly [ClauseId, ...ClauseId[]];
  because: string;
  /** Judges the error in response to a request that has no other defect. */
  judgeForm: (context: CheckContext, response: Exchange) => void;
}>;

async function judgeFailure(context: CheckContext, route: Route, failure: Failure, drawn: DrawnRequest) {
  const { fault, clauses, because, judgeForm } = failure;
  const caller = route.auth === 'none' ? undefined : firstWallet(context);
  const response = await withFault(context, fault, () => sendUndone(context, drawn.plain, caller, caller));
  const isRefused = context.judge(statusLike(clauses[0], response, NO_SUCCESS, because));
  const isSound = drawn.parts.every((part) => demandOf(route, part).must === 'accept');
  if (isRefused && isSound) judgeForm(context, response);
}

function failureProperty(group: string, route: Route, failure: Failure): Property {
  const { auth, family } = route;
  const alsoNeeds = auth !== 'none' ? 'trading' : family === 'wallet' ? 'wallet' : undefined;
  return property<DrawnRequest>({
    id: `${group}.${route.id}`,
    title: `${route.method} ${route.path} ${failure.title}`,
    route: route.id,
    clauses: failure.clauses,
    capability: failure.capability,
    ...(alsoNeeds && { alsoNeeds: [alsoNeeds] }),
    isOfForm: true,
    safety: auth === 'L2' ? 'session' : 'read',
    needs: [],
    cost: { perCase: { [route.id]: 1 } },
    open: async (context) => openRequests(context, route, (trial, drawn) => judgeFailure(trial, route, failure, drawn)),
  });
}

const internal = (route: Route) =>
  failureProperty('failures', route, {
    title: 'has the error of an internal failure for every request while the service fails',
    fault: 'internal-error',
    capability: 'faults',
    clauses: [
      clauseOf(route.id, 'error.internal'),
      'D/statuses.internal',
      ...(route.family === 'typed' ? (['D/internal-typed'] as const) : []),
    ],
    because: 'the service has an internal error',
    judgeForm: (context, response) => judgeInternalForm(context, route, response),
  });

const notListed = (route: RouteOf<'error.not-allowlisted'>): Property => {
  const clause = clauseOf(route.id, 'error.not-allowlisted');
  return failureProperty('allowlist', route, {
    title: 'refuses every request of a caller that is not on the allowlist',
    fault: 'not-allowlisted',
    capability: 'allowlist',
    clauses: [clause, 'D/statuses.not-allowlisted'],
    because: 'the caller is not on the allowlist',
    judgeForm: (context, of) => {
      context.judge({ clauses: clause, of, must: { at: { '/error': ALLOWLIST_REFUSAL } } });
      context.judge(statusLike('D/statuses.not-allowlisted', of, 401));
    },
  });
};

export const failureProperties: readonly Property[] = [
  ...ROUTES.map(internal),
  ...routesWith('error.not-allowlisted').map(notListed),
];
