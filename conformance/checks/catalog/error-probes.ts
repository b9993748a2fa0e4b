/** conformance/checks/catalog/error-probes: malformed requests and missing entities of catalog routes (7). */
import { invariant } from '../../../base/result.ts';
import { type RouteWith, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, type Request } from '../../../wire/message.ts';
import type { Role } from '../../bindings.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { pathOf, rolesFor, sampleRequest } from '../requests.ts';
import { SUBJECTS } from '../subjects.ts';

/** The two conditions of section 7 that a caller can cause here. */
export type Condition = 'bad-request' | 'not-found';

type Refused =
  | { readonly condition: 'bad-request'; readonly route: RouteWith<'error.bad-request'> }
  | { readonly condition: 'not-found'; readonly route: RouteWith<'error.not-found'> };

/** A request that a route must refuse, and why. */
export type Probe = Refused & {
  readonly what: string;
  readonly why: string;
  readonly needs?: readonly Role[];
  readonly request: (context: CheckContext) => Request;
  /** Further clauses that require the refusal. */
  readonly also?: readonly ClauseId[];
  /** The decision that names the condition. */
  readonly decided?: ClauseId;
};

const at = (id: RouteId, value: string) => () => get(pathOf(routeById(id), value));

const UNKNOWN_DECIDED: Readonly<Partial<Record<RouteId, ClauseId>>> = {
  'comment-replies': 'D/entity-forms.comment.unknown',
  profile: 'D/entity-forms.profile.unknown',
  'trading-market': 'D/condition-form.unknown',
  'trading-settings': 'D/condition-form.unknown',
};

function unknown(id: RouteWith<'error.not-found'>): Probe {
  const decided = UNKNOWN_DECIDED[id];
  const { subject, pathParam } = routeById(id);
  invariant(subject !== 'none' && pathParam !== undefined, `the path of ${id} names a subject`);
  return {
    route: id,
    condition: 'not-found',
    what: 'unknown',
    why: `nothing has this ${pathParam.name}`,
    request: at(id, SUBJECTS[subject].unknown),
    ...(decided === undefined ? {} : { decided }),
  };
}

/** Each probe has one defect. */
export const probes: readonly Probe[] = [
  ...(['markets', 'event-creators', 'comment-replies'] as const).map(
    (route): Probe => ({
      route,
      condition: 'bad-request',
      what: 'limit-text',
      why: 'limit is not a number',
      needs: rolesFor(routeById(route)),
      request: ({ bindings }) => sampleRequest(routeById(route), bindings, { limit: 'abc' }),
    }),
  ),
  {
    route: 'event',
    condition: 'bad-request',
    what: 'id-text',
    why: 'the id of an event is a number',
    request: at('event', 'abc'),
    also: ['4.20/event.id.type'],
    decided: 'D/entity-forms.event.malformed',
  },
  {
    route: 'profile',
    condition: 'bad-request',
    what: 'no-address',
    why: 'not-an-address is not a wallet address',
    request: at('profile', 'not-an-address'),
    also: ['4.19/user_address.type'],
    decided: 'D/entity-forms.profile.malformed',
  },
  ...(['trading-market', 'trading-settings'] as const).map(
    (route): Probe => ({
      route,
      condition: 'bad-request',
      what: 'no-condition',
      why: 'not-a-condition is not a condition id',
      request: at(route, 'not-a-condition'),
      decided: 'D/condition-form.malformed',
    }),
  ),
  ...routesWith('error.not-found').map(({ id }) => unknown(id)),
];
