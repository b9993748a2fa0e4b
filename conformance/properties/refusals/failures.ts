/**
 * conformance/properties/refusals/failures: while the service fails, or the caller is not on the allowlist, no drawn
 * request succeeds, and each error has the form of its route (interface sections 5 and 7). The control routes switch
 * these conditions on.
 */
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { FaultSwitch } from '../../../wire/target.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { ALLOWLIST_REFUSAL } from '../../checks/access/allowlist.ts';
import { sendUndone } from '../../checks/access/sound-request.ts';
import { NO_SUCCESS } from '../../checks/assertions.ts';
import { withFault } from '../../checks/fault-switch.ts';
import { firstWallet } from '../../checks/orders/parties.ts';
import { judgeInternalForm } from '../../checks/routes/internal-errors.ts';
import { type Property, property } from '../property.ts';
import { type DrawnRequest, requestFeatures, requestSpace, requests } from '../requests/arbitrary.ts';
import { demandOf } from '../requests/demands.ts';
import { namesOf } from '../requests/names.ts';

/** True for a request that the route accepts while nothing is wrong with the service. */
function isSound(route: Route, { parts }: DrawnRequest): boolean {
  return parts.every((part) => demandOf(route, part).must === 'accept');
}

type Failure = {
  readonly route: Route;
  readonly id: string;
  readonly title: string;
  readonly fault: FaultSwitch;
  readonly capability: 'faults' | 'allowlist';
  readonly clauses: readonly ClauseId[];
  /** The clause that no request succeeds. */
  readonly clause: ClauseId;
  readonly because: string;
  /** Judges the error in response to a request that has no other defect. */
  readonly judgeForm: (context: CheckContext, response: Exchange) => void;
};

async function judgeFailure(context: CheckContext, failure: Failure, drawn: DrawnRequest): Promise<void> {
  const { route, fault, clause, because, judgeForm } = failure;
  const caller = route.auth === 'none' ? undefined : firstWallet(context);
  const response = await withFault(context, fault, () => sendUndone(context, drawn.plain, caller, caller));
  const isRefused = context.judge({ clauses: clause, of: response, must: { status: NO_SUCCESS }, because });
  if (isRefused && isSound(route, drawn)) judgeForm(context, response);
}

function failureProperty(failure: Failure): Property {
  const { route, id, title, capability, clauses } = failure;
  const hasCaller = route.auth !== 'none';
  return property<DrawnRequest>({
    id: `${id}.${route.id}`,
    title: `${route.method} ${route.path} ${title}`,
    route: route.id,
    clauses,
    capability,
    ...(hasCaller ? { alsoNeeds: ['trading'] } : route.family === 'wallet' ? { alsoNeeds: ['wallet'] } : {}),
    isOfForm: true,
    safety: route.auth === 'L2' ? 'session' : 'read',
    needs: [],
    cost: { perCase: { [route.id]: 1 } },
    async open(context) {
      const names = namesOf(context, route);
      return {
        arbitrary: requests(route.id, names),
        judge: (trial, drawn) => judgeFailure(trial, failure, drawn),
        space: requestSpace(route.id, names),
        features: requestFeatures,
      };
    },
  });
}

const internal = (route: Route): Property =>
  failureProperty({
    route,
    id: 'failures',
    title: 'has the error of an internal failure for every request while the service fails',
    fault: 'internal-error',
    capability: 'faults',
    clause: clauseOf(route.id, 'error.internal'),
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
  return failureProperty({
    route,
    id: 'allowlist',
    title: 'refuses every request of a caller that is not on the allowlist',
    fault: 'not-allowlisted',
    capability: 'allowlist',
    clause,
    clauses: [clause, 'D/statuses.not-allowlisted'],
    because: 'the caller is not on the allowlist',
    judgeForm: (context, of) => {
      context.judge({ clauses: clause, of, must: { at: { '/error': ALLOWLIST_REFUSAL } } });
      context.judge({ clauses: 'D/statuses.not-allowlisted', of, must: { status: 401 } });
    },
  });
};

export const failureProperties: readonly Property[] = [
  ...ROUTES.map(internal),
  ...routesWith('error.not-allowlisted').map(notListed),
];
