/** conformance/checks/catalog/error-probes: malformed requests and missing entities of the catalog and market routes (interface 7). */

import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Request } from '../../../wire/message.ts';
import { get } from '../../../wire/message.ts';
import type { Role } from '../../bindings.ts';
import type { CheckContext } from '../../check.ts';
import { NO_ADDRESS, NO_CONDITION, NO_NUMBER, NO_SLUG } from '../nobody.ts';
import { pathOf, sampleRequest } from '../requests.ts';

/** The two conditions of section 7 that a caller can meet here. */
export type Condition = 'bad-request' | 'not-found';

/** A request that a route must refuse, and why. */
export type Probe = {
  readonly route: RouteId;
  readonly condition: Condition;
  readonly what: string;
  readonly why: string;
  readonly needs?: readonly Role[];
  readonly request: (context: CheckContext) => Request;
  /** Further clauses by which it is refused. */
  readonly also?: readonly string[];
  /** The decision that says which condition it is. */
  readonly decided?: string;
};

const at = (id: RouteId, value: string) => () => get(pathOf(routeById(id), value));
const withQuery = (id: RouteId, name: string, value: string) => (context: CheckContext) =>
  sampleRequest(routeById(id), context.bindings, { [name]: value });

/** One fault to a probe. */
export const probes: readonly Probe[] = [
  {
    route: 'markets',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    request: withQuery('markets', 'limit', 'abc'),
  },
  {
    route: 'event-creators',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    request: withQuery('event-creators', 'limit', 'abc'),
  },
  {
    route: 'comment-replies',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    needs: ['comment'],
    request: withQuery('comment-replies', 'limit', 'abc'),
  },
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
    why: 'not-an-address is no wallet address',
    request: at('profile', 'not-an-address'),
    also: ['4.19/user_address.type'],
    decided: 'D/entity-forms.profile.malformed',
  },
  {
    route: 'trading-market',
    condition: 'bad-request',
    what: 'no-condition',
    why: 'not-a-condition is no condition id',
    request: at('trading-market', 'not-a-condition'),
    decided: 'D/condition-form.malformed',
  },
  {
    route: 'trading-settings',
    condition: 'bad-request',
    what: 'no-condition',
    why: 'not-a-condition is no condition id',
    request: at('trading-settings', 'not-a-condition'),
    decided: 'D/condition-form.malformed',
  },
  {
    route: 'market-by-slug',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the slug',
    request: at('market-by-slug', NO_SLUG),
  },
  {
    route: 'event-by-slug',
    condition: 'not-found',
    what: 'unknown',
    why: 'no event has the slug',
    request: at('event-by-slug', NO_SLUG),
  },
  {
    route: 'event',
    condition: 'not-found',
    what: 'unknown',
    why: 'no event has the id',
    request: at('event', NO_NUMBER),
  },
  {
    route: 'comment-replies',
    condition: 'not-found',
    what: 'unknown',
    why: 'no comment has the id',
    request: at('comment-replies', NO_NUMBER),
    decided: 'D/entity-forms.comment.unknown',
  },
  {
    route: 'profile',
    condition: 'not-found',
    what: 'unknown',
    why: 'the address has no profile',
    request: at('profile', NO_ADDRESS),
    decided: 'D/entity-forms.profile.unknown',
  },
  {
    route: 'trading-market',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the condition id',
    request: at('trading-market', NO_CONDITION),
    decided: 'D/condition-form.unknown',
  },
  {
    route: 'trading-settings',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the condition id',
    request: at('trading-settings', NO_CONDITION),
    decided: 'D/condition-form.unknown',
  },
];
