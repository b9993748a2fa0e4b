/**
 * conformance/checks/sources: a response of one route is compared with another only if it can be parsed. The shape
 * checks judge its form, and no other route fails because of it.
 */
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
