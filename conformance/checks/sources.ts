/** conformance/checks/sources: responses that are compared with another route only if they can be parsed. */
import type { RouteId } from '../../spec/route.ts';
import type { CheckContext } from '../check.ts';

/** Why a check is not testable: `what` in the response of a route is malformed. */
export function unreadableWords(what: string, route: RouteId): { readonly reason: string; readonly remedy: string } {
  return { reason: `${what} of ${route} cannot be read`, remedy: `fix ${route} first: see ${route}.shape` };
}

/** Ends the check, because `what` in the response of a route is malformed. */
export function unreadable(context: CheckContext, route: RouteId, what: string): never {
  const { reason, remedy } = unreadableWords(what, route);
  return context.notTestable(reason, remedy);
}
