/**
 * conformance/checks/sources: a response of one route is compared with another only if it can be parsed. The shape checks judge
 * its form, and no other route fails because of it.
 */
import type { RouteId } from '../../spec/route.ts';
import type { CheckContext } from '../check.ts';

/** Ends the check, because `what` in the response of a route is malformed. */
export function unreadable(context: CheckContext, route: RouteId, what: string): never {
  return context.notTestable(`${what} of ${route} cannot be read`, `fix ${route} first: see ${route}.shape`);
}
