/** conformance/properties/requests/names: values that a target serves, by parameter, and requests with them. */
import type { Route } from '../../../spec/route.ts';
import type { CheckContext } from '../../check.ts';
import { boundTokens } from '../../checks/books/batch.ts';
import { namesFor } from '../../checks/definition.ts';
import { knownValues } from '../../checks/known-values.ts';
import type { OpenProperty } from '../property.ts';
import { type DrawnRequest, type Names, requestFeatures, requestSpace, requests } from './arbitrary.ts';

/** Values of each parameter that cases are drawn from. */
const NAMES_MAX = 20;

export function namesOf(context: CheckContext, route: Route): Names {
  const { bindings } = context;
  const { pathParam, query, body } = route;
  const some = (names: readonly string[]): readonly string[] => names.slice(0, NAMES_MAX);
  return Object.fromEntries([
    ...query.map((param) => [param.name, some(knownValues(route, param, bindings))]),
    ...(pathParam === undefined ? [] : [[pathParam.name, some(namesFor(route, bindings))]]),
    ...(body === 'tokens' ? [['token_id', boundTokens(context, NAMES_MAX)]] : []),
  ]);
}

/** Requests to the route with values that the target serves. */
export function openRequests(
  context: CheckContext,
  route: Route,
  judge: OpenProperty<DrawnRequest>['judge'],
): OpenProperty<DrawnRequest> {
  const names = namesOf(context, route);
  const space = requestSpace(route.id, names);
  return { arbitrary: requests(route.id, names), judge, space, features: requestFeatures };
}
